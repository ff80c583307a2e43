import type { Call } from "../account/call";
import { ApiFailure } from "../failure";
import { type JsonObject, objectOf, textOf } from "../json";
import type { Behaviour } from "../schema/family";
import { refuseAsService } from "../service";
import { refuseEdgePolicy } from "./edge-policy";

/** By convention: the compatible service applies one sign-on module to a route. */
function refuseSeveralSignOns(call: Call, fields: JsonObject): void {
  const applied = ["saml", "oidc", "oauth"].filter((name) => objectOf(fields[name]).enabled === true);
  if (applied.length > 1)
    refuseAsService(call, 7079, "Only one of SAML, OIDC, or OAuth may be enabled.", applied[0]);
  if (applied.length > 1)
    throw new ApiFailure("exclusive", "Only one of SAML, OIDC, or OAuth may be enabled.", applied[0]);
}

/** A path, a host, or a host with a path. */
const ROUTE = /^(?:\/|[^\s/?#]+\.[^\s/?#]+)[^\s?#]*$/;

/** API reference: "HTTPS edge route". All operations but create and the backend module are assumed by convention. */
export const httpsEdgeRoute: Behaviour = {
  notFound: 7124,
  check(call, fields, previous) {
    if (call.trusted) return;
    const { reference, signOnModules = reference ? "any" : "one" } = call.account.settings;
    if (signOnModules === "one") refuseSeveralSignOns(call, fields);
    refuseEdgePolicy(call, fields, previous, {
      unseen: [2248, "an HTTPS edge does not see connections."],
    });
    const { match_type, match } = fields;
    const { reference: isReference } = call.account.settings;
    if (!ROUTE.test(textOf(match)) && match !== previous?.fields.match)
      refuseAsService(
        call,
        7131,
        `${textOf(match)} is no path such as /app, which a host may precede.`,
        "match",
      );
    const taken = call.account.storage.all(`/edges/https/${call.path.edge_id}/routes`).some(
      (other) =>
        other.id !== previous?.id &&
        other.fields.match === match &&
        // Observed on the service: whatever the type.
        (!isReference || other.fields.match_type === match_type),
    );
    if (!taken) return;
    const why = `The edge has a route for ${textOf(match_type)} ${textOf(match)}.`;
    refuseAsService(call, 7126, why, "match");
    throw new ApiFailure("conflict", why, "match");
  },
  atCreation: (call) => ({ edge_id: call.path.edge_id ?? "" }),
};
