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
        isProduction(stack, config.exemptStacks)
          ? activeGuards(policy)
              .filter(
                ({ action }) => action.requires.kind === "oauth" && action.requires.clientId === undefined,
              )
              .map(({ path }) => `${path}.config.client_id is not set: register an app of your own.`)
          : [],
      ({ oauth }, { config, stack }) =>
        isProduction(stack, config.exemptStacks)
          ? providersOf(oauth)
              .filter(([, provider]) => !isSet(provider, "clientId"))
              .map(([name]) => `oauth.provider.${name}.clientId is not set: register an app of your own.`)
          : [],
    ),
});
