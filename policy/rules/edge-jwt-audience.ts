import { activeGuards, isCheckedLater, trafficCases } from "../attached-policy";
import { resourceRule, SOURCES } from "../rule";

export const edgeJwtAudience = resourceRule({
  id: "edge-jwt-audience",
  severity: "high",
  title: "JSON Web Tokens must be accepted only for a specific audience.",
  reason: "Without an audience, a token that was issued for another application gives access.",
  source: [SOURCES.trafficPolicies, SOURCES.jwt],
  advice: "Set audience.allow_list of jwt-validation, or check the claim aud in a later expression.",
  cases: (on) =>
    trafficCases(on, (policy) =>
      activeGuards(policy)
        .filter(({ action: { requires } }) => requires.kind === "jwt" && requires.audiences.length === 0)
        .filter((guard) => !isCheckedLater(policy, guard, /\b.*\baud\b/))
        .map(({ path }) => `${path}.config.audience is not set: tokens for every audience are accepted.`),
    ),
});
