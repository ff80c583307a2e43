import { id, out } from "../family/fields";
import { defineModule } from "../family/module";
import { singleModule } from "./common";
import { backend } from "./modules/backend";

export const httpsEdgeRouteBackend = defineModule({
  name: "HttpsEdgeRouteBackend",
  ...singleModule("backend module of an HTTPS edge route"),
  path: "/edges/https/{edgeId}/routes/{routeId}/backend",
  pathInputs: {
    edgeId: id("Id of the HttpsEdge.", { refersTo: ["HttpsEdge"] }),
    routeId: id("Id of the HttpsEdgeRoute, without the edge's id.", { refersTo: ["HttpsEdgeRoute"] }),
  },
  module: backend,
  response: {
    backend: out.ref("The backend that receives the traffic; null if none is set.", {
      nullable: true,
      volatile: true,
      changesWith: ["backendId"],
      reveals: ["backendId"],
    }),
  },
  insteadOf: { family: "HttpsEdgeRoute", input: "backend" },
});
