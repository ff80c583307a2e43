import type { Behaviour } from "../schema/family";
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
  guard: guardBackend,
};
