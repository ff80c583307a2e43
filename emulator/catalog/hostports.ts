import { isAddressHost, servesHost } from "../../traffic-policy/language/hosts";
import type { Account, Call } from "../account/account";
import { reject } from "../failure";
import { asText, type JsonObject, textsIn } from "../json";
import type { StoredObject } from "../store/storage";

const EDGES = ["/edges/tls", "/edges/tcp", "/edges/https"];

export const withoutPort = (hostport: string): string => hostport.replace(/:\d+$/, "");

/** True if a reserved domain covers a host. A wildcard, such as `*.example.com`, covers all hosts below it, but no other wildcard. */
export const coversHost = (domain: string, host: string): boolean =>
  domain === host || (!host.startsWith("*.") && servesHost(domain, host));

/** Returns the hostports that the account's edges serve, each with its edge. */
export function servedHostports(account: Account): { id: string; hostport: string; edge: string }[] {
  return EDGES.flatMap((collection) =>
    account.storage
      .all(collection)
      .flatMap(({ id, fields }) =>
        textsIn(fields.hostports).map((hostport) => ({ id, hostport, edge: `${collection}/${id}` })),
      ),
  );
}

export const hasReservedDomain = ({ storage }: Account, hostport: string): boolean =>
  storage
    .all("/reserved_domains")
    .some(({ fields }) => coversHost(asText(fields.domain), withoutPort(hostport)));

export const isReservedAddress = ({ storage }: Account, hostport: string): boolean =>
  storage.all("/reserved_addrs").some(({ fields }) => fields.addr === hostport);

/** True if the host is a reserved domain, or if a reserved wildcard covers it and it isn't a TCP address. */
const isReservedDomain = (account: Account, hostport: string): boolean =>
  account.storage.all("/reserved_domains").some(({ fields }) => fields.domain === withoutPort(hostport)) ||
  (hasReservedDomain(account, hostport) && !isAddressHost(hostport));

/** True if a hostport has the form of the service's TCP addresses, such as `1.tcp.eu.ngrok.io:20000`. */
const isServiceAddress = ({ settings }: Account, hostport: string): boolean =>
  isAddressHost(hostport) &&
  settings.serviceDomains.some((domain) => withoutPort(hostport).endsWith(`.${domain}`));

/**
 * Rejects hostports that the edge can't serve. An assumption: at most one edge of the account serves a hostport. Observed in
 * the service: new hostports must be reserved.
 *
 * @param wrongKindCode - Error code if an address is given to an edge that serves domains, or vice versa.
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
  const hostports = textsIn(fields.hostports);
  const isWrongKind = required === "an address" ? isReservedDomain : isReservedAddress;
  const misplaced = hostports.find((hostport) => isWrongKind(account, hostport));
  const why = `${misplaced} is not ${required}, which this kind of edge requires.`;
  if (misplaced !== undefined) reject(call, wrongKindCode, why, "hostports");
  const previousHostports = textsIn(previous?.fields.hostports);
  for (const hostport of hostports.filter((item) => !previousHostports.includes(item)))
    if (!isReservedAddress(account, hostport) && !hasReservedDomain(account, hostport)) {
      const code = isServiceAddress(account, hostport) ? 7113 : 7117;
      reject(call, code, `${hostport} is not reserved.`, "hostports");
    }
  for (const { id, hostport, edge } of servedHostports(account))
    if (id !== previous?.id && hostports.includes(hostport))
      reject(call, 7122, `The hostport ${hostport} is served by ${edge}.`, "hostports", "conflict");
}
