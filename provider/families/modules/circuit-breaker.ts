import { decimal, integer, rejectValue, uint32 } from "../../family/fields";
import { edgeModule } from "./edge-module";

/** Observed in the service (errors 7016 to 7018). */
const rejectZero = rejectValue((value) =>
  value === 0 ? "must be greater than 0: remove it to use the service's default" : undefined,
);

/** API reference, "EndpointCircuitBreaker". The service chooses unset values. */
export const circuitBreaker = edgeModule(
  "setting",
  {
    trippedDuration: uint32("Seconds to wait before the health of the upstream is checked again.", {
      unset: "serverDefault",
      rejects: rejectZero,
    }).optional(),
    rollingWindow: uint32("Seconds for which metrics are kept.", {
      unset: "serverDefault",
      rejects: rejectZero,
    }).optional(),
    numBuckets: integer("Number of buckets in the window.", [0, 128], {
      unset: "serverDefault",
      rejects: rejectZero,
    }).optional(),
    volumeThreshold: uint32("Minimum number of requests in the window before the breaker can trip.", {
      unset: "serverDefault",
    }).optional(),
    errorThresholdPercentage: decimal(
      "Share of failed requests from which the breaker trips: 0 to 1.0, not 0 to 100.",
      [0, 1],
      { unset: "serverDefault" },
    ).optional(),
  },
  "Circuit breaker module: rejects requests while the upstream fails.",
);
