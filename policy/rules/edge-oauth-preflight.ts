import { activeGuards, trafficCases } from "../attached-policy";
import { type SignInModules, signInModules } from "../properties";
import { reference, resourceRule } from "../rule";

const exemptingModules = (route: SignInModules) =>
  signInModules(route).filter(([, { optionsPassthrough }]) => optionsPassthrough === true);

export const edgeOauthPreflight = resourceRule({
  id: "edge-oauth-preflight",
  severity: "medium",
  title: "OPTIONS requests should be authenticated too.",
  reason: "An upstream that responds to OPTIONS with more than CORS headers is open to that method.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Remove optionsPassthrough, or allow_cors_preflight in a traffic policy, or set it to false.",
  fix: "Sets optionsPassthrough to false. Doesn't change traffic policies.",
  cases: (on) =>
    trafficCases(
      on,
      (policy) =>
        activeGuards(policy)
          .filter(
            ({ action: { requires } }) => "allowsPreflight" in requires && requires.allowsPreflight === true,
          )
          .map(({ path }) => `${path}.config.allow_cors_preflight is true: OPTIONS is not authenticated.`),
      (route) =>
        exemptingModules(route).map(
          ([name]) => `${name}.optionsPassthrough is true: OPTIONS is not authenticated.`,
        ),
      (route) => {
        const modules = exemptingModules(route);
        for (const [, module] of modules) module.optionsPassthrough = false;
        return modules.length > 0;
      },
    ),
});
