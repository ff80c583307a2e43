import { randomInt } from "node:crypto";
import { textOf } from "../json";
import { type Call, EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { REGIONS } from "./reserved-domain";
import { limitedMetadata } from "./shared";

/** API reference: "Reserved address". */
export const reservedAddr: Family = {
  stem: "reserved-addr",
  name: "ReservedAddr",
  section: "Reserved address",
  collection: "/reserved_addrs",
  listKey: "reserved_addrs",
  filtered: true,
  idPrefix: "ra",
  operations: EVERY_OPERATION,
  create: { ...limitedMetadata, region: string({ enum: REGIONS, default: "us" }) },
  update: ["description", "metadata"],
  response: { ...notes, addr: returned.string(), region: returned.string() },
  atCreation: (call, fields) => ({ addr: freeAddress(call, textOf(fields.region)) }),
  seedable: ["addr"],
};

/** `hostname:port` that no other address of the account has. */
function freeAddress({ account, trusted }: Call, region: string): string {
  for (;;) {
    const addr = `${randomInt(1, 10)}.tcp.${region}.${account.settings.serviceDomains[0]}:${randomInt(10_000, 65_536)}`;
    if (trusted || !account.storage.all("/reserved_addrs").some((other) => other.fields.addr === addr))
      return addr;
  }
}
