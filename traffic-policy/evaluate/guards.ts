import { fromJson, Undecided, type Value } from "../language/values";
import type { AddressRules } from "./addresses";
import { isTrusted, readChain } from "./certificates";
import type { Cause, Ending } from "./outcome";
import type { RequestState } from "./request";
import type { Run } from "./run";

/** What policies refer to in the account. */
export interface AccountData {
  /** The rules of IP policies, by their ids. One that does not exist has none. */
  rangesOf(ipPolicies: readonly string[]): AddressRules;
  /** Certificates in PEM of a certificate authority; undefined for an id that names none. */
  authority(id: string): string | undefined;
}

export interface Visit {
  readonly account: AccountData;
  readonly run: Run;
  readonly state: RequestState;
}

/** Refuses or asks, or undefined to let it pass. */
export type Verdict = Ending | undefined;

export const refused = (run: Run, by: Cause, status?: number): Ending =>
  run.end({ outcome: "refused", by, ...(status === undefined ? {} : { status }) });

export const asksFor = (run: Run, by: Cause, asks: string, status?: number): Ending =>
  run.end({ outcome: "asks", by, ...(status === undefined ? {} : { status }), asks });

/**
 * Mutual TLS.
 *
 * @param authorities PEM texts or ids of certificate authorities; an id that names none trusts nobody
 * @param strategy of terminate-tls; a module requires and verifies
 */
export function mutualTls(
  { account, run, state }: Visit,
  by: Cause,
  authorities: readonly string[],
  strategy = "require-and-verify",
): Verdict {
  const { cert } = state.question;
  const chain = cert === undefined ? [] : readChain(cert);
  if (strategy === "request") {
    state.certificate = chain?.[0];
    return undefined;
  }
  if (cert === undefined) return asksFor(run, by, "client-certificate");
  const [leaf] = chain ?? [];
  if (!chain || !leaf) return refused(run, by);
  const trusted = authorities.flatMap(
    (authority) => readChain(account.authority(authority) ?? authority) ?? [],
  );
  if (strategy === "require-and-verify" && !isTrusted(chain, trusted, state.now)) return refused(run, by);
  state.certificate = leaf;
  run.step(by, "passed");
  return undefined;
}

const VERSIONS = ["1.0", "1.1", "1.2", "1.3"];

/** Whether the client has a version that is accepted; a client whose version is not known has them all. */
export function speaks({ state }: Visit, lowest: string, highest = "1.3"): boolean {
  const version = state.question.tls_version;
  if (!VERSIONS.includes(lowest) || !VERSIONS.includes(highest))
    throw new Undecided(`TLS ${lowest} to ${highest}`);
  const [from, to] = [VERSIONS.indexOf(lowest), VERSIONS.indexOf(highest)];
  if (version === undefined) return from <= to;
  const at = VERSIONS.indexOf(version);
  return from <= at && at <= to;
}

/** What the service accepts where nothing else is said. */
export const LOWEST_BY_DEFAULT = "1.2";

/** A request of a browser that asks beforehand what another origin may send (Fetch standard, CORS preflight). */
export const isPreflight = ({ question, headers }: RequestState): boolean =>
  question.method === "OPTIONS" && headers.has("origin") && headers.has("access-control-request-method");

/** A field of the client's identity as a value; undefined if the question does not have it. */
export function identityValue(state: RequestState, name: "id" | "email" | "name"): Value | undefined {
  const value = state.question.identity?.[name];
  return value === undefined ? undefined : fromJson(value);
}
