import { secretPaths } from "../../traffic-policy/symbolic/guards";
import { policyCases } from "../held-policy";
import { resourceRule } from "../rule";
import { SOURCES } from "../sources";

const spelled = (path: readonly (string | number)[]) =>
  path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part}`)).join("");

export const edgePolicyCredential = resourceRule({
  id: "edge-policy-credential",
  severity: "medium",
  title: "Traffic policies should take credentials from a vault.",
  reason: "The service returns a policy as it is to whoever may read the endpoint, edge or route.",
  source: [SOURCES.trafficPolicies],
  advice:
    "Write secrets.get('vault', 'name') in an interpolation in place of the credential, and keep it in a vault.",
  cases: (on) =>
    policyCases(on, ({ at, value }) => {
      const [first, ...others] = secretPaths(value);
      if (first === undefined) return undefined;
      const rest = others.length === 0 ? "" : ` So do ${others.length} more values.`;
      return `${at}${spelled(first)} holds a credential in plain text.${rest}`;
    }),
});
