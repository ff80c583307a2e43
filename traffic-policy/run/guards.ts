import type { Cause, Ending } from "../evaluate/outcome";
import type { RequestState } from "../evaluate/request";
import { isTrusted, readChain } from "../language/certificates";
import { Undecided } from "../language/values";
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

/** The ending of the request; undefined if the request passes. */
export type Verdict = Ending | undefined;

export const refuse = (run: Run, by: Cause, status?: number): Ending =>
  run.end({ outcome: "refused", by, ...(status === undefined ? {} : { status }) });

export const challenge = (run: Run, by: Cause, asks: string, status?: number): Ending =>
  run.end({ outcome: "asks", by, ...(status === undefined ? {} : { status }), asks });

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
  const chain = cert === undefined ? [] : readChain(cert);
  if (required === "optional") {
    state.certificate = chain?.[0];
    return undefined;
  }
  if (cert === undefined) return challenge(run, by, "client-certificate");
  const [leaf] = chain ?? [];
  if (!chain || !leaf) return refuse(run, by);
  const trusted = authorities.flatMap(
    (authority) => readChain(account.authority(authority) ?? authority) ?? [],
  );
  if (required === "verified" && !isTrusted(chain, trusted, state.now)) return refuse(run, by);
  state.certificate = leaf;
  run.step(by, "passed");
  return undefined;
}

const VERSIONS = ["1.0", "1.1", "1.2", "1.3"];

/** True if the client supports a TLS version in the range. A client without a specified version supports all. */
export function acceptsTlsVersion({ state }: EvaluationContext, lowest: string, highest = "1.3"): boolean {
  const version = state.question.tls_version;
  if (!VERSIONS.includes(lowest) || !VERSIONS.includes(highest))
    throw new Undecided(`TLS ${lowest} to ${highest}`);
  const [min, max] = [VERSIONS.indexOf(lowest), VERSIONS.indexOf(highest)];
  if (version === undefined) return min <= max;
  const level = VERSIONS.indexOf(version);
  return min <= level && level <= max;
}

/** The lowest TLS version that the service accepts by default. */
export const DEFAULT_MIN_TLS_VERSION = "1.2";

/** True for a CORS preflight request (Fetch standard). */
export const isPreflight = ({ question, headers }: RequestState): boolean =>
  question.method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");
