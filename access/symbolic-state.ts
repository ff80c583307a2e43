import type { GuardRule } from "../traffic-policy/symbolic/guards";
import { AWAY, NO, type Node, THROUGH } from "./diagram";
import { digest } from "./digest";
import { whyForwarded } from "./question";
import { URL_PARTS } from "./url-parts";
import type { VariableSet } from "./variable-bindings";

/** What earlier rules have made of a request. */
export interface State {
  /** Identifies what rules have made of the URL; empty for what the client has sent. */
  readonly url: string;
  /** The reason that the URL is undecided, after "since". */
  readonly urlWhy?: string;
  /** The rule that runs: its content, and which of several equal ones it is. Each draws random numbers of its own. */
  readonly rule: string;
  readonly isForwarded: boolean;
  readonly phase: GuardRule["phase"];
  /** The outcome of a request whose response is withheld, in the phase of responses. */
  readonly kept: Node;
  /** The headers that rules have changed, the latest last. */
  readonly headers: readonly ChangedHeader[];
  /** The variables that rules of the phase have set, the latest last. */
  readonly sets: readonly VariableSet[];
  /** The sign-ins that requests have passed, the latest last; `by` is undefined where the provider is unknown. */
  readonly signedOn: readonly { readonly by: string | undefined; readonly when: Node }[];
  /** The actions whose results expressions may read. */
  readonly ran: readonly ActionRun[];
  /** The endpoint or edge. */
  readonly at: string;
  readonly forwards: number;
  /** The outcome of a request that no rule ends. */
  readonly end: Node;
  /** Ids of the internal endpoints that the request has come through. */
  readonly way: readonly string[];
}

/** An action that has left a result. */
export interface ActionRun {
  readonly result: string;
  /** Equal for equal results of equal requests. */
  readonly content: string;
  readonly when: Node;
  /** The result that says whether clients meet a guard: `met` for those that do. */
  readonly verdict?: {
    readonly subject: string;
    readonly met: Node;
    readonly texts: readonly [string, string];
  };
}

/** A header that a rule has changed. */
export interface ChangedHeader {
  /** In lower case; undefined for any header. */
  readonly name: string | undefined;
  /** The requests that it is changed for. */
  readonly when: Node;
  /** Identifies the change. */
  readonly version: string;
  /** The reason that its value is undecided, after "since". */
  readonly why?: string;
}

/** Changes and sign-ins that are followed within one phase. */
const MOST_FOLLOWED = 200;

/** A request as the client has sent it. @param at - Identifies the endpoint or edge. */
export function begin(at: string): State {
  return {
    url: "",
    rule: "",
    headers: [],
    sets: [],
    isForwarded: false,
    phase: "on_tcp_connect",
    kept: AWAY,
    signedOn: [],
    ran: [],
    at,
    forwards: 0,
    end: THROUGH,
    way: [],
  };
}

/** The headers that the service reads variables from. */
const READ_FROM: Readonly<Record<string, string>> = {
  host: "host",
  content_type: "content-type",
  content_length: "content-length",
  content_encoding: "content-encoding",
  cookies: "cookie",
  location: "location",
};

/** Variables that are read from no header. */
const OF_NO_HEADER = /^req\.(?:url|version|ts|body|trailers)\b/;

/** The header that a variable is read from, in lower case; undefined for any. */
function headerOf(subject: string): string | undefined {
  const [, root = "", name] = /^req\.(\w+)(?:\.([^[\]]+?)(?:\[(?:0|\*)\])?)?$/.exec(subject) ?? [];
  return root === "headers" ? name : READ_FROM[root];
}

/** What the service makes of these where it forwards a request is unspecified. */
const FORWARDED_HEADER = /^x-forwarded-(?:for|host|proto)$/;

/** What rules have made of a value that a request has: empty for what the client has sent. */
export interface Version {
  readonly version: string;
  readonly why?: string;
}

const AS_SENT: Version = { version: "" };

/** Identifies what rules have made of the values that a test reads. */
export function versionOf(subject: string, state: State): Version {
  if (subject.startsWith("vars")) {
    const sets = setsOf(subject, state);
    return { version: `vars ${sets.length === 0 ? "" : digest(sets)}` };
  }
  if (subject.startsWith("actions")) {
    const [, name] = /^actions\.ngrok\.(\w+)/.exec(subject) ?? [];
    return { version: resultVersion(name === undefined ? state.ran : leftBy(name, state)) };
  }
  if (subject.startsWith("endpoint")) return { version: `endpoint ${state.at}` };
  if (/^(?:time|res|conn\.ts|req\.ts)\b/.test(subject)) return { version: "moment" };
  if (!subject.startsWith("req") || /^req\.(?:user_agent|method)\b/.test(subject)) return AS_SENT;
  // While a connection is made there is no request yet.
  if (state.phase === "on_tcp_connect") return { version: "connect" };
  const isOfUrl = Object.hasOwn(URL_PARTS, subject) || /^req\.url\b/.test(subject);
  const url = isOfUrl ? urlVersion(subject, state) : AS_SENT;
  if (OF_NO_HEADER.test(subject)) return url;
  const header = headerOf(subject);
  const changes = state.headers.filter(({ name }) => header === undefined || (name ?? header) === header);
  const isForwarded = state.isForwarded && (header === undefined || FORWARDED_HEADER.test(header));
  const parts = [
    url.version,
    isForwarded ? "forwarded" : "",
    ...changes.map(({ when, version }) => [when, version]),
  ];
  if (parts.every((part) => part === "")) return AS_SENT;
  const why =
    changes.findLast((change) => change.why)?.why ??
    url.why ??
    (isForwarded ? whyForwarded(subject) : undefined);
  return { version: `header ${digest(parts)}`, ...(why && { why }) };
}

function urlVersion(subject: string, { url, urlWhy, isForwarded }: State): Version {
  const isKept = /^req\.(?:host|url\.(?:path|raw_path|uri|query|query_params\..*))$/.test(subject);
  if (!isForwarded || isKept) return { version: url, ...(urlWhy && { why: urlWhy }) };
  return { version: `forwarded ${url}`, why: urlWhy ?? whyForwarded(subject) };
}

const resultVersion = (runs: readonly ActionRun[]): string =>
  `actions ${runs.length === 1 ? runs[0]?.content : digest(runs.map(({ content, when }) => [content, when]))}`;

/** A variable with the fields that an expression takes of it, or a function that reads the request. */
const READ =
  /\b(req|conn|vars|actions|endpoint|time|res)\b((?:\.\w+(?![\w(])|\[(?:"[^"]*"|'[^']*')\])*)|\b(?:get|has)(?:Req(Header|Cookie)|QueryParam)\((?:"([^"]*)"|'([^']*)')?/g;

/** Identifies the values that an expression reads: equal where rules have made the same of them. */
export function readVersion(expression: string, state: State): string {
  const versions = [...expression.matchAll(READ)].flatMap(([, root, fields = "", kind, one, other]) => {
    const name = one ?? other;
    const subject =
      root !== undefined
        ? root + fields.replace(/\[(?:"([^"]*)"|'([^']*)')\]/g, ".$1$2")
        : kind === undefined
          ? "req.url.query"
          : `req.${kind.toLowerCase()}s${name === undefined ? "" : `.${kind === "Header" ? name.toLowerCase() : name}`}`;
    const read = subject === "req" ? ["req.headers", "req.url"] : [subject];
    return read.map((each) => versionOf(each, state).version);
  });
  const made = [...new Set(versions)].filter((version) => version !== "");
  return made.length === 0 ? "" : digest(made);
}

/** The URL after an action. @param content - Identifies the change. @param why - The reason that it is undecided. */
export function urlAfter(
  state: State,
  when: Node,
  content: string,
  why?: string,
): Pick<State, "url" | "urlWhy"> {
  const { url, urlWhy, isForwarded } = state;
  if (when === NO) return { url, ...(urlWhy && { urlWhy }) };
  const reason = why ?? urlWhy;
  return { url: `url ${digest(url, content, when, isForwarded)}`, ...(reason && { urlWhy: reason }) };
}

/** Too many to follow: nothing is known of any of them. */
export const followed = <T>(all: readonly T[], nothing: T): readonly T[] =>
  all.length <= MOST_FOLLOWED ? all : [nothing];

/** What may have set a variable. */
export const setsOf = (subject: string, { sets }: State): readonly VariableSet[] =>
  subject === "vars"
    ? sets
    : sets.filter(
        ({ name }) => subject.startsWith("vars.") && (name === undefined || subject.split(".")[1] === name),
      );

/** The results of an action that may leave any. */
export const ANY_RESULT = "*";

/** What may have left a result. */
export const leftBy = (name: string, { ran }: State) =>
  ran.filter(({ result }) => result === name || result === ANY_RESULT);
