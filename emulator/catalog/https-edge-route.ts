import type { Call } from "../account/account";
import { reject } from "../failure";
import { asObject, asText, type JsonObject } from "../json";
import type { Behavior } from "../schema/family";
import { refuseEdgePolicy } from "./edges";
import { conflictingObject } from "./in-use";

/** An assumption: the compatible service applies one sign-in module to a route. */
function refuseSeveralSignIns(call: Call, fields: JsonObject): void {
  const applied = ["saml", "oidc", "oauth"].filter((name) => asObject(fields[name]).enabled === true);
  if (applied.length > 1)
    reject(call, 7079, "Only one of SAML, OIDC, or OAuth may be enabled.", applied[0], "exclusive");
}

/** A path, a host, or a host with a path. */
const ROUTE = /^(?:\/|[^\s/?#]+\.[^\s/?#]+)[^\s?#]*$/;

export const httpsEdgeRoute: Behavior = {
  check(call, fields, previous) {
    if (call.trusted) return;
    const { reference, signInModules = reference ? "any" : "one" } = call.account.settings;
    if (signInModules === "one") refuseSeveralSignIns(call, fields);
    refuseEdgePolicy(call, fields, previous, {
      name: "an HTTPS edge",
      protocol: "https",
      lacks: { phase: "on_tcp_connect", code: 2248, instead: "use on_http_request" },
    });
    const { match_type, match } = fields;
    if (!ROUTE.test(asText(match)) && match !== previous?.fields.match)
      reject(call, 7131, "match must be a path such as /app, optionally with a host before it.", "match");
    const existing = conflictingObject(
      call,
      `/edges/https/${call.path.edge_id}/routes`,
      previous,
      // Observed in the service: routes of different types conflict, too.
      (fields) => fields.match === match && (!reference || fields.match_type === match_type),
    );
    if (existing) {
      const why = `The edge already has a route for ${asText(existing.fields.match_type)} ${asText(match)}.`;
      reject(call, 7126, why, "match", "conflict");
    }
  },
  onCreate: (call) => ({ edge_id: call.path.edge_id ?? "" }),
};
