import type { Behaviour } from "../schema/family";
import { guardBackend, refuseCycle } from "./backend";

/** API reference: "Failover backend". The order of the children is kept. */
export const failoverBackend: Behaviour = {
  check: refuseCycle,
  guard: guardBackend,
};
