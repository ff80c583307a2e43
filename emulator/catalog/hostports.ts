import { isAddressHost } from "../../traffic-policy/language/hosts";
import type { Account, Call } from "../account/account";
import { reject } from "../failure";
import { type JsonObject, textOf, textsOf } from "../json";
import type { StoredObject } from "../store/storage";

const EDGES = ["/edges/tls", "/edges/tcp", "/edges/https"];

/** The host of a hostport. */
export const hostOf = (hostport: string): string => hostport.replace(/:\d+$/, "");

/** True if a reserved domain covers a host. A wildcard begins with `*.` and covers one label. */
export const covers = (domain: string, host: string): boolean =>
  domain === host || (domain.startsWith("*.") && host.slice(host.indexOf(".")) === domain.slice(1));

/** Returns the hostports that the account's edges serve, each with its edge. */
export function servedHostports(account: Account): { id: string; hostport: string; edge: string }[] {
  return EDGES.flatMap((collection) =>
    account.storage
      .all(collection)
      .flatMap(({ id, fields }) =>
        textsOf(fields.hostports).map((hostport) => ({ id, hostport, edge: `${collection}/${id}` })),
      ),
  );
}

/** The domain of a hostport, or the address itself, must be reserved. Observed on the service. */
function refuseUnreserved(call: Call, hostports: readonly string[]): void {
  for (const item of hostports)
    if (!isReserved(call.account, item))
      reject(call, isAddress(call.account, item) ? 7113 : 7117, `${item} is not reserved.`, "hostports");
}

/** True if a hostport has the form of the service's addresses, such as `1.tcp.eu.ngrok.io:20000`. */
const isAddress = ({ settings }: Account, hostport: string): boolean =>
  isAddressHost(hostport) &&
  settings.serviceDomains.some((domain) => hostOf(hostport).endsWith(`.${domain}`));

const isReserved = (account: Account, hostport: string): boolean =>
  isReservedAddress(account, hostport) || hasReservedDomain(account, hostport);

/** True if the account has reserved the domain of a hostport. */
export const hasReservedDomain = ({ storage }: Account, hostport: string): boolean =>
  storage.all("/reserved_domains").some(({ fields }) => covers(textOf(fields.domain), hostOf(hostport)));

/** True if the account has reserved a hostport as an address. */
export const isReservedAddress = ({ storage }: Account, hostport: string): boolean =>
  storage.all("/reserved_addrs").some(({ fields }) => fields.addr === hostport);

/** True if the host is a reserved domain, or one that a wildcard covers. The latter may belong to a released address. */
const isDomain = (account: Account, hostport: string): boolean =>
  account.storage.all("/reserved_domains").some(({ fields }) => fields.domain === hostOf(hostport)) ||
  (hasReservedDomain(account, hostport) && !isAddressHost(hostport));

/**
 * Refuses hostports that an edge cannot serve. Only one edge of the account, of any kind, serves a hostport; assumed by
 * convention.
 *
 * @param wrongKindCode - The code for an address on an edge that serves domains, or the reverse.
 */
export function refuseHostports(
  call: Call,
  fields: JsonObject,
  previous: StoredObject | undefined,
  required: "an address" | "a domain",
  wrongKindCode: number,
): void {
  const { account, trusted } = call;
  if (trusted) return;
  const isOtherKind = required === "an address" ? isDomain : isReservedAddress;
  for (const item of textsOf(fields.hostports))
    if (isOtherKind(account, item))
      reject(
        call,
        wrongKindCode,
        `${item} is not ${required}, which this kind of edge requires.`,
        "hostports",
      );
  const before = textsOf(previous?.fields.hostports);
  refuseUnreserved(
    call,
    textsOf(fields.hostports).filter((item) => !before.includes(item)),
  );
  const hostports = new Set(textsOf(fields.hostports));
  for (const { id, hostport, edge } of servedHostports(account)) {
    if (id === previous?.id || !hostports.has(hostport)) continue;
    reject(call, 7122, `The hostport ${hostport} is served by ${edge}.`, "hostports", "conflict");
  }
}
