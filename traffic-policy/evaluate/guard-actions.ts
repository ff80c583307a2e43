import { defaultOf, type GuardKind } from "../actions/actions";
import { isObject, type Json, type JsonObject } from "../language/json";
import { readRange } from "../language/networks";
import { isList, isMap, toText, Undecided, type Value, type ValueMap } from "../language/values";
import { judge } from "./addresses";
import { child, flag, isHttp, type Run, rawTexts, required, type Stage, text, texts } from "./config";
import { asksFor, identityValue, isPreflight, mutualTls, refused, speaks, type Verdict } from "./guards";
import { objectionTo, readToken } from "./jwt";
import type { Cause, Ending } from "./outcome";
import { result } from "./request";

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
  const version = (key: string) => String(config.get(key) ?? defaultOf("terminate-tls", key));
  stage.state.hasEndedTls = true;
  stage.state.results.set("terminate_tls", result("terminate_tls", {}));
  if (!speaks(stage, version("min_version"), version("max_version"))) return refused(stage.run, by);
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

/** The guards, by what they check. */
export const GUARDS: Readonly<Record<GuardKind, Run>> = {
  address: restrictIps,
  password: basicAuth,
  oauth: (stage, config, by) => signOn(stage, config, by, "oauth"),
  "openid-connect": (stage, config, by) => signOn(stage, config, by, "openid-connect"),
  jwt: validateJwt,
  signature: verifyWebhook,
  tls: terminateTls,
};
