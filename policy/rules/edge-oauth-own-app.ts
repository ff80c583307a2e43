import { z } from "zod";
import { activeGuards, trafficCases } from "../attached-policy";
import { exemptStacks, isProduction } from "../enforcement";
import { isSet } from "../known-values";
import { providersOf } from "../properties";
import { reference, resourceRule, SOURCES } from "../rule";

export const edgeOauthOwnApp = resourceRule({
  id: "edge-oauth-own-app",
  severity: "medium",
  title: "OAuth should use an app of your own in production.",
  reason: "The service's own app has additional restrictions and is meant for trials.",
  source: [reference("Create HTTPS Edge Route"), SOURCES.oauthGuide],
  advice: "Register an OAuth app at the identity provider and set its clientId and clientSecret.",
  config: z.object({ exemptStacks }),
  cases: (on) =>
    trafficCases(
      on,
      (policy, { config, stack }) =>
        activeGuards(policy)
          .filter(({ action: { requires } }) => requires.kind === "oauth" && requires.clientId === undefined)
          .filter(() => isProduction(stack, config.exemptStacks))
          .map(({ path }) => `${path}.config.client_id is not set: register an app of your own.`),
      ({ oauth }, { config, stack }) =>
        providersOf(oauth)
          .filter(([, provider]) => !isSet(provider, "clientId") && isProduction(stack, config.exemptStacks))
          .map(([name]) => `oauth.provider.${name}.clientId is not set: register an app of your own.`),
    ),
});
