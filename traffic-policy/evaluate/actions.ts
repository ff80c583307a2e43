import { ACTIONS } from "../actions/actions";
import { isObject, type Json, type JsonObject } from "../language/json";
import { judge, readRange } from "./addresses";
import type { Expressions } from "./expressions";
import { pattern, patternCost } from "./functions";
import {
  asksFor,
  identityValue,
  isPreflight,
  mutualTls,
  refused,
  speaks,
  type Verdict,
  type Visit,
} from "./guards";
import { objectionTo, readToken } from "./jwt";
import type { Cause, Ending } from "./outcome";
import type { Phase } from "./policy";
import { readUrl, type UrlParts } from "./question";
import { result } from "./request";
import {
  bounded,
  isList,
  isMap,
  plain,
  toText,
  Undecided,
  Unknown,
  type Value,
  type ValueMap,
} from "./values";

/** An action's surroundings. */
export interface Stage extends Visit {
  readonly phase: Phase;
  /** Of the endpoint or edge: http, https, tls or tcp. */
  readonly protocol: string;
  readonly expressions: Expressions;
  /** Sends the request to an internal endpoint; undefined if there is none. @param goesOn whether an error there is caught */
  readonly forward: (url: UrlParts, goesOn: boolean) => Ending | undefined;
}

/** Runs an action: how it ends the request, or undefined to let it go on. */
type Run = (stage: Stage, config: ValueMap, by: Cause) => Verdict;

/**
 * Carries an action out.
 *
 * @throws Undecided for one that is not known, ExpressionFailure if an interpolation fails
 */
export function act(stage: Stage, type: string, config: ValueMap, by: Cause): Verdict {
  const run = RUNS.get(type);
  if (!run) throw new Undecided(`the action ${type.slice(0, 80)}`);
  if (!ACTIONS[type]?.phases.includes(stage.phase))
    throw new Undecided(`the action ${type} in ${stage.phase}`);
  return run(stage, config, by);
}

/** A text of a configuration with its interpolations filled in; undefined if it is not there. */
function text(stage: Stage, config: ValueMap, key: string): string | undefined {
  const value = config.get(key) ?? null;
  if (value === null) return undefined;
  if (typeof value !== "string") throw new Undecided(`${key}, which is no text`);
  return toText(stage.expressions.interpolate(value, stage.state.scope));
}

function required(stage: Stage, config: ValueMap, key: string): string {
  const value = text(stage, config, key);
  if (value === undefined || value === "") throw new Undecided(`${key}, which is missing`);
  return value;
}

/** The texts of a list, as they stand. */
function rawTexts(config: ValueMap, key: string): readonly string[] {
  const value = config.get(key) ?? null;
  if (value === null) return [];
  if (!isList(value) || value.some((item) => typeof item !== "string"))
    throw new Undecided(`${key}, which is no list of texts`);
  return value as readonly string[];
}

const texts = (stage: Stage, config: ValueMap, key: string): readonly string[] =>
  rawTexts(config, key).map((item) => toText(stage.expressions.interpolate(item, stage.state.scope)));

function flag(config: ValueMap, key: string, otherwise: boolean): boolean {
  const value = config.get(key) ?? null;
  if (value === null) return otherwise;
  if (typeof value !== "boolean") throw new Undecided(`${key}, which is no bool`);
  return value;
}

/** Nothing for one that is no number. */
function status(config: ValueMap, otherwise: number): { status?: number } {
  const value = config.get("status_code") ?? null;
  if (value === null) return { status: otherwise };
  return typeof value === "bigint" ? { status: Number(value) } : {};
}

function child(config: ValueMap, key: string): ValueMap {
  const value = config.get(key) ?? null;
  if (value === null) return new Map();
  if (!isMap(value)) throw new Undecided(`${key}, which is no object`);
  return value;
}

/** `halt` or `continue`. */
function continuesOnError(config: ValueMap, otherwise: boolean): boolean {
  const value = config.get("on_error") ?? null;
  if (value === null) return otherwise;
  if (value !== "halt" && value !== "continue")
    throw new Undecided("on_error, which is neither halt nor continue");
  return value === "continue";
}

const isHttp = ({ phase }: Stage): boolean => phase !== "on_tcp_connect";

/** A guard that has found against the request: the end of it, or nothing if it is not enforced. */
function enforced(stage: Stage, config: ValueMap, by: Cause, end: () => Ending): Verdict {
  if (flag(config, "enforce", true)) return end();
  stage.run.step(by, "not enforced");
  return undefined;
}

function passed(stage: Stage, by: Cause): undefined {
  stage.run.step(by, "passed");
}

function restrictIps(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { account, run, state } = stage;
  const lists = { allow: texts(stage, config, "allow"), deny: texts(stage, config, "deny") };
  for (const cidr of [...lists.allow, ...lists.deny])
    if (!readRange(cidr)) throw new Undecided(`the CIDR ${cidr.slice(0, 80)}`);
  const policies = account.rangesOf(texts(stage, config, "ip_policies"));
  const verdict = judge(run, state.question.ip, policies, lists);
  state.results.set(
    "restrict_ips",
    result("restrict_ips", {
      action: verdict.allowed ? "allow" : "deny",
      matched_cidr: verdict.matched,
      error: undefined,
    }),
  );
  if (verdict.allowed) return passed(stage, by);
  return enforced(stage, config, by, () => refused(run, by, isHttp(stage) ? 403 : undefined));
}

function basicAuth(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { run, state } = stage;
  const [, encoded] = /^basic +(\S+)$/i.exec(state.headerText("authorization").trim()) ?? [];
  const given = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf8");
  const presented = given.includes(":");
  const authorized = presented && credentialsHave(stage, config, given);
  const credentials = new Map<string, Value>([
    ["presented", presented],
    ["username", given.split(":", 1)[0] ?? ""],
    ["authorized", authorized],
  ]);
  state.results.set("basic_auth", result("basic_auth", { credentials }));
  if (authorized) return passed(stage, by);
  return enforced(stage, config, by, () =>
    presented ? refused(run, by, 401) : asksFor(run, by, "basic-auth", 401),
  );
}

/** @throws Undecided if only one that is not known could fit */
function credentialsHave(stage: Stage, config: ValueMap, given: string): boolean {
  let unknown: Undecided | undefined;
  for (const credential of rawTexts(config, "credentials")) {
    try {
      if (toText(stage.expressions.interpolate(credential, stage.state.scope)) === given) return true;
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      unknown = error;
    }
  }
  if (unknown) throw unknown;
  return false;
}

/** OAuth and OpenID Connect: whether the client has signed in there. */
function signOn(stage: Stage, config: ValueMap, by: Cause, asks: "oauth" | "openid-connect"): Verdict {
  const { run, state } = stage;
  const { identity, method } = state.question;
  if (flag(config, "allow_cors_preflight", false) && method === "OPTIONS") {
    // The reference lets CORS preflight requests through, and does not say whether other OPTIONS requests are some.
    if (isPreflight(state) || run.fork("whether every OPTIONS request is a CORS preflight", 2) === 0) {
      run.step(by, "bypassed");
      return undefined;
    }
  }
  if (state.isUrlUnknown) throw new Undecided("the URL that the request was rewritten to");
  const path = state.url.path;
  if (path === "/ngrok/logout") return run.end({ outcome: "answered", by });
  const isHere =
    asks === "oauth"
      ? identity?.provider !== undefined && identity.provider === text(stage, config, "provider")
      : identity?.issuer !== undefined &&
        sameIssuer(identity.issuer, text(stage, config, "issuer_url") ?? "");
  if (!isHere || path === "/ngrok/login") return asksFor(run, by, asks, 302);
  if (asks === "openid-connect" && path.startsWith("/auth/")) return run.end({ outcome: "answered", by });
  const name = asks === "oauth" ? "oauth" : "oidc";
  const fields = ["id", "email", "name"] as const;
  const known = fields.flatMap((field) => {
    const value = identityValue(state, field);
    return value === undefined ? [] : [[field, value] as const];
  });
  state.results.set(
    name,
    result(name, { identity: result(`${name}.identity`, Object.fromEntries(known)), error: undefined }),
  );
  return passed(stage, by);
}

const sameIssuer = (a: string, b: string): boolean => a.replace(/\/$/, "") === b.replace(/\/$/, "");

function validateJwt(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { run, state } = stage;
  const values = (key: string) => allowList(stage, child(config, key));
  const issuers = values("issuer");
  const audiences = values("audience");
  const algorithms = rawTexts(child(config, "jws"), "allowed_algorithms");
  const tokens = child(config, "http").get("tokens") ?? null;
  if (!isList(tokens) || tokens.length === 0 || issuers.length === 0 || algorithms.length === 0)
    throw new Undecided("a jwt-validation without tokens, issuers or algorithms");
  const results: Value[] = [];
  for (const token of tokens) {
    if (!isMap(token)) throw new Undecided("a token that is no object");
    const found = findToken(stage, token, by);
    if ("outcome" in found) return found;
    const { claims, algorithm, signed } = found;
    if (algorithm !== undefined && !algorithms.includes(algorithm)) return refused(run, by, 401);
    const objection = objectionTo(claims, issuers, audiences, state.now);
    if (objection === "absent") {
      if (run.fork("whether a token without an audience passes", 2) === 0) return refused(run, by, 401);
    } else if (objection !== undefined) return refused(run, by, 401);
    if (!signed) throw new Undecided("the signature of a token");
    results.push(tokenResult(claims, found.location, found.property));
  }
  state.results.set("jwt_validation", result("jwt_validation", { tokens: results, error: undefined }));
  return passed(stage, by);
}

function allowList(stage: Stage, config: ValueMap): readonly string[] {
  const value = config.get("allow_list") ?? null;
  if (value === null) return [];
  if (!isList(value)) throw new Undecided("allow_list, which is no list");
  return value.map((item) => {
    if (!isMap(item)) throw new Undecided("an item of allow_list that is no object");
    return required(stage, item, "value");
  });
}

interface FoundToken {
  readonly claims: JsonObject;
  readonly algorithm: string | undefined;
  /** The signature counts as good. */
  readonly signed: boolean;
  readonly location: string;
  readonly property: string;
}

/** The token that a place of the request holds, or what its absence means. */
function findToken(stage: Stage, token: ValueMap, by: Cause): FoundToken | Ending {
  const { run, state } = stage;
  const { identity, method } = state.question;
  const location = required(stage, token, "method");
  const property = required(stage, token, "name");
  if (location !== "header" && location !== "body") throw new Undecided(`tokens in ${location.slice(0, 40)}`);
  if (location === "body" && !["POST", "PUT", "PATCH"].includes(method)) return refused(run, by);
  if (identity?.claims && !(location === "header" && state.removed.has(property.toLowerCase())))
    return { claims: identity.claims, algorithm: identity.algorithm, signed: true, location, property };
  if (location === "body") throw new Undecided("the body of the request");
  const sent = state.headerText(property.toLowerCase());
  if (sent === "") return asksFor(run, by, "jwt", 401);
  const prefix = text(stage, token, "prefix") ?? "";
  const read = sent.startsWith(prefix) ? readToken(sent.slice(prefix.length)) : undefined;
  if (!read) return refused(run, by, 401);
  const algorithm = typeof read.header.alg === "string" ? read.header.alg : "none";
  return { claims: read.claims, algorithm, signed: false, location, property };
}

function tokenResult(claims: JsonObject, location: string, property: string): Value {
  return result("jwt_validation.tokens", {
    payload: jsonMap(claims),
    verified: true,
    location,
    location_property: property,
  });
}

const jsonMap = (given: Json): Value => {
  if (Array.isArray(given)) return given.map(jsonMap);
  if (!isObject(given)) return given;
  return new Map(Object.entries(given).map(([key, item]) => [key, jsonMap(item)]));
};

function verifyWebhook(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { run, state } = stage;
  const provider = required(stage, config, "provider");
  const verified = state.question.identity?.webhook?.toLowerCase() === provider?.toLowerCase();
  state.results.set("verify_webhook", result("verify_webhook", { verified }));
  if (verified) return passed(stage, by);
  return enforced(stage, config, by, () => refused(run, by, 403));
}

function terminateTls(stage: Stage, config: ValueMap, by: Cause): Verdict {
  if (stage.protocol !== "https" && stage.protocol !== "tls")
    throw new Undecided(`the action terminate-tls at ${stage.protocol}`);
  const version = (key: string, otherwise: string) => {
    const value = config.get(key) ?? null;
    return value === null ? otherwise : String(value);
  };
  stage.state.hasEndedTls = true;
  stage.state.results.set("terminate_tls", result("terminate_tls", {}));
  if (!speaks(stage, version("min_version", "1.2"), version("max_version", "1.3")))
    return refused(stage.run, by);
  const strategy = config.get("mutual_tls_verification_strategy") ?? null;
  const authorities = texts(stage, config, "mutual_tls_certificate_authorities");
  const isMutual = strategy !== null || (config.get("mutual_tls_certificate_authorities") ?? null) !== null;
  if (!isMutual) return passed(stage, by);
  if (authorities.length === 0) throw new Undecided("mutual TLS without certificate authorities");
  if (strategy !== null && !STRATEGIES.includes(strategy))
    throw new Undecided("mutual_tls_verification_strategy");
  return mutualTls(stage, by, authorities, strategy === null ? undefined : String(strategy));
}

const STRATEGIES: readonly Value[] = ["require-and-verify", "require-any", "request"];

function forwardInternal(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { run } = stage;
  const goesOn = continuesOnError(config, false);
  const given = required(stage, config, "url");
  const url = readUrl(given);
  if (!url?.host.endsWith(".internal")) throw new Undecided(`forward-internal to ${given.slice(0, 80)}`);
  const schemes = isHttp(stage) ? ["http", "https"] : ["tcp", "tls"];
  if (!schemes.includes(url.scheme) || (!isHttp(stage) && /^http/.test(stage.protocol)))
    throw new Undecided(`forward-internal to ${url.scheme} in ${stage.phase}`);
  run.step(by, `to ${url.scheme}://${url.host}:${url.port}`);
  const ending = stage.forward(url, goesOn);
  if (ending) return ending;
  if (!goesOn) return refused(run, by);
  stage.state.results.set(
    "forward_internal",
    result("forward_internal", { url: `${url.scheme}://${url.host}:${url.port}` }),
  );
  run.step(by, "no endpoint: continued");
  return undefined;
}

/** Replaces each match in the URL; undefined if nothing matches. */
function rewritten(stage: Stage, config: ValueMap): string | undefined {
  const { state } = stage;
  const from = text(stage, config, "from");
  const to = required(stage, config, "to");
  if (from === undefined) return to;
  if (state.settledPath === undefined) throw new Undecided("req.url");
  const url = plain(wholeUrl(stage));
  if (typeof url !== "string") return undefined;
  stage.expressions.budget.spend(patternCost(from.length, url.length));
  const matcher = pattern(from).matcher(url);
  let at = 0;
  let replaced = "";
  let found = false;
  while (matcher.find()) {
    found = true;
    replaced = bounded(
      replaced + url.slice(at, matcher.start()) + expand(to, (group) => matcher.group(group)),
    );
    at = matcher.end();
    if (matcher.start() === matcher.end() && at >= url.length) break;
  }
  return found ? replaced + url.slice(at) : undefined;
}

const wholeUrl = (stage: Stage): Value => stage.expressions.evaluate("req.url", stage.state.scope);

function isUrlKnown(stage: Stage): boolean {
  try {
    return stage.state.settledPath !== undefined && typeof plain(wholeUrl(stage)) === "string";
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return false;
  }
}

/** A replacement with `$1` or `${1}` filled in; a name that goes on after the digits can be read in two ways. */
function expand(template: string, group: (index: number) => string | null): string {
  return template.replace(/\$(?:\{(\d{1,2})\}|(\d{1,2})(\w?)|(\w))/g, (all, braced, bare, more, name) => {
    if (more || name !== undefined) throw new Undecided(`the replacement ${all}`);
    try {
      return group(Number(braced ?? bare)) ?? "";
    } catch {
      return "";
    }
  });
}

/** An address that a rewritten URL means: one without a host keeps that of the request. */
function resolve(given: string, url: UrlParts): string {
  const path = /^[a-z]+:\/\/(\/.*)$/i.exec(given)?.[1] ?? given;
  if (!path.startsWith("/")) return given;
  const port = url.explicitPort ? `:${url.port}` : "";
  return `${url.scheme}://${url.host}${port}${path}`;
}

function redirect(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { run, state } = stage;
  const code = status(config, 302);
  let to: string | undefined;
  try {
    to = rewritten(stage, config);
    if (to !== undefined) to = resolve(to, state.url);
    const url = to === undefined ? undefined : plain(wholeUrl(stage));
    if (to === undefined || to === url) {
      run.step(by, "URL unchanged");
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    // What it leads to is not known, and so neither is whether it is another URL.
    if (run.fork(error.what, 2) === 1) return undefined;
    return run.end({ outcome: "redirected", by, ...code });
  }
  return run.end({ outcome: "redirected", by, ...code, to });
}

function urlRewrite(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { run, state } = stage;
  if (config.has("from") && !isUrlKnown(stage)) {
    // Whether it matches, and what it makes of the URL, is not known: the request goes on all the same.
    if (run.fork("req.url", 2) === 1) state.isUrlUnknown = true;
    return undefined;
  }
  const to = rewritten(stage, config);
  if (to === undefined) {
    run.step(by, "URL unchanged");
    return undefined;
  }
  const url = readUrl(resolve(to, state.url));
  if (!url) throw new Undecided(`the URL ${to.slice(0, 80)}`);
  state.url = url;
  state.isUrlUnknown = false;
  run.step(by, `to ${url.raw.slice(0, 200)}`);
  return undefined;
}

function addHeaders(stage: Stage, config: ValueMap): Verdict {
  if (stage.phase === "on_http_response") return undefined;
  const { headers } = stage.state;
  for (const [key, value] of child(config, "headers")) {
    const name = String(key).toLowerCase();
    if (name === "user-agent") continue;
    const before = name === "host" ? [] : (headers.get(name) ?? []);
    headers.set(name, [...before, interpolated(stage, value)]);
  }
  return undefined;
}

/** A value with its interpolations filled in, at any depth; one that is not known is so as a whole. */
function interpolated(stage: Stage, value: Value): Value {
  try {
    return deep(stage, value, 0);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return new Unknown(error.what);
  }
}

function deep(stage: Stage, value: Value, depth: number): Value {
  if (depth > 50) throw new Undecided("a configuration of more than 50 levels");
  if (typeof value === "string") return stage.expressions.interpolate(value, stage.state.scope);
  if (isList(value)) return value.map((item) => deep(stage, item, depth + 1));
  if (isMap(value)) return new Map([...value].map(([key, item]) => [key, deep(stage, item, depth + 1)]));
  return value;
}

function removeHeaders({ phase, state }: Stage, config: ValueMap): Verdict {
  // Afterwards they are those of the response.
  if (phase === "on_http_response") return undefined;
  const names = rawTexts(config, "headers").map((name) => name.toLowerCase());
  for (const name of names.filter((one) => one !== "user-agent")) {
    state.headers.delete(name);
    state.removed = new Set([...state.removed, name]);
  }
  return undefined;
}

function setVars(stage: Stage, config: ValueMap): Verdict {
  const vars = config.get("vars") ?? null;
  if (!isList(vars)) throw new Undecided("vars, which is no list");
  for (const one of vars) {
    const [entry, more] = isMap(one) ? [...one] : [];
    if (!entry || more) throw new Undecided("vars with a map of other than one name");
    stage.state.vars.set(String(entry[0]), interpolated(stage, entry[1]));
  }
  return undefined;
}

/** Something that depends on other requests or on what is behind: it may refuse, and here it does not. */
function mayRefuse(stage: Stage, by: Cause, code?: number): undefined {
  stage.run.step(by, "assumed");
  stage.run.may.push({ outcome: "refused", by, ...(code === undefined ? {} : { status: code }) });
}

function rateLimit(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const isEnforced = flag(config, "enforce", true);
  stage.state.results.set("rate_limit", result("rate_limit", isEnforced ? { limited: false } : {}));
  return isEnforced ? mayRefuse(stage, by, 429) : undefined;
}

function httpRequest(stage: Stage, config: ValueMap, by: Cause): Verdict {
  stage.state.results.set("http_request", result("http_request", {}));
  return continuesOnError(config, true) ? undefined : mayRefuse(stage, by);
}

function owaspRequest(stage: Stage, _config: ValueMap, by: Cause): Verdict {
  stage.state.results.set("owasp_crs_request", result("owasp_crs_request", { decision: "allow" }));
  return mayRefuse(stage, by, 403);
}

const nothing = (): undefined => undefined;

/** How actions run, by their types; those missing are undecided. */
const RUNS: ReadonlyMap<string, Run> = new Map<string, Run>([
  ["add-headers", addHeaders],
  ["basic-auth", basicAuth],
  [
    "circuit-breaker",
    (stage, config, by) => (flag(config, "enforce", true) ? mayRefuse(stage, by) : undefined),
  ],
  ["close-connection", (stage, _config, by) => refused(stage.run, by)],
  ["compress-response", nothing],
  [
    "custom-response",
    (stage, config, by) => stage.run.end({ outcome: "answered", by, ...status(config, 200) }),
  ],
  [
    "deny",
    (stage, config, by) =>
      stage.run.end({ outcome: "refused", by, ...(isHttp(stage) ? status(config, 403) : {}) }),
  ],
  ["forward-internal", forwardInternal],
  ["http-request", httpRequest],
  ["jwt-validation", validateJwt],
  ["log", nothing],
  ["oauth", (stage, config, by) => signOn(stage, config, by, "oauth")],
  ["openid-connect", (stage, config, by) => signOn(stage, config, by, "openid-connect")],
  ["owasp-crs-request", owaspRequest],
  ["owasp-crs-response", (stage, _config, by) => mayRefuse(stage, by)],
  ["rate-limit", rateLimit],
  ["redirect", redirect],
  ["remove-headers", removeHeaders],
  ["request-body-find-replace", nothing],
  ["response-body-find-replace", nothing],
  ["restrict-ips", restrictIps],
  ["set-vars", setVars],
  ["terminate-tls", terminateTls],
  ["url-rewrite", urlRewrite],
  ["verify-webhook", verifyWebhook],
]);
