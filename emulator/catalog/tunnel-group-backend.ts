import { isObject, type Json, objectOf, textOf } from "../json";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { map } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { guardBackend } from "./backend";
import { freeNotes } from "./shared";

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
      compute(account, backend) {
        const sessions = account.storage.all("/tunnel_sessions");
        const tunnels = sessions.flatMap((session) => objectsIn(objectOf(session.fields.agent).tunnels));
        return tunnels
          .filter((tunnel) => hasLabels(tunnel.labels, backend.fields.labels))
          .map((tunnel) => account.ref(["/tunnels"], textOf(tunnel.id)));
      },
    },
  },
  guard: guardBackend,
};

function objectsIn(value: Json | undefined) {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** A tunnel matches when it has every label of the backend; a backend without labels watches nothing. */
function hasLabels(tunnel: Json | undefined, wanted: Json | undefined): boolean {
  const labels = Object.entries(objectOf(wanted));
  return labels.length > 0 && labels.every(([key, value]) => objectOf(tunnel)[key] === value);
}
