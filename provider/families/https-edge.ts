import { out } from "../family/fields";
import { defineResource } from "../family/resource";
import { deprecatedEdges, limitedNotes, stamps, time } from "./common";
import { byHostport, hostports } from "./hostports";
import { mutualTls } from "./modules/mutual-tls";
import { tlsTerminationAtEdge } from "./modules/tls-termination";

/** The facts are assumptions, because for HTTPS edges the API reference shows only the routes. */
export const httpsEdge = defineResource({
  name: "HttpsEdge",
  summary:
    "An edge that accepts HTTPS requests for its hostports; its HttpsEdgeRoute objects handle them. Deleting the edge deletes its routes.",
  deprecated: deprecatedEdges,
  path: "/edges/https",
  listKey: "https_edges",
  inputs: {
    ...limitedNotes("What the edge is for."),
    hostports,
    mutualTls,
    tlsTermination: tlsTerminationAtEdge,
  },
  update: ["description", "metadata", "hostports"],
  outputs: {
    ...stamps,
    routes: out.list(
      {
        id: out.string("Id of the route."),
        uri: out.string("API URI of the route."),
        createdAt: time("When the route was created."),
        matchType: out.oneOf(["exact_path", "path_prefix"], "How `match` is compared with a request."),
        // The program that declares the route may have marked these as secret, which is unknown here.
        match: out.string("What the route matches. Always a secret.", { secret: true }),
        description: out.string("Description of the route. Always a secret.", { secret: true }),
        metadata: out.string("Metadata of the route. Always a secret.", { secret: true }),
      },
      "The routes of the edge, without their modules, which may contain secrets: read those with `getHttpsEdgeRoute`.",
      { volatile: true },
    ),
  },
  naturalKey: ["hostports"],
  lookups: [byHostport],
});
