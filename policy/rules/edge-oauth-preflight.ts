import * as edge from "../../sdk";
import { resourceRule } from "../rule";
import { type SignOnModules, signOnModules } from "../sign-on";
import { reference } from "../sources";

const passing = (route: SignOnModules) =>
  signOnModules(route).filter(([, { optionsPassthrough }]) => optionsPassthrough === true);

export const edgeOauthPreflight = resourceRule({
  id: "edge-oauth-preflight",
  severity: "medium",
  title: "OPTIONS requests should be authenticated too.",
  reason: "An upstream that responds to OPTIONS with more than CORS headers is open to that method.",
  source: [reference("Create HTTPS Edge Route")],
  advice: "Remove optionsPassthrough, or set it to false.",
  fix: "Sets optionsPassthrough to false.",
  cases: (on) => [
    on(
      edge.HttpsEdgeRoute,
      (route) =>
        passing(route).map(([name]) => `${name}.optionsPassthrough is true: OPTIONS is not authenticated.`),
      (route) => {
        const modules = passing(route);
        for (const [, module] of modules) module.optionsPassthrough = false;
        return modules.length > 0;
      },
    ),
  ],
});
