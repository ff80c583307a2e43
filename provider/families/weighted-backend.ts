import { integer, mapOf } from "../family/fields";
import { defineResource } from "../family/resource";
import { BACKEND_CLASSES, deprecatedEdges, notes, stamps } from "./common";

export const weightedBackend = defineResource({
  name: "WeightedBackend",
  summary: "A backend that distributes traffic among other backends by weight.",
  deprecated: deprecatedEdges,
  section: "Weighted backend",
  path: "/backends/weighted",
  listKey: "backends",
  inputs: {
    backends: mapOf(
      integer("Share of the traffic, relative to the other weights.", [0, 10_000]),
      "Id of each child backend and its weight, 0 to 10000.",
      { unset: { sends: {}, also: "in every update" }, refersTo: BACKEND_CLASSES },
    ).optional(),
    ...notes("What the backend is for."),
  },
  update: ["description", "metadata", "backends"],
  outputs: stamps,
});
