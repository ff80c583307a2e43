import type { Behaviour } from "../schema/family";
import { guardBackend, refuseCycle } from "./backend";

/** API reference: "Weighted backend". */
export const weightedBackend: Behaviour = {
  notFound: 6514,
  check: refuseCycle,
  guard: guardBackend,
};
