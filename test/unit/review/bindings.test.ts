import { describe, expect, test } from "vitest";
import { AGENT, APP, endpointArgs, GOOGLE, type Rule } from "../../support/policies";
import { created, listFindings, type Props, reviewSteps, updated } from "../../support/previews";

test.each([
  ["https://app.example.com", ["public"]],
  ["https://app.example.internal", ["internal"]],
])("judges a new endpoint without bindings at %s like one with the binding %s", async (url, bindings) => {
  const findingsFor = async (inputs: object) =>
    listFindings(await reviewSteps([created("Endpoint", "app", { url, trafficPolicy: "{}", ...inputs })]));
  const findings = await findingsFor({});
  expect(findings).toEqual(await findingsFor({ bindings }));
  const otherBindings = bindings[0] === "public" ? ["internal"] : ["public"];
  expect(findings).not.toEqual(await findingsFor({ bindings: otherBindings }));
});

describe("an endpoint that changes its binding", () => {
  const props = (url: string, rules: readonly Rule[], bindings?: readonly string[]): Props => ({
    ...endpointArgs(rules, url),
    ...(bindings && { bindings }),
  });
  const INTERNAL = "https://app.internal";
  const [open, guarded] = [[AGENT], [GOOGLE, AGENT]];

  test.each<[string, Props, Props, readonly string[]]>([
    ["closes for the internal binding", props(APP, guarded), props(INTERNAL, guarded), []],
    ["closes for the binding of a cluster", props(APP, guarded), props(APP, guarded, ["kubernetes"]), []],
    [
      "opens if it loses its guard",
      props(APP, guarded),
      props(APP, open, ["kubernetes"]),
      ["exposure-opens high"],
    ],
    ["opens for the public binding", props(INTERNAL, guarded), props(APP, guarded), ["exposure-opens high"]],
  ])("%s", async (_, before, after, expected) => {
    const step = updated("Endpoint", "app", "ep_app", before, after, ["url", "bindings", "trafficPolicy"]);
    const { findings, exposure } = await reviewSteps([step]);
    expect(findings.map(({ rule, severity }) => `${rule} ${severity}`)).toEqual(expected);
    if (expected.length === 0) expect(exposure.changed.map(({ verdict }) => verdict)).toContain("closes");
  });
});
