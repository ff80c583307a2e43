import { isInterpolated, splitInterpolations } from "../traffic-policy/language/interpolation";
import type { ConfiguredText, GuardRule } from "../traffic-policy/symbolic/policy-reader";
import { DENIED, FALSE, type Node, TRUE, UPSTREAM } from "./decision-diagrams";
import { digest } from "./digest";
import { forwardReason } from "./question";
import { URL_PARTS } from "./url-parts";

/** What earlier rules may have done to the requests that reach a rule. Lists have the latest entry last. */
export interface State {
  /** Identifies the rewrites of the URL; empty for the URL that the client sent. */
  readonly urlVersion: string;
  /** The reason that the URL is undecided; completes "because …". */
  readonly urlReason?: string;
  /** Identifies the current rule. Equal rules have different ids, because each draws its own random numbers. */
  readonly ruleId: string;
  readonly isForwarded: boolean;
  readonly phase: GuardRule["phase"];
  /** The outcome for a denied request. In the response phase, the destination has already received the request. */
  readonly deniedOutcome: Node;
  readonly headerChanges: readonly HeaderChange[];
  readonly assignments: readonly VariableAssignment[];
  /** The sign-ins that requests have passed; `provider` is undefined if unknown. */
  readonly signIns: readonly { readonly provider: string | undefined; readonly when: Node }[];
  readonly actionRuns: readonly ActionRun[];
  readonly endpointId: string;
  readonly forwardCount: number;
  /** The outcome if no rule ends the request. */
  readonly defaultOutcome: Node;
  /** The sorted ids of the internal endpoints that the request has reached. */
  readonly visitedEndpoints: readonly string[];
}

/** An action that has set a result. */
export interface ActionRun {
  /** The name of the result, or `ANY_RESULT`. */
  readonly result: string;
  /** Equal if equal requests get equal results. */
  readonly content: string;
  readonly when: Node;
}

/** A header that a rule has changed. */
export interface HeaderChange {
  /** In lowercase; undefined for any header. */
  readonly name: string | undefined;
  readonly when: Node;
  readonly version: string;
  /** The reason that its value is undecided; completes "because …". */
  readonly why?: string;
}

export function initialState(endpointId: string, isForwarded: boolean): State {
  return {
    urlVersion: "",
    ruleId: "",
    headerChanges: [],
    assignments: [],
    isForwarded,
    phase: "on_tcp_connect",
    deniedOutcome: DENIED,
    signIns: [],
    actionRuns: [],
    endpointId,
    forwardCount: 0,
    defaultOutcome: UPSTREAM,
    visitedEndpoints: [],
  };
}

/** The headers from which the service derives variables. */
const HEADER_BY_VARIABLE: Readonly<Record<string, string>> = {
  host: "host",
  content_type: "content-type",
  content_length: "content-length",
  content_encoding: "content-encoding",
  cookies: "cookie",
  location: "location",
};

/** Variables that don't depend on headers. */
const NOT_FROM_HEADERS = /^req\.(?:url|version|ts|body|trailers)\b/;

/** The lowercase name of the header that a variable depends on; undefined if it depends on all. */
function findHeader(subject: string): string | undefined {
  const [, root = "", name] = /^req\.(\w+)(?:\.([^[\]]+?)(?:\[(?:0|\*)\])?)?$/.exec(subject) ?? [];
  return root === "headers" ? name : HEADER_BY_VARIABLE[root];
}

/** Headers that a forward may change: the docs don't say how. */
export const FORWARDED_HEADER = /^x-forwarded-(?:for|host|proto)$/;

export interface Version {
  /** Identifies how rules changed a value; empty for the value that the client sent. */
  readonly version: string;
  readonly why?: string;
}

const AS_SENT: Version = { version: "" };

/** The version of the values that a test reads. */
export function findVersion(subject: string, state: State): Version {
  if (subject.startsWith("vars")) {
    const assignments = findAssignments(subject, state);
    return { version: `vars ${assignments.length === 0 ? "" : digest(assignments)}` };
  }
  if (subject.startsWith("actions")) {
    const name = findResultName(subject);
    const runs = name === undefined ? state.actionRuns : findRuns(name, state);
    const content = runs.length === 1 ? runs[0]?.content : digest(runs.map((run) => [run.content, run.when]));
    return { version: `actions ${content}` };
  }
  if (subject.startsWith("endpoint")) return { version: `endpoint ${state.endpointId}` };
  // Unknown before the request is served, and different for each request.
  if (/^(?:time|res|conn\.ts|req\.ts)\b/.test(subject)) return { version: "moment" };
  if (!subject.startsWith("req") || /^req\.(?:user_agent|method)\b/.test(subject)) return AS_SENT;
  // The connect phase has no request yet.
  if (state.phase === "on_tcp_connect") return { version: "connect" };
  const isOfUrl = Object.hasOwn(URL_PARTS, subject) || /^req\.url\b/.test(subject);
  const url = isOfUrl ? versionOfUrl(subject, state) : AS_SENT;
  if (NOT_FROM_HEADERS.test(subject)) return url;
  const header = findHeader(subject);
  const changes = state.headerChanges.filter(
    ({ name }) => header === undefined || name === undefined || name === header,
  );
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
    (isForwarded ? forwardReason(subject) : undefined);
  return { version: `header ${digest(parts)}`, why };
}

function versionOfUrl(subject: string, { urlVersion, urlReason, isForwarded }: State): Version {
  const isUnchangedByForward = /^req\.(?:host|url\.(?:path|raw_path|uri|query|query_params\..*))$/.test(
    subject,
  );
  if (!isForwarded || isUnchangedByForward) return { version: urlVersion, why: urlReason };
  return { version: `forwarded ${urlVersion}`, why: urlReason ?? forwardReason(subject) };
}

/** A variable with its accessed fields, or a function that reads the request. */
const VARIABLE_REFERENCE =
  /\b(req|conn|vars|actions|endpoint|time|res)\b((?:\.\w+(?![\w(])|\[(?:"[^"]*"|'[^']*')\])*)|\b(?:get|has)(?:Req(Header|Cookie)|QueryParam)\((?:"([^"]*)"|'([^']*)')?/g;

/** The version of the values that an expression reads. */
export function expressionVersion(expression: string, state: State): string {
  const subjects = [...expression.matchAll(VARIABLE_REFERENCE)].map(referencedSubject);
  const versions = subjects
    .flatMap((subject) => (subject === "req" ? ["req.headers", "req.url"] : [subject]))
    .map((subject) => findVersion(subject, state).version);
  const changed = [...new Set(versions)].filter((version) => version !== "");
  return changed.length === 0 ? "" : digest(changed);
}

function referencedSubject([, root, fields = "", kind, doubleQuoted, singleQuoted]: RegExpExecArray): string {
  if (root !== undefined) return root + fields.replace(/\[(?:"([^"]*)"|'([^']*)')\]/g, ".$1$2");
  const name = doubleQuoted ?? singleQuoted;
  if (kind === "Header") return name === undefined ? "req.headers" : `req.headers.${name.toLowerCase()}`;
  if (kind === "Cookie") return name === undefined ? "req.cookies" : `req.cookies.${name}`;
  return "req.url.query";
}

export function rewriteUrl(
  state: State,
  when: Node,
  content: string,
  why?: string,
): Pick<State, "urlVersion" | "urlReason"> {
  const { urlVersion, isForwarded } = state;
  const urlReason = (when === FALSE ? undefined : why) ?? state.urlReason;
  const version = when === FALSE ? urlVersion : `url ${digest(urlVersion, content, when, isForwarded)}`;
  return { urlVersion: version, urlReason };
}

export function findAssignments(subject: string, { assignments }: State): readonly VariableAssignment[] {
  if (subject === "vars") return assignments;
  const [root, variable] = subject.split(".");
  return root === "vars" ? assignments.filter(({ name }) => name === undefined || name === variable) : [];
}

/** Stands for the result of an action whose type is unknown. */
export const ANY_RESULT = "*";

/** The name of the action result that a variable belongs to. */
export const findResultName = (subject: string): string | undefined =>
  /^actions\.ngrok\.(\w+)/.exec(subject)?.[1];

export const findRuns = (name: string, { actionRuns }: State) =>
  actionRuns.filter(({ result }) => result === name || result === ANY_RESULT);

/** An assignment of `set-vars` to a variable. */
export interface VariableAssignment {
  /** Undefined if the rule may have set any variables. */
  readonly name: string | undefined;
  /** Undefined for an unknown value, and for one that isn't a string. */
  readonly value: ConfiguredText | undefined;
  readonly when: Node;
  readonly version: string;
}

/** The values of the variables that rules set to the same text for all requests. */
export function knownVariables({ assignments }: State): ReadonlyMap<string, ConfiguredText> {
  const known = new Map<string, ConfiguredText>();
  for (const { name, value, when } of assignments) {
    if (when === FALSE) continue;
    if (name === undefined) known.clear();
    else if (when === TRUE && value !== undefined) known.set(`vars.${name}`, value);
    else known.delete(`vars.${name}`);
  }
  return known;
}

/**
 * Interpolates the known values of variables into a text. Appends the versions of the other values, so that equal results
 * mean equal interpolated texts.
 */
export function interpolate({ text, isTemplate }: ConfiguredText, state: State): ConfiguredText {
  if (!isTemplate || !isInterpolated(text)) return { text, isTemplate };
  const known = knownVariables(state);
  const versions = new Set<string>();
  const parts = splitInterpolations(text).map((part): ConfiguredText => {
    if (typeof part === "string") return { text: part, isTemplate: false };
    const { expression, isUnclosed } = part;
    const value = isUnclosed ? undefined : known.get(expression.trim());
    if (value !== undefined) return value;
    versions.add(expressionVersion(expression, state));
    return { text: `\${${expression}${isUnclosed ? "" : "}"}`, isTemplate: true };
  });
  const result = parts.map((part) => part.text).join("");
  return {
    text: versions.size === 0 ? result : `${result} as of ${[...versions].join(" ")}`,
    isTemplate: parts.some((part) => part.isTemplate),
  };
}
