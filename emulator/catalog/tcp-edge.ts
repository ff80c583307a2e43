import type { Behaviour } from "../schema/family";
import { refuseEdgePolicy } from "./edge-policy";
import { refuseHostports } from "./hostports";

/** Assumed by convention: the reference describes its IP restriction module only. */
export const tcpEdge: Behaviour = {
  check(call, fields, previous) {
    refuseHostports(call, fields, previous, "addresses", 7120);
    refuseEdgePolicy(call, fields, previous, {});
  },
};
