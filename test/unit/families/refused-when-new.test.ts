import { describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { UNKNOWN } from "../../../provider/family/unknown";
import { checkInputs } from "../../../provider/lifecycle/plan/check";
import type { Inputs } from "../../samples";

/** Paths of what is refused of a program, with the inputs of the last run. */
function refused(name: string, inputs: Inputs, before: Inputs = {}): string[] {
  const family = resources.find((one) => one.name === name);
  if (!family) throw new Error(`there is no class ${name}`);
  const { failures } = checkInputs(family.inputs, before, inputs, { rules: family.rules ?? [] });
  return failures.map(({ path }) => path);
}

const restriction = { ipPolicyId: "ipp_1", action: "allow", cidr: "192.0.2.7" };
const route = (modules: Inputs) => ({ edgeId: "edge_1", matchType: "path_prefix", match: "/", ...modules });
const oauth = (emailAddresses: readonly unknown[]) =>
  route({ oauth: { provider: { github: { emailAddresses } } } });

/** What the service refuses today, and may have taken earlier. */
const cases: readonly (readonly [name: string, inputs: Inputs, path: string])[] = [
  ["ReservedDomain", { domain: "my_app.example.com" }, "domain"],
  ["IpPolicyRule", restriction, "cidr"],
  ["HttpsEdgeRoute", oauth(["Ada@example.com"]), "oauth.provider.github.emailAddresses[0]"],
  ["HttpsEdgeRoute", route({ saml: {} }), "saml.idpMetadata"],
  ["TunnelGroupBackend", { labels: { "a=b": "c" } }, "labels.a=b"],
];

describe.each(cases)("%s %o", (name, inputs, path) => {
  test("is refused when it is new", () => {
    expect(refused(name, inputs)).toEqual([path]);
  });

  test("passes when it is stored already, while something else changes", () => {
    expect(refused(name, { ...inputs, metadata: "other" }, inputs)).toEqual([]);
  });

  test("passes in what is adopted, until it changes", () => {
    const adopted = { ...inputs, adoptId: "id_1" };
    expect(refused(name, adopted)).toEqual([]);
    expect(refused(name, { ...adopted, adoptId: UNKNOWN })).toEqual([]);
    expect(refused(name, adopted, { adoptId: "id_1" })).toEqual([path]);
  });
});

test("items that are not known yet pass, and are the same as none", () => {
  expect(refused("HttpsEdgeRoute", oauth([UNKNOWN, UNKNOWN, "ada@example.com"]))).toEqual([]);
});
