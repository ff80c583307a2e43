import type { Behaviour } from "../schema/family";
import { guardBackend, refuseCycle } from "./backend";

/** API reference: "Weighted backend". */
export const weightedBackend: Behaviour = {
  check: refuseCycle,
  guard: guardBackend,
};
