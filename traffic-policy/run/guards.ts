import { TLS_VERSIONS } from "../actions/guards";
import { anyDecides, type Expressions } from "../evaluate/expressions";
import type { Cause, Ending } from "../evaluate/outcome";
import type { UrlParts } from "../evaluate/question";
import { actionResult, type RequestState } from "../evaluate/request";
import { isTrusted, readCertificates } from "../language/certificates";
import type { JsonObject } from "../language/json";
import { readRange } from "../language/networks";
import { fromJson, toText, Undecided, type Value } from "../language/values";
import type { ConfiguredText, GuardAction, Requirement } from "../symbolic/policy-reading";
import { type AddressRules, checkAddress } from "./addresses";
import type { Run } from "./run";

export interface AccountData {
  /** Returns the rules of IP policies. An unknown id has no rules. */
  rangesOf(ipPolicies: readonly string[]): AddressRules;
  /** Returns the PEM certificates of a certificate authority; undefined for an unknown id, and for PEM itself. */
  authority(id: string): string | undefined;
}

export interface EvaluationContext {
  readonly account: AccountData;
  readonly run: Run;
  readonly state: RequestState;
}

/** The ending, such as a denial, a redirect, or a response; undefined if the request continues. */
export type Verdict = Ending | undefined;

export interface ActionContext extends EvaluationContext {
  readonly protocol: string;
  readonly expressions: Expressions;
  /** Forwards to an internal endpoint; undefined if it doesn't exist. */
  readonly forward: (url: UrlParts, continuesOnError: boolean) => Verdict;
}

export const evaluateText = ({ expressions, state }: ActionContext, text: string): string =>
  toText(expressions.interpolate(text, state.scope));

const evaluateTexts = (context: ActionContext, texts: readonly ConfiguredText[]): string[] =>
  texts.map(({ text }) => evaluateText(context, text));

export const isHttp = ({ state }: ActionContext): boolean => state.phase !== "on_tcp_connect";

/** Records that an action may deny the request, and assumes that it doesn't. */
export function recordPossibleDenial({ run }: ActionContext, by: Cause, status?: number): undefined {
  run.step(by, "assumed");
  run.may.push({ outcome: "refused", by, status });
}

export const refuse = (run: Run, by: Cause, status?: number): Ending =>
  run.end({ outcome: "refused", by, status });

export const challenge = (run: Run, by: Cause, asks: string, status?: number): Ending =>
  run.end({ outcome: "asks", by, status, asks });

/**
 * Checks the client certificate.
 *
 * @param authorities - PEM texts or ids of certificate authorities; an unknown id trusts no certificate.
 */
export function mutualTls(
  { account, run, state }: EvaluationContext,
  by: Cause,
  authorities: readonly string[],
  required: "verified" | "any" | "optional" = "verified",
): Verdict {
  const { cert } = state.question;
  const chain = (cert === undefined ? [] : readCertificates(cert)) ?? [];
  const [leaf] = chain;
  if (required === "optional") {
    state.certificate = leaf;
    return undefined;
  }
  if (cert === undefined) return challenge(run, by, "client-certificate");
  if (!leaf) return refuse(run, by);
  const trusted = authorities.flatMap(
    (authority) => readCertificates(account.authority(authority) ?? authority) ?? [],
  );
  if (required === "verified" && !isTrusted(chain, trusted, state.now)) return refuse(run, by);
  state.certificate = leaf;
  return run.step(by, "passed");
}

/** True if the client supports a TLS version in the range. A client without a specified version supports all. */
export function acceptsTlsVersion({ state }: EvaluationContext, lowest: string, highest = "1.3"): boolean {
  if (!TLS_VERSIONS.includes(lowest) || !TLS_VERSIONS.includes(highest))
    throw new Undecided(`TLS ${lowest} to ${highest}`);
  const { tls_version: version } = state.question;
  return version === undefined ? lowest <= highest : lowest <= version && version <= highest;
}

/** The default of `terminate-tls`, which also applies without this action. */
export const DEFAULT_MIN_TLS_VERSION = "1.2";

const isPreflight = ({ question, headers }: RequestState): boolean =>
  question.method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");

type RequirementOf<Kind extends Requirement["kind"]> = Extract<Requirement, { readonly kind: Kind }>;

export function runGuard(
  context: ActionContext,
  { requires, isEnforced }: Extract<GuardAction, { readonly effect: "guards" }>,
  by: Cause,
): Verdict {
  const { run } = context;
  const endIfEnforced = (end: () => Ending): Verdict => (isEnforced ? end() : run.step(by, "not enforced"));
  switch (requires.kind) {
    case "address":
      if (checkClientAddress(context, requires)) break;
      return endIfEnforced(() => refuse(run, by, isHttp(context) ? 403 : undefined));
    case "password": {
      const credentials = checkCredentials(context, requires);
      if (credentials === "authorized") break;
      return endIfEnforced(() =>
        credentials === "wrong" ? refuse(run, by, 401) : challenge(run, by, "basic-auth", 401),
      );
    }
    case "signature":
      if (checkSignature(context, requires)) break;
      return endIfEnforced(() => refuse(run, by, 403));
    case "oauth":
    case "openid-connect":
      return signIn(context, requires, by);
    case "jwt":
      return validateJwt(context, requires, by);
    case "tls":
      return terminateTls(context, requires, by);
  }
  return run.step(by, "passed");
}

function checkClientAddress(
  context: ActionContext,
  { ipPolicies, ...cidrs }: RequirementOf<"address">,
): boolean {
  const { account, run, state } = context;
  const lists = { allow: evaluateTexts(context, cidrs.allow), deny: evaluateTexts(context, cidrs.deny) };
  for (const cidr of [...lists.allow, ...lists.deny])
    if (!readRange(cidr)) throw new Undecided(`the CIDR ${cidr.slice(0, 80)}`);
  const policies = account.rangesOf(evaluateTexts(context, ipPolicies));
  const { allowed, matched } = checkAddress(run, state.question.ip, policies, lists);
  const action = allowed ? "allow" : "deny";
  state.setResult("restrict_ips", { action, matched_cidr: matched, error: undefined });
  return allowed;
}

/** @throws Undecided if only an unknown credential could match */
function checkCredentials(
  context: ActionContext,
  requires: RequirementOf<"password">,
): "authorized" | "wrong" | "missing" {
  const { state } = context;
  const [, encoded] = /^basic +(\S+)$/i.exec(state.headerText("authorization").trim()) ?? [];
  const userAndPassword = encoded === undefined ? "" : Buffer.from(encoded, "base64").toString("utf8");
  const presented = userAndPassword.includes(":");
  const isMatch = ({ text }: ConfiguredText) => evaluateText(context, text) === userAndPassword;
  const authorized = presented && anyDecides(requires.credentials, true, isMatch);
  const credentials = new Map<string, Value>([
    ["presented", presented],
    ["username", userAndPassword.split(":", 1)[0] ?? ""],
    ["authorized", authorized],
  ]);
  state.setResult("basic_auth", { credentials });
  return authorized ? "authorized" : presented ? "wrong" : "missing";
}

function signIn(
  context: ActionContext,
  { kind, provider, allowsPreflight }: RequirementOf<"oauth" | "openid-connect">,
  by: Cause,
): Verdict {
  const { run, state } = context;
  const { identity, method } = state.question;
  // The API reference doesn't say whether `allow_cors_preflight` exempts every OPTIONS request.
  const isExempt = () =>
    isPreflight(state) || run.fork("whether every OPTIONS request is a CORS preflight", 2) === 0;
  if (allowsPreflight && method === "OPTIONS" && isExempt()) return run.step(by, "bypassed");
  if (state.isUrlUnknown) throw new Undecided("the rewritten URL of the request");
  const path = state.url.path;
  if (path === "/ngrok/logout") return run.end({ outcome: "answered", by });
  const withoutSlash = (text: string) => (kind === "oauth" ? text : text.replace(/\/$/, ""));
  const signedInWith = kind === "oauth" ? identity?.provider : identity?.issuer;
  const isSignedIn =
    signedInWith !== undefined &&
    withoutSlash(signedInWith) === withoutSlash(evaluateText(context, provider.text));
  if (!isSignedIn || path === "/ngrok/login") return challenge(run, by, kind, 302);
  if (kind === "openid-connect" && path.startsWith("/auth/")) return run.end({ outcome: "answered", by });
  const { id, email, name } = identity ?? {};
  const fields = Object.entries({ id, email, name }).filter(([, value]) => value !== undefined);
  const action = kind === "oauth" ? "oauth" : "oidc";
  const result = actionResult(`${action}.identity`, Object.fromEntries(fields));
  state.setResult(action, { identity: result, error: undefined });
  return run.step(by, "passed");
}

/** A JWT with a signature, after a prefix such as `Bearer`. */
const SIGNED_TOKEN = /^(?:\S+ +)?[\w-]+\.[\w-]+\.[\w-]+$/;

function validateJwt(context: ActionContext, requires: RequirementOf<"jwt">, by: Cause): Verdict {
  const { run, state } = context;
  const { identity, method } = state.question;
  for (const { location } of requires.tokens) {
    const [part, name = ""] = location.split(" ");
    if (part === "body" && !["POST", "PUT", "PATCH"].includes(method)) return refuse(run, by);
    if (identity?.claims && !(part === "header" && state.removedHeaders.has(name))) continue;
    if (part === "body") throw new Undecided("the body of the request");
    const header = state.headerText(name);
    if (header === "") return challenge(run, by, "jwt", 401);
    if (!SIGNED_TOKEN.test(header)) return refuse(run, by, 401);
    throw new Undecided("the signature of a token");
  }
  const { claims = {}, algorithm } = identity ?? {};
  const isAllowed = algorithm === undefined || requires.algorithms.some(({ text }) => text === algorithm);
  const issuers = evaluateTexts(context, requires.issuers);
  const audiences = evaluateTexts(context, requires.audiences);
  const validity = isAllowed ? validateClaims(claims, issuers, audiences, state.now) : "invalid";
  if (validity === "invalid") return refuse(run, by, 401);
  // The first branch assumes that the token doesn't pass.
  if (validity === "no audience" && run.fork("whether a token without an audience passes", 2) === 0)
    return refuse(run, by, 401);
  const token = actionResult("jwt_validation.tokens", { payload: fromJson(claims), verified: true });
  const tokens = requires.tokens.map(() => token);
  state.setResult("jwt_validation", { tokens, error: undefined });
  return run.step(by, "passed");
}

/** Validates the claims of a token. `no audience`: the policy requires an audience, and the token has none. */
function validateClaims(
  claims: JsonObject,
  issuers: readonly string[],
  audiences: readonly string[],
  now: number,
): "valid" | "invalid" | "no audience" {
  if (typeof claims.iss !== "string" || !issuers.includes(claims.iss)) return "invalid";
  if (typeof claims.exp === "number" && claims.exp * 1000 <= now) return "invalid";
  if (typeof claims.nbf === "number" && claims.nbf * 1000 > now) return "invalid";
  if (audiences.length === 0) return "valid";
  if (claims.aud === undefined) return "no audience";
  const isAllowed = [claims.aud]
    .flat()
    .some((audience) => typeof audience === "string" && audiences.includes(audience));
  return isAllowed ? "valid" : "invalid";
}

function checkSignature(context: ActionContext, requires: RequirementOf<"signature">): boolean {
  const { state } = context;
  const provider = evaluateText(context, requires.provider.text);
  const verified = state.question.identity?.webhook?.toLowerCase() === provider.toLowerCase();
  state.setResult("verify_webhook", { verified });
  return verified;
}

function terminateTls(context: ActionContext, requires: RequirementOf<"tls">, by: Cause): Verdict {
  if (context.protocol !== "https" && context.protocol !== "tls")
    throw new Undecided(`the action terminate-tls at ${context.protocol}`);
  context.state.hasTerminatedTls = true;
  context.state.setResult("terminate_tls", {});
  if (!acceptsTlsVersion(context, requires.minVersion, requires.maxVersion)) return refuse(context.run, by);
  if (requires.certificate === undefined) return context.run.step(by, "passed");
  const authorities = evaluateTexts(context, requires.authorities);
  if (authorities.length === 0) throw new Undecided("mutual TLS without certificate authorities");
  return mutualTls(context, by, authorities, requires.certificate);
}
