import { objectOf, textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";
import { guardBackend } from "./backend";
import { isServedBy } from "./tunnel";

/** API reference: "Tunnel group backend". */
export const tunnelGroupBackend: Behaviour = {
  compute: {
    tunnels: (account, group) =>
      account.storage
        .all("/tunnels")
        .filter((tunnel) => isServedBy(group, tunnel))
        .map(({ id }) => account.ref(["/tunnels"], id)),
  },
  check(call, { labels }) {
    for (const [key, value] of Object.entries(objectOf(labels))) {
      if (key === "") refuseAsService(call, 6509, "A label has no key.", "labels");
      if (key.includes("=") || textOf(value).includes("="))
        refuseAsService(call, 6531, "A label has = in its name or value.", "labels");
    }
  },
  guard: guardBackend,
};
