import { TLS_VERSIONS } from "../actions/guards";
import type { Expressions } from "../evaluate/expressions";
import type { Cause, Ending } from "../evaluate/outcome";
import type { UrlParts } from "../evaluate/question";
import type { RequestState } from "../evaluate/request";
import { isTrusted, readChain } from "../language/certificates";
import { toText, Undecided } from "../language/values";
import type { ConfiguredText } from "../symbolic/policy-reading";
import type { AddressRules } from "./addresses";
import type { Run } from "./run";

export interface AccountData {
  /** Returns the rules of IP policies. An unknown id has no rules. */
  rangesOf(ipPolicies: readonly string[]): AddressRules;
  /** Returns the PEM certificates of a certificate authority; undefined for an unknown id. */
  authority(id: string): string | undefined;
}

export interface EvaluationContext {
  readonly account: AccountData;
  readonly run: Run;
  readonly state: RequestState;
}

/** Undefined if the request passes. */
export type Verdict = Ending | undefined;

export interface ActionContext extends EvaluationContext {
  readonly protocol: string;
  readonly expressions: Expressions;
  /** Forwards to an internal endpoint; undefined if it doesn't exist. */
  readonly forward: (url: UrlParts, continuesOnError: boolean) => Verdict;
}

export const evaluateText = ({ expressions, state }: ActionContext, text: string): string =>
  toText(expressions.interpolate(text, state.scope));

export const evaluateTexts = (context: ActionContext, texts: readonly ConfiguredText[]): string[] =>
  texts.map(({ text }) => evaluateText(context, text));

export const isHttp = ({ state }: ActionContext): boolean => state.phase !== "on_tcp_connect";

/** Records that an action may deny the request, and assumes that it doesn't. */
export function mayDeny({ run }: ActionContext, by: Cause, status?: number): undefined {
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
  const chain = (cert === undefined ? [] : readChain(cert)) ?? [];
  const [leaf] = chain;
  if (required === "optional") {
    state.certificate = leaf;
    return undefined;
  }
  if (cert === undefined) return challenge(run, by, "client-certificate");
  if (!leaf) return refuse(run, by);
  const trusted = authorities.flatMap(
    (authority) => readChain(account.authority(authority) ?? authority) ?? [],
  );
  if (required === "verified" && !isTrusted(chain, trusted, state.now)) return refuse(run, by);
  state.certificate = leaf;
  run.step(by, "passed");
  return undefined;
}

/** True if the client supports a TLS version in the range. A client without a specified version supports all. */
export function acceptsTlsVersion({ state }: EvaluationContext, lowest: string, highest = "1.3"): boolean {
  if (!TLS_VERSIONS.includes(lowest) || !TLS_VERSIONS.includes(highest))
    throw new Undecided(`TLS ${lowest} to ${highest}`);
  const { tls_version: version } = state.question;
  return version === undefined ? lowest <= highest : lowest <= version && version <= highest;
}

/** The service's default. */
export const DEFAULT_MIN_TLS_VERSION = "1.2";

export const isPreflight = ({ question, headers }: RequestState): boolean =>
  question.method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
