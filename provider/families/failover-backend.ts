import { stringList } from "../family/fields";
import { defineResource } from "../family/resource";
import { BACKEND_CLASSES, deprecatedEdges, description, metadata, stamps } from "./common";

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
    description: description("What the backend is for."),
    metadata,
  },
  update: ["description", "metadata", "backends"],
  outputs: stamps,
});
