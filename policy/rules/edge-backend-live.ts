import * as edge from "../../sdk";
import { reference, resourceRule } from "../rule";

export const edgeBackendLive = resourceRule({
  id: "edge-backend-live",
  severity: "high",
  title: "A weighted backend must have a child that gets traffic.",
  reason: "Without a weight above 0, nothing is served.",
  source: [reference("Weighted backend")],
  advice: "Set a weight above 0 on at least one child backend.",
  cases: (on) => [
    on(edge.WeightedBackend, ({ backends }) =>
      Object.values(backends ?? {}).some((weight) => weight > 0)
        ? undefined
        : "backends has no weight above 0: no child gets traffic.",
    ),
  ],
});
