import { presentObject } from "../account/present";
import { mutualTls, tlsTerminationAtEdge } from "../modules/edge";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { moduleParam } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { hostports, refuseHostports } from "./hostports";
import { httpsEdgeRoute } from "./https-edge-route";
import { limitedNotes } from "./shared";

/** Assumed by convention: the reference has its routes alone. */
export const httpsEdge: Family = {
  stem: "https-edge",
  name: "HttpsEdge",
  section: "HTTPS edge route",
  byConvention: true,
  collection: "/edges/https",
  listKey: "https_edges",
  idPrefix: "edghts",
  operations: EVERY_OPERATION,
  create: {
    ...limitedNotes,
    hostports,
    mutual_tls: moduleParam(mutualTls),
    tls_termination: moduleParam(tlsTerminationAtEdge),
  },
  update: ["description", "metadata", "hostports", "mutual_tls", "tls_termination"],
  response: {
    ...notes,
    hostports: returned.list(),
    mutual_tls: returned.module(),
    tls_termination: returned.module(),
    routes: returned.objects("HttpsEdgeRoute", {
      compute(account, edge) {
        const collection = `/edges/https/${edge.id}/routes`;
        const routes = account.storage.all(collection);
        return routes.map((route) => presentObject(account, httpsEdgeRoute, collection, route));
      },
    }),
  },
  check(call, fields, previous) {
    refuseHostports(call, fields, previous);
  },
  deleted({ account: { storage } }, edge) {
    const routes = `/edges/https/${edge.id}/routes`;
    for (const route of [...storage.all(routes)]) storage.delete(routes, route.id);
  },
};
