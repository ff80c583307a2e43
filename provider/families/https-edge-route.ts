import type { Attachment } from "../../traffic-policy";
import { isRecord } from "../family/field";
import { id, nonEmptyString, oneOf, type Rule, rejectUnless } from "../family/fields";
import { defineResource } from "../family/resource";
import { UNKNOWN } from "../family/unknown";
import { deprecatedEdges, limitedNotes, stamps } from "./common";
import { backend } from "./modules/backend";
import { circuitBreaker } from "./modules/circuit-breaker";
import { edgeModule } from "./modules/edge-module";
import { requestHeaders, responseHeaders } from "./modules/headers";
import { ipRestriction } from "./modules/ip-restriction";
import { oauth } from "./modules/oauth";
import { oidc } from "./modules/oidc";
import { saml } from "./modules/saml";
import { trafficPolicy } from "./modules/traffic-policy";
import { userAgentFilter } from "./modules/user-agent-filter";
import { webhookVerification } from "./modules/webhook-verification";

/** HTTPS edges evaluate no rules for connections. */
const ATTACHMENT: Attachment = {
  name: "an HTTPS edge",
  protocol: "https",
  lacks: {
    phase: "on_tcp_connect",
    code: 2248,
    instead: "move its rules to on_http_request, or serve the hostname with an Endpoint",
  },
};

const SIGN_IN = ["oauth", "saml", "oidc"] as const;

/** Observed in the service (error 7079). */
const oneSignInModule: Rule = {
  keys: SIGN_IN,
  newOnly: true,
  text: "Only one of `oauth`, `saml`, and `oidc` is enabled.",
  violation: (modules) => {
    const isEnabled = (module: unknown) =>
      isRecord(module) && module.enabled !== false && module.enabled !== UNKNOWN;
    const enabled = SIGN_IN.filter((key) => isEnabled(modules[key]));
    return enabled.length > 1
      ? `${enabled.join(" and ")} are enabled, but the service allows only one sign-in module: remove the others, or set their enabled to false`
      : undefined;
  },
};

/** API reference, sections "HTTPS edge route" and "Create HTTPS Edge Route". */
export const httpsEdgeRoute = defineResource({
  name: "HttpsEdgeRoute",
  summary:
    "Handles requests to an HTTPS edge that match a path. Each module is set, changed, and removed with its property; a module that the program never declared is left unchanged.",
  deprecated: deprecatedEdges,
  section: "HTTPS edge route",
  path: "/edges/https/{edgeId}/routes",
  listedInParent: true,
  inputs: {
    edgeId: id("Id of the HttpsEdge that the route belongs to.", { refersTo: ["HttpsEdge"] }),
    matchType: oneOf(
      { exact_path: "The path is `match`.", path_prefix: "The path begins with `match`." },
      "How `match` is compared with a request.",
    ),
    match: nonEmptyString("What the route matches: a path, a host, or a host and path.", {
      // Observed in the service (error 7131).
      rejects: rejectUnless(
        /^(?:(?:\/|[^\s/?#]+\.[^\s/?#]+)[^\s?#]*)?$/,
        "must be a path such as /app, optionally after a host, without a query",
      ),
    }),
    ...limitedNotes("What the route is for."),
    backend,
    ipRestriction,
    circuitBreaker,
    // API reference, "EndpointCompression".
    compression: edgeModule("setting", {}, "Compression module: compresses responses."),
    requestHeaders,
    responseHeaders,
    webhookVerification,
    oauth,
    saml,
    oidc,
    // API reference, "EndpointWebsocketTCPConverter".
    websocketTcpConverter: edgeModule(
      "setting",
      {},
      "WebSocket converter module: turns WebSocket connections into TCP connections.",
    ),
    userAgentFilter,
    trafficPolicy: trafficPolicy(ATTACHMENT),
  },
  update: ["matchType", "match", "description", "metadata"],
  outputs: stamps,
  naturalKey: ["edgeId", "matchType", "match"],
  // The service enables only one of them, see the rule.
  conflicts: [{ among: SIGN_IN }],
  rules: [oneSignInModule],
});
