import { defaultOf, type GuardKind } from "../actions/actions";
import type { JsonObject } from "../language/json";
import { readRange } from "../language/networks";
import { fromJson, isList, isMap, toText, Undecided, type Value, type ValueMap } from "../language/values";
import {
  type ActionContext,
  type ActionRunner,
  childMap,
  flag,
  isHttp,
  rawTexts,
  requiredText,
  text,
  texts,
} from "./action-context";
import { checkAddress } from "./addresses";
import {
  acceptsTlsVersion,
  challenge,
  identityValue,
  isPreflight,
  mutualTls,
  refuse,
  type Verdict,
} from "./guards";
import { readToken, validateClaims } from "./jwt";
import type { Cause, Ending } from "./outcome";
import { actionResult } from "./request";

function endIfEnforced(context: ActionContext, config: ValueMap, by: Cause, end: () => Ending): Verdict {
  if (flag(config, "enforce", true)) return end();
  context.run.step(by, "not enforced");
  return undefined;
}

function pass(context: ActionContext, by: Cause): undefined {
  context.run.step(by, "passed");
}

function restrictIps(context: ActionContext, config: ValueMap, by: Cause): Verdict {
  const { account, run, state } = context;
  const lists = { allow: texts(context, config, "allow"), deny: texts(context, config, "deny") };
  for (const cidr of [...lists.allow, ...lists.deny])
    if (!readRange(cidr)) throw new Undecided(`the CIDR ${cidr.slice(0, 80)}`);
  const policies = account.rangesOf(texts(context, config, "ip_policies"));
  const verdict = checkAddress(run, state.question.ip, policies, lists);
  state.results.set(
    "restrict_ips",
    actionResult("restrict_ips", {
      action: verdict.allowed ? "allow" : "deny",
      matched_cidr: verdict.matched,
      error: undefined,
    }),
  );
  if (verdict.allowed) return pass(context, by);
  return endIfEnforced(context, config, by, () => refuse(run, by, isHttp(context) ? 403 : undefined));
}

function basicAuth(context: ActionContext, config: ValueMap, by: Cause): Verdict {
  const { run, state } = context;
  const [, encoded] = /^basic +(\S+)$/i.exec(state.headerText("authorization").trim()) ?? [];
  const userAndPassword = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf8");
  const presented = userAndPassword.includes(":");
  const authorized = presented && hasCredential(context, config, userAndPassword);
  const credentials = new Map<string, Value>([
    ["presented", presented],
    ["username", userAndPassword.split(":", 1)[0] ?? ""],
    ["authorized", authorized],
  ]);
  state.results.set("basic_auth", actionResult("basic_auth", { credentials }));
  if (authorized) return pass(context, by);
  return endIfEnforced(context, config, by, () =>
    presented ? refuse(run, by, 401) : challenge(run, by, "basic-auth", 401),
  );
}

/** @throws Undecided if only an unknown credential could match */
function hasCredential(context: ActionContext, config: ValueMap, userAndPassword: string): boolean {
  let unknown: Undecided | undefined;
  for (const credential of rawTexts(config, "credentials")) {
    try {
      if (toText(context.expressions.interpolate(credential, context.state.scope)) === userAndPassword)
        return true;
    } catch (error) {
      if (!(error instanceof Undecided)) throw error;
      unknown = error;
    }
  }
  if (unknown) throw unknown;
  return false;
}

function signIn(
  context: ActionContext,
  config: ValueMap,
  by: Cause,
  kind: "oauth" | "openid-connect",
): Verdict {
  const { run, state } = context;
  const { identity, method } = state.question;
  if (flag(config, "allow_cors_preflight", false) && method === "OPTIONS") {
    // The API reference doesn't say whether it exempts every OPTIONS request as a CORS preflight.
    if (isPreflight(state) || run.fork("whether every OPTIONS request is a CORS preflight", 2) === 0) {
      run.step(by, "bypassed");
      return undefined;
    }
  }
  if (state.isUrlUnknown) throw new Undecided("the rewritten URL of the request");
  const path = state.url.path;
  if (path === "/ngrok/logout") return run.end({ outcome: "answered", by });
  const isSignedIn =
    kind === "oauth"
      ? identity?.provider !== undefined && identity.provider === text(context, config, "provider")
      : identity?.issuer !== undefined &&
        isSameIssuer(identity.issuer, text(context, config, "issuer_url") ?? "");
  if (!isSignedIn || path === "/ngrok/login") return challenge(run, by, kind, 302);
  if (kind === "openid-connect" && path.startsWith("/auth/")) return run.end({ outcome: "answered", by });
  const name = kind === "oauth" ? "oauth" : "oidc";
  const fields = ["id", "email", "name"] as const;
  const knownFields = fields.flatMap((field) => {
    const value = identityValue(state, field);
    return value === undefined ? [] : [[field, value] as const];
  });
  state.results.set(
    name,
    actionResult(name, {
      identity: actionResult(`${name}.identity`, Object.fromEntries(knownFields)),
      error: undefined,
    }),
  );
  return pass(context, by);
}

const isSameIssuer = (a: string, b: string): boolean => a.replace(/\/$/, "") === b.replace(/\/$/, "");

function validateJwt(context: ActionContext, config: ValueMap, by: Cause): Verdict {
  const { run, state } = context;
  const values = (key: string) => allowList(context, childMap(config, key));
  const issuers = values("issuer");
  const audiences = values("audience");
  const algorithms = rawTexts(childMap(config, "jws"), "allowed_algorithms");
  const tokens = childMap(config, "http").get("tokens") ?? null;
  if (!isList(tokens) || tokens.length === 0 || issuers.length === 0 || algorithms.length === 0)
    throw new Undecided("a jwt-validation without tokens, issuers, or algorithms");
  const results: Value[] = [];
  for (const token of tokens) {
    if (!isMap(token)) throw new Undecided("a token that is not an object");
    const foundToken = findToken(context, token, by);
    if ("outcome" in foundToken) return foundToken;
    const { claims, algorithm, location, property, hasValidSignature } = foundToken;
    if (algorithm !== undefined && !algorithms.includes(algorithm)) return refuse(run, by, 401);
    const validity = validateClaims(claims, issuers, audiences, state.now);
    if (validity === "invalid") return refuse(run, by, 401);
    if (validity === "no audience" && run.fork("whether a token without an audience passes", 2) === 0)
      return refuse(run, by, 401);
    if (!hasValidSignature) throw new Undecided("the signature of a token");
    results.push(
      actionResult("jwt_validation.tokens", {
        payload: fromJson(claims),
        verified: true,
        location,
        location_property: property,
      }),
    );
  }
  state.results.set("jwt_validation", actionResult("jwt_validation", { tokens: results, error: undefined }));
  return pass(context, by);
}

function allowList(context: ActionContext, config: ValueMap): readonly string[] {
  const value = config.get("allow_list") ?? null;
  if (value === null) return [];
  if (!isList(value)) throw new Undecided("allow_list, which is not a list");
  return value.map((item) => {
    if (!isMap(item)) throw new Undecided("an item of allow_list that is not an object");
    return requiredText(context, item, "value");
  });
}

interface FoundToken {
  readonly claims: JsonObject;
  readonly algorithm: string | undefined;
  /** True if the signature is assumed to be valid; otherwise it is unknown. */
  readonly hasValidSignature: boolean;
  readonly location: string;
  readonly property: string;
}

/** Returns the token in the configured place of the request, or the ending of a request without a token. */
function findToken(context: ActionContext, settings: ValueMap, by: Cause): FoundToken | Ending {
  const { run, state } = context;
  const { identity, method } = state.question;
  const location = requiredText(context, settings, "method");
  const property = requiredText(context, settings, "name");
  if (location !== "header" && location !== "body") throw new Undecided(`tokens in ${location.slice(0, 40)}`);
  if (location === "body" && !["POST", "PUT", "PATCH"].includes(method)) return refuse(run, by);
  if (identity?.claims && !(location === "header" && state.removed.has(property.toLowerCase())))
    return {
      claims: identity.claims,
      algorithm: identity.algorithm,
      hasValidSignature: true,
      location,
      property,
    };
  if (location === "body") throw new Undecided("the body of the request");
  const header = state.headerText(property.toLowerCase());
  if (header === "") return challenge(run, by, "jwt", 401);
  const prefix = text(context, settings, "prefix") ?? "";
  const token = header.startsWith(prefix) ? readToken(header.slice(prefix.length)) : undefined;
  if (!token) return refuse(run, by, 401);
  const algorithm = typeof token.header.alg === "string" ? token.header.alg : "none";
  return { claims: token.claims, algorithm, hasValidSignature: false, location, property };
}

function verifyWebhook(context: ActionContext, config: ValueMap, by: Cause): Verdict {
  const { run, state } = context;
  const provider = requiredText(context, config, "provider");
  const verified = state.question.identity?.webhook?.toLowerCase() === provider?.toLowerCase();
  state.results.set("verify_webhook", actionResult("verify_webhook", { verified }));
  if (verified) return pass(context, by);
  return endIfEnforced(context, config, by, () => refuse(run, by, 403));
}

function terminateTls(context: ActionContext, config: ValueMap, by: Cause): Verdict {
  if (context.protocol !== "https" && context.protocol !== "tls")
    throw new Undecided(`the action terminate-tls at ${context.protocol}`);
  const version = (key: string) => String(config.get(key) ?? defaultOf("terminate-tls", key));
  context.state.hasTerminatedTls = true;
  context.state.results.set("terminate_tls", actionResult("terminate_tls", {}));
  if (!acceptsTlsVersion(context, version("min_version"), version("max_version")))
    return refuse(context.run, by);
  const strategy = config.get("mutual_tls_verification_strategy") ?? null;
  const authorities = texts(context, config, "mutual_tls_certificate_authorities");
  const isMutual = strategy !== null || (config.get("mutual_tls_certificate_authorities") ?? null) !== null;
  if (!isMutual) return pass(context, by);
  if (authorities.length === 0) throw new Undecided("mutual TLS without certificate authorities");
  if (strategy !== null && !STRATEGIES.includes(strategy))
    throw new Undecided("mutual_tls_verification_strategy");
  return mutualTls(context, by, authorities, strategy === null ? undefined : String(strategy));
}

const STRATEGIES: readonly Value[] = ["require-and-verify", "require-any", "request"];

export const GUARDS: Readonly<Record<GuardKind, ActionRunner>> = {
  address: restrictIps,
  password: basicAuth,
  oauth: (context, config, by) => signIn(context, config, by, "oauth"),
  "openid-connect": (context, config, by) => signIn(context, config, by, "openid-connect"),
  jwt: validateJwt,
  signature: verifyWebhook,
  tls: terminateTls,
};
