import { isAddressHost } from "../../traffic-policy/language/hosts";
import type { Account } from "../account/account";
import type { Call } from "../account/call";
import { type JsonObject, textOf, textsOf } from "../json";
import { reject } from "../service";
import type { StoredObject } from "../store/storage";

const EDGES = ["/edges/tls", "/edges/tcp", "/edges/https"];

/** The host of a hostport. */
export const hostOf = (hostport: string): string => hostport.replace(/:\d+$/, "");

/** True if a reserved domain, with `*.` in front for a wildcard, covers a host. */
export const covers = (domain: string, host: string): boolean =>
  domain === host || (domain.startsWith("*.") && host.slice(host.indexOf(".")) === domain.slice(1));

/** The hostports of the account's edges, with the edges. */
export function servedHostports(account: Account): { id: string; hostport: string; edge: string }[] {
  return EDGES.flatMap((collection) =>
    account.storage
      .all(collection)
      .flatMap(({ id, fields }) =>
        textsOf(fields.hostports).map((hostport) => ({ id, hostport, edge: `${collection}/${id}` })),
      ),
  );
}

/**
 * A hostport's domain, or the address itself, must be reserved before an edge can serve it. Observed on the service.
 */
function refuseUnreserved(call: Call, hostports: readonly string[]): void {
  for (const item of hostports)
    if (!isReserved(call.account, item))
      reject(
        call,
        isAddress(call.account, item) ? 7113 : 7117,
        `The domain of ${item} is not reserved.`,
        "hostports",
      );
}

/** True if a hostport has the form of the service's addresses, such as `1.tcp.eu.ngrok.io:20000`. */
const isAddress = ({ settings }: Account, hostport: string): boolean =>
  isAddressHost(hostport) && settings.serviceDomains.some((own) => hostOf(hostport).endsWith(`.${own}`));

const isReserved = (account: Account, hostport: string): boolean =>
  isReservedAddress(account, hostport) || hasReservedDomain(account, hostport);

/** True if the account has reserved the domain of a hostport. */
export const hasReservedDomain = ({ storage }: Account, hostport: string): boolean =>
  storage.all("/reserved_domains").some(({ fields }) => covers(textOf(fields.domain), hostOf(hostport)));

/** True if the account has reserved a hostport as an address. */
export const isReservedAddress = ({ storage }: Account, hostport: string): boolean =>
  storage.all("/reserved_addrs").some(({ fields }) => fields.addr === hostport);

/** True if the host of a hostport is a domain of its own; below a wildcard it may have been an address once. */
const isDomain = ({ storage }: Account, hostport: string): boolean =>
  storage.all("/reserved_domains").some(({ fields }) => fields.domain === hostOf(hostport));

/** A hostport belongs to one edge of the account, of any kind; assumed by convention. */
export function refuseHostports(
  call: Call,
  fields: JsonObject,
  previous: StoredObject | undefined,
  serves: "addresses" | "domains",
  other: number,
): void {
  const { account, trusted } = call;
  if (trusted) return;
  const isServed = serves === "addresses" ? isDomain : isReservedAddress;
  for (const item of textsOf(fields.hostports))
    if (isServed(account, item))
      reject(call, other, `${item} is not one of the ${serves} that such an edge serves.`, "hostports");
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
