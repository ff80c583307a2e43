import { z } from "zod";
import { guardsIn, type HeldPolicy, onEndpoint } from "../held-policy";
import { resourceRule } from "../rule";
import { reference } from "../sources";
import { actionTypes } from "../traffic-policy";

export const edgeEndpointPolicy = resourceRule({
  id: "edge-endpoint-policy",
  severity: "medium",
  title: "The traffic policy of a cloud endpoint should not admit everybody.",
  reason: "Nothing but its traffic policy guards a cloud endpoint.",
  source: [reference("Endpoint")],
  advice: "Add an action that restricts visitors, or name the endpoint as public in the settings.",
  config: z.object({
    guards: z
      .array(z.string())
      .default([
        "basic-auth",
        "custom-response",
        "deny",
        "jwt-validation",
        "oauth",
        "openid-connect",
        "restrict-ips",
        "saml",
        "verify-webhook",
      ])
      .describe("Types of actions that keep visitors out; the API reference names none."),
    publicEndpoints: z
      .array(z.string())
      .default([])
      .describe("Names of resources that are meant to be open."),
  }),
  cases: (on) => [
    onEndpoint(on, (policy, { config, name }) => {
      if (config.publicEndpoints.includes(name)) return undefined;
      const types = appliedTypes(policy);
      if (types === undefined) return "trafficPolicy is neither YAML nor JSON that can be read.";
      return types.some((type) => config.guards.includes(type))
        ? undefined
        : `trafficPolicy has none of the actions ${config.guards.join(", ")}: everybody gets in.`;
    }),
  ],
});

/** Types of the actions, without those that only judge. */
function appliedTypes(policy: HeldPolicy): string[] | undefined {
  const value = policy.value as string | Readonly<Record<string, unknown>>;
  const types = actionTypes(value);
  const off = guardsIn(policy).filter(({ action }) => action.isEnforced === false);
  for (const { action } of off) types?.splice(types.indexOf(action.type.toLowerCase()), 1);
  return types;
}
