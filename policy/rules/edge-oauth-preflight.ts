import * as edge from "../../sdk";
import { guardsOf, type HeldPolicy, onEndpoint, policyOfModule } from "../held-policy";
import { type SignOnModules, signOnModules } from "../properties";
import { resourceRule } from "../rule";
import { reference } from "../sources";

const passing = (route: SignOnModules) =>
  signOnModules(route).filter(([, { optionsPassthrough }]) => optionsPassthrough === true);

const inPolicy = (policy: HeldPolicy | undefined) =>
  guardsOf(policy)
    .filter(
      ({ action: { requires } }) =>
        (requires.asks === "oauth" || requires.asks === "openid-connect") &&
        requires.passesPreflight === true,
    )
    .map(({ path }) => `${path}.config.allow_cors_preflight is true: OPTIONS is not authenticated.`);

export const edgeOauthPreflight = resourceRule({
  id: "edge-oauth-preflight",
  severity: "medium",
  title: "OPTIONS requests should be authenticated too.",
  reason: "An upstream that responds to OPTIONS with more than CORS headers is open to that method.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Remove optionsPassthrough, or allow_cors_preflight in a traffic policy, or set it to false.",
  fix: "Sets optionsPassthrough to false. Traffic policies stay as they are.",
  cases: (on) => [
    onEndpoint(on, inPolicy),
    on(
      edge.HttpsEdgeRoute,
      (route) => [
        ...passing(route).map(
          ([name]) => `${name}.optionsPassthrough is true: OPTIONS is not authenticated.`,
        ),
        ...inPolicy(policyOfModule(route)),
      ],
      (route) => {
        const modules = passing(route);
        for (const [, module] of modules) module.optionsPassthrough = false;
        return modules.length > 0;
      },
    ),
  ],
});
