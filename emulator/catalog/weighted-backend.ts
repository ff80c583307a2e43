import { BACKENDS } from "../modules/targets";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { notes, returned } from "../schema/responses";
import { guardBackend, refuseCycle } from "./backend";
import { freeNotes } from "./shared";

/** API reference: "Weighted backend". */
export const weightedBackend: Family = {
  stem: "weighted-backend",
  name: "WeightedBackend",
  section: "Weighted backend",
  collection: "/backends/weighted",
  listKey: "backends",
  idPrefix: "bkdwd",
  operations: EVERY_OPERATION,
  create: {
    ...freeNotes,
    backends: {
      type: "Map<string,int64>",
      min: 0,
      max: 10_000,
      reference: { to: BACKENDS },
      emptiedByUpdate: true,
    },
  },
  update: ["description", "metadata", "backends"],
  response: { ...notes, backends: returned.weights() },
  check: refuseCycle,
  guard: guardBackend,
};
