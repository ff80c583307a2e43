import type { Behaviour } from "../schema/family";
import { refuseHostports } from "./hostports";

/** Assumed by convention: the reference describes its routes only. */
export const httpsEdge: Behaviour = {
  check: (call, fields, previous) => refuseHostports(call, fields, previous, "domains", 7121),
  deleted({ account: { storage } }, edge) {
    const routes = `/edges/https/${edge.id}/routes`;
    for (const route of [...storage.all(routes)]) storage.delete(routes, route.id);
  },
};
