import { headerMap, integer, string } from "../family/fields";
import { defineResource } from "../family/resource";
import { deprecatedEdges, notes, stamps } from "./common";
import { rejectHeaders } from "./modules/headers";

export const httpResponseBackend = defineResource({
  name: "HttpResponseBackend",
  summary: "A backend that answers each request with a fixed response, such as a maintenance page.",
  deprecated: deprecatedEdges,
  serviceOnly: true,
  path: "/backends/http_response",
  listKey: "backends",
  inputs: {
    body: string("Body of the response.", { unset: { sends: "" } }).optional(),
    headers: headerMap(string(""), "Headers of the response, by name.", rejectHeaders).optional(),
    statusCode: integer("Status of the response.", [100, 599], { unset: { sends: 200 } }).optional(),
    ...notes("What the backend is for."),
  },
  update: ["description", "metadata", "body", "headers", "statusCode"],
  outputs: stamps,
});
