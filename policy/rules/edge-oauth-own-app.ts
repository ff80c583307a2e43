import { z } from "zod";
import * as edge from "../../sdk";
import { isGiven } from "../known";
import { providersOf } from "../oauth";
import { exemptStacks, isProduction } from "../production";
import { resourceRule } from "../rule";
import { reference, SOURCES } from "../sources";

export const edgeOauthOwnApp = resourceRule({
  id: "edge-oauth-own-app",
  severity: "medium",
  title: "OAuth should use an app of your own in production.",
  reason: "The app that the service provides has additional restrictions and is meant for trials.",
  source: [reference("Create HTTPS Edge Route"), SOURCES.oauthGuide],
  advice: "Register an OAuth app at the identity provider and set its clientId and clientSecret.",
  config: z.object({ exemptStacks }),
  cases: (on) => [
    on(edge.HttpsEdgeRoute, ({ oauth }, { config, stack }) =>
      isProduction(stack, config.exemptStacks)
        ? providersOf(oauth)
            .filter(([, provider]) => !isGiven(provider, "clientId"))
            .map(([name]) => `oauth.provider.${name}.clientId is not set: register an app of your own.`)
        : undefined,
    ),
  ],
});
