import { randomInt } from "node:crypto";
import type { Call } from "../account/account";
import { asText } from "../json";
import type { Behavior } from "../schema/family";

export const reservedAddr: Behavior = {
  onCreate: (call, fields) => ({ addr: findFreeAddress(call, asText(fields.region)) }),
};

function findFreeAddress({ account, trusted }: Call, region: string): string {
  for (;;) {
    const addr = `${randomInt(1, 10)}.tcp.${region}.${account.settings.serviceDomains[0]}:${randomInt(10_000, 65_536)}`;
    if (trusted || !account.storage.all("/reserved_addrs").some(({ fields }) => fields.addr === addr))
      return addr;
  }
}
