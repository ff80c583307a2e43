import { ApiFailure } from "../failure";
import { type JsonObject, objectOf, textOf } from "../json";
import { backend, ipRestriction, trafficPolicy } from "../modules/edge";
import {
  circuitBreaker,
  compression,
  oauth,
  oidc,
  requestHeaders,
  responseHeaders,
  saml,
  userAgentFilter,
  webhookVerification,
  websocketTcpConverter,
} from "../modules/route";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { moduleParam, string } from "../schema/params";
import { notes, returned } from "../schema/responses";
import { limitedNotes } from "./shared";

const modules = {
  backend: moduleParam(backend),
  ip_restriction: moduleParam(ipRestriction),
  circuit_breaker: moduleParam(circuitBreaker),
  compression: moduleParam(compression),
  request_headers: moduleParam(requestHeaders),
  response_headers: moduleParam(responseHeaders),
  webhook_verification: moduleParam(webhookVerification),
  oauth: moduleParam(oauth),
  saml: moduleParam(saml),
  oidc: moduleParam(oidc),
  websocket_tcp_converter: moduleParam(websocketTcpConverter),
  user_agent_filter: moduleParam(userAgentFilter),
  traffic_policy: moduleParam(trafficPolicy),
} as const;

/** Modules whose place in the response is assumed by convention: the reference's answer ends with oidc. */
const ASSUMED_IN_ANSWER = ["websocket_tcp_converter", "user_agent_filter", "traffic_policy"];

/** By convention: the compatible service applies one way to sign on to a route. */
function refuseSeveralSignOns(fields: JsonObject): void {
  const applied = ["saml", "oidc", "oauth"].filter((name) => objectOf(fields[name]).enabled === true);
  if (applied.length > 1)
    throw new ApiFailure("exclusive", "Only one of SAML, OIDC, or OAuth may be enabled.", applied[0]);
}

/** API reference: "HTTPS edge route". All operations but create and the backend module are assumed by convention. */
export const httpsEdgeRoute: Family = {
  stem: "https-edge-route",
  name: "HttpsEdgeRoute",
  section: "HTTPS edge route",
  collection: "/edges/https/{edge_id}/routes",
  listKey: "routes",
  listedInParent: true,
  idPrefix: "edghtsrt",
  operations: EVERY_OPERATION,
  create: {
    match_type: string({ required: true, enum: ["exact_path", "path_prefix"] }),
    match: string({ required: true }),
    ...limitedNotes,
    ...modules,
  },
  update: ["match_type", "match", "description", "metadata", ...Object.keys(modules)],
  response: {
    edge_id: returned.string(),
    match_type: returned.string(),
    match: returned.string(),
    ...notes,
    ...Object.fromEntries(
      Object.keys(modules).map((name) => [
        name,
        ASSUMED_IN_ANSWER.includes(name) ? { ...returned.module(), byConvention: true } : returned.module(),
      ]),
    ),
  },
  check(call, fields, previous) {
    if (call.trusted) return;
    const { reference, signOnModules = reference ? "any" : "one" } = call.account.settings;
    if (signOnModules === "one") refuseSeveralSignOns(fields);
    const { match_type, match } = fields;
    const taken = call.account.storage
      .all(`/edges/https/${call.path.edge_id}/routes`)
      .some(
        (other) =>
          other.id !== previous?.id && other.fields.match_type === match_type && other.fields.match === match,
      );
    if (taken)
      throw new ApiFailure(
        "conflict",
        `The edge has a route for ${textOf(match_type)} ${textOf(match)}.`,
        "match",
      );
  },
  atCreation: (call) => ({ edge_id: call.path.edge_id ?? "" }),
};
