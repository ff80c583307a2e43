import { z } from "zod";
import * as edge from "../../sdk";
import { exemptStacks, isProduction } from "../enforcement";
import { guardsOf, type HeldPolicy, onEndpoint, policyOfModule } from "../held-policy";
import { isGiven } from "../known";
import { providersOf } from "../properties";
import { resourceRule } from "../rule";
import { reference, SOURCES } from "../sources";

const inPolicy = (policy: HeldPolicy | undefined) =>
  guardsOf(policy)
    .filter(({ action: { requires } }) => requires.asks === "oauth" && requires.clientId === undefined)
    .map(({ path }) => `${path}.config.client_id is not set: register an app of your own.`);

export const edgeOauthOwnApp = resourceRule({
  id: "edge-oauth-own-app",
  severity: "medium",
  title: "OAuth should use an app of your own in production.",
  reason: "The app that the service provides has additional restrictions and is meant for trials.",
  source: [reference("Create HTTPS Edge Route"), SOURCES.oauthGuide],
  advice: "Register an OAuth app at the identity provider and set its clientId and clientSecret.",
  config: z.object({ exemptStacks }),
  cases: (on) => [
    onEndpoint(on, (policy, { config, stack }) =>
      isProduction(stack, config.exemptStacks) ? inPolicy(policy) : undefined,
    ),
    on(edge.HttpsEdgeRoute, (route, { config, stack }) =>
      isProduction(stack, config.exemptStacks)
        ? [
            ...providersOf(route.oauth)
              .filter(([, provider]) => !isGiven(provider, "clientId"))
              .map(([name]) => `oauth.provider.${name}.clientId is not set: register an app of your own.`),
            ...inPolicy(policyOfModule(route)),
          ]
        : undefined,
    ),
  ],
});
