import { EVERY_OPERATION, type Family } from "../schema/family";
import { map } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { guardBackend } from "./backend";
import { freeNotes } from "./shared";
import { isServedBy } from "./tunnel";

/** API reference: "Tunnel group backend". */
export const tunnelGroupBackend: Family = {
  stem: "tunnel-group-backend",
  name: "TunnelGroupBackend",
  section: "Tunnel group backend",
  collection: "/backends/tunnel_group",
  listKey: "backends",
  idPrefix: "bkdtg",
  operations: EVERY_OPERATION,
  create: { ...freeNotes, labels: map() },
  update: ["description", "metadata", "labels"],
  response: {
    ...notes,
    labels: returned.map(),
    tunnels: {
      ...returned.refs("tunnels", ["/tunnels"]),
      compute: (account, group) =>
        account.storage
          .all("/tunnels")
          .filter((tunnel) => isServedBy(group, tunnel))
          .map(({ id }) => account.ref(["/tunnels"], id)),
    },
  },
  guard: guardBackend,
};
