import { BODY_LENGTH, type GuardRule } from "../traffic-policy/symbolic/guards";
import { AWAY, type Decisions, NO, type Node, THROUGH, YES } from "./diagram";
import { digest } from "./digest";
import { MOST_WAYS, type VariableSet } from "./filled-in";
import { type Question, whyForwarded } from "./question";
import { URL_PARTS } from "./url";

/** What rules before have made of a request, as far as it makes a difference to what expressions read. */
export interface State {
  /** What has become of the URL, by the requests that it has become so of. */
  readonly urls: readonly UrlWay[];
  /** The rule that runs: its content, and which of several equal ones it is. Each draws random numbers of its own. */
  readonly rule: string;
  readonly isForwarded: boolean;
  readonly phase: GuardRule["phase"];
  /** What becomes of a request whose response is kept back, in the phase of responses. */
  readonly kept: Node;
  /** What rules have done to headers, the latest last. */
  readonly headerSets: readonly HeaderSet[];
  /** What rules of the phase have set variables to, the latest last. */
  readonly sets: readonly VariableSet[];
  /** The sign-ons that requests have passed, the latest last; by nobody knows whom where it is undefined. */
  readonly signedOn: readonly { readonly by: string | undefined; readonly when: Node }[];
  /** Results of actions, by their names, that expressions may read. */
  readonly ran: readonly ActionRun[];
  /** The endpoint or edge. */
  readonly at: string;
  readonly forwards: number;
  /** What a request gets to that nothing else becomes of. */
  readonly end: Node;
  /** Internal endpoints that the request is on its way through, of those that it may come to again, and as what it came. */
  readonly way: readonly { readonly id: string; readonly as: string }[];
  /** Whether one that has forwarded it goes on after an error. */
  readonly isCaught: boolean;
}

/** An action that has left a result. */
export interface ActionRun {
  readonly result: string;
  /** Equal for equal results of equal requests. */
  readonly content: string;
  readonly when: Node;
}

/** What has become of the URL of some requests. */
export interface UrlWay {
  readonly when: Node;
  /** Names it; empty for what the client has sent. */
  readonly version: string;
  /** Why nobody can tell, after "since". */
  readonly why?: string;
}

/** A header that a rule has changed. */
export interface HeaderSet {
  /** Undefined where any header may be any. */
  readonly name: string | undefined;
  /** One more value, null for none any more, undefined for one that nobody can tell. */
  readonly value: string | null | undefined;
  /** The requests that it is changed for. */
  readonly when: Node;
  /** Names what nobody can tell. */
  readonly version: string;
  /** Why nobody can tell, after "since". */
  readonly why?: string;
}

/** Variables and sign-ons that are followed within one phase. */
const MOST_FOLLOWED = 200;

/** A request as the client has sent it. @param at - Identifies the endpoint or edge. */
export function begin(at: string): State {
  return {
    urls: [{ when: YES, version: "" }],
    rule: "",
    headerSets: [],
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
    isCaught: false,
  };
}

/** What a test reads from a header. */
export interface HeaderRead {
  /** In lower case. */
  readonly name: string;
  /** What is there where a value is read: `req.headers.x-user`. */
  readonly whole: string;
  /** Which of several values decides. */
  readonly counts: "first" | "any" | "last";
  /** What is read from a value; null where that is nothing. */
  readonly made: (value: string) => string | null;
  /** What is read where the header is removed: null where that is nothing, undefined where nobody can tell. */
  readonly otherwise: string | null | undefined;
}

/** A header or cookie by its name, and of its values the first one, any or whether there is one. */
const NAMED = /^(req\.(headers|cookies)\.([^[\]]+?))(?:\[(0|\*)\])?$/;

/** What the service makes of headers. */
const DERIVED: Readonly<Record<string, Omit<HeaderRead, "whole">>> = {
  "req.host": { name: "host", counts: "last", made: (value) => value, otherwise: undefined },
  "req.content_type": {
    name: "content-type",
    counts: "first",
    made: (value) => (value.split(";")[0] ?? "").trim().toLowerCase(),
    otherwise: "",
  },
  "req.content_type.raw": { name: "content-type", counts: "first", made: (value) => value, otherwise: "" },
  [BODY_LENGTH]: {
    name: "content-length",
    counts: "first",
    made: (value) => (/^\d{1,15}$/.test(value) ? value : null),
    otherwise: undefined,
  },
};

/** The header that a test reads; undefined for a test of something else. */
export function headerRead(subject: string): HeaderRead | undefined {
  const derived = DERIVED[subject];
  if (derived) return { ...derived, whole: `req.headers.${derived.name}` };
  const [, whole = "", kind, name, place] = NAMED.exec(subject) ?? [];
  if (name === undefined) return undefined;
  const counts = place === "0" ? "first" : "any";
  if (kind === "cookies")
    return { name: "cookie", whole, counts, made: (value) => cookieIn(value, name), otherwise: null };
  // A request has one host.
  return {
    name,
    whole,
    counts: name === "host" ? "last" : counts,
    made: (value) => value,
    otherwise: null,
  };
}

/** The value of a cookie in a header; null where it holds none of that name. */
function cookieIn(header: string, name: string): string | null {
  for (const pair of header.split(";")) {
    const [given, ...rest] = pair.trim().split("=");
    if (given === name) return rest.join("=").replace(/^"(.*)"$/, "$1");
  }
  return null;
}

/** What the service makes of these where it forwards a request is not told. */
const REWRITTEN_HEADER = /^req\.headers\.x-forwarded-(?:for|host|proto)(?:\[|$)/;

/** What rules have done to headers, of a request that is forwarded to an internal endpoint. */
export const forwardedSets = (sets: readonly HeaderSet[]): readonly HeaderSet[] =>
  sets.filter(({ name }) => !REWRITTEN_HEADER.test(`req.headers.${name}`));

/** Names what rules have made of the URL: empty for what the client has sent. */
const urlVersion = ({ urls }: State): string =>
  urls.every(({ version }) => version === "") ? "" : digest(urls.map(({ when, version }) => [when, version]));

/** Names what rules have set. */
export const setVersion = (sets: readonly (HeaderSet | VariableSet)[]): string =>
  sets.length === 0 ? "" : digest(sets.map(({ name, value, when, version }) => [name, value, when, version]));

/** Names the value that a test reads, apart from what rules have done to headers. */
export function versionOf(subject: string, state: State): string {
  if (subject.startsWith("vars")) return `vars ${setVersion(setsOf(subject, state))}`;
  if (subject.startsWith("actions")) {
    const [, name] = /^actions\.ngrok\.(\w+)/.exec(subject) ?? [];
    const left = name === undefined ? state.ran : leftBy(name, state);
    return `actions ${digest(left.map(({ content, when }) => [content, when]))}`;
  }
  if (subject.startsWith("endpoint")) return `endpoint ${state.at}`;
  if (subject.startsWith("time") || subject.startsWith("res")) return "moment";
  if (!subject.startsWith("req")) return "";
  // While a connection is made there is no request yet.
  if (state.phase === "on_tcp_connect") return "connect";
  if (/^req\.(?:user_agent|method)\b/.test(subject)) return "";
  if (headerRead(subject)) return state.isForwarded && REWRITTEN_HEADER.test(subject) ? "forwarded" : "";
  if (/^req\.(?:headers|cookies|content)/.test(subject))
    return `${state.isForwarded ? "forwarded" : ""}${setVersion(state.headerSets)}`;
  const isPath = /^req\.url\.(?:path|raw_path|uri|query)/.test(subject);
  const isChanged = state.isForwarded && subject.startsWith("req.url") && !isPath;
  return isChanged ? `forwarded ${urlVersion(state)}` : urlVersion(state);
}

/** A variable with the fields that an expression takes of it, or a function that reads the request. */
const READ =
  /\b(req|conn|vars|actions|endpoint|time|res)\b((?:\.\w+(?![\w(])|\[(?:"[^"]*"|'[^']*')\])*)|\b(?:get|has)(?:Req(Header|Cookie)|QueryParam)\((?:"([^"]*)"|'([^']*)')?/g;

/** Names the values that an expression reads: equal where rules have made the same of them, whatever else they do. */
export function readVersion(expression: string, state: State): string {
  const versions = [...expression.matchAll(READ)].map(([, root, fields = "", kind, one, other]) => {
    const name = one ?? other;
    const subject =
      root !== undefined
        ? root + fields.replace(/\[(?:"([^"]*)"|'([^']*)')\]/g, ".$1$2")
        : kind === undefined
          ? "req.url.query"
          : `req.${kind.toLowerCase()}s${name === undefined ? "" : `.${kind === "Header" ? name.toLowerCase() : name}`}`;
    if (subject === "req") return [versionOf("req.headers", state), versionOf("req.url", state)];
    const header = state.phase === "on_tcp_connect" ? undefined : headerRead(subject)?.name;
    const sets =
      header === undefined ? [] : state.headerSets.filter(({ name: of }) => (of ?? header) === header);
    return [versionOf(subject, state), setVersion(sets), header === "host" ? urlVersion(state) : ""];
  });
  const made = [...new Set(versions.flat())].filter((version) => version !== "");
  return made.length === 0 ? "" : digest(made);
}

/**
 * The URLs after an action.
 *
 * @param content - Identifies the change.
 * @param why - Why nobody can tell what it makes of URLs.
 */
export function urlsAfter(
  { urls, isForwarded }: State,
  when: Node,
  content: string,
  decisions: Decisions<Question>,
  why?: string,
): readonly UrlWay[] {
  const ways = urls.flatMap((way) =>
    [
      {
        when: decisions.both(way.when, when),
        version: `url ${digest(way.version, content, isForwarded)}`,
        ...((why ?? way.why) && { why: why ?? way.why }),
      },
      { ...way, when: decisions.both(way.when, decisions.not(when)) },
    ].filter((one) => one.when !== NO),
  );
  return ways.length > MOST_WAYS ? [{ when: YES, version: `url ${digest(urls, when, content)}` }] : ways;
}

/** What is asked of a part of the URL, by what has become of it; undefined where it is no such part. */
export function urlsOf(subject: string, { urls, phase, isForwarded }: State): readonly UrlWay[] | undefined {
  if (!Object.hasOwn(URL_PARTS, subject) || !subject.startsWith("req.") || phase === "on_tcp_connect")
    return undefined;
  if (!isForwarded || /^req\.(?:host|url\.(?:path|raw_path|uri|query))$/.test(subject)) return urls;
  return urls.map(({ when, version, why }) => ({
    when,
    version: `forwarded ${version}`,
    why: why ?? whyForwarded(subject),
  }));
}

/** Too many to follow: nothing is known of any of them. */
export const followed = <T>(all: readonly T[], nothing: T | undefined): readonly T[] =>
  all.length <= MOST_FOLLOWED ? all : nothing === undefined ? [] : [nothing];

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

/** Results that are there or not, nobody knows for which requests. */
export const leftAnyhow = ({ ran }: State): State["ran"] =>
  [...Map.groupBy(ran, ({ result }) => result)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([result, all]) => ({ result, content: digest("forwarded", all), when: YES }));
