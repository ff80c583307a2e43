import { guardsOf, isAskedLater, policyCases } from "../held-policy";
import { resourceRule } from "../rule";
import { SOURCES } from "../sources";

export const edgeJwtAudience = resourceRule({
  id: "edge-jwt-audience",
  severity: "high",
  title: "JSON Web Tokens must be accepted for a certain audience only.",
  reason: "Without an audience, a token that the issuer gave out for another application opens this one.",
  source: [SOURCES.trafficPolicies, SOURCES.jwt],
  advice: "Set audience.allow_list of jwt-validation, or compare the claim aud in a later expression.",
  cases: (on) =>
    policyCases(on, (policy) =>
      guardsOf(policy)
        .filter(({ action: { requires } }) => requires.asks === "jwt" && requires.audiences.length === 0)
        .filter((placed) => !isAskedLater(policy, placed, /\b.*\baud\b/))
        .map(({ path }) => `${path}.config.audience is not set: tokens for every audience are accepted.`),
    ),
});
