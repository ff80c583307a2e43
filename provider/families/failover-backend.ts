import { stringList } from "../family/fields";
import { defineResource } from "../family/resource";
import { BACKEND_CLASSES, deprecatedEdges, notes, stamps } from "./common";

export const failoverBackend = defineResource({
  name: "FailoverBackend",
  summary: "A backend that sends traffic to the first available child backend.",
  deprecated: deprecatedEdges,
  section: "Failover backend",
  path: "/backends/failover",
  listKey: "backends",
  inputs: {
    backends: stringList("Ids of the child backends, in the order in which they are tried.", {
      unset: { sends: [], also: "in every update" },
      refersTo: BACKEND_CLASSES,
    }).optional(),
    ...notes("What the backend is for."),
  },
  update: ["description", "metadata", "backends"],
  outputs: stamps,
});
