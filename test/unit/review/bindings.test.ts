import { expect, test } from "vitest";
import { created, reviewOf, rulesOf } from "../../support/previews";

test.each([
  ["https://app.example.com", ["public"]],
  ["https://app.example.internal", ["internal"]],
])("judges a new endpoint without bindings at %s like one with the binding %s", async (url, bindings) => {
  const findingsFor = async (inputs: object) =>
    rulesOf(await reviewOf([created("Endpoint", "app", { url, trafficPolicy: "{}", ...inputs })]));
  const findings = await findingsFor({});
  expect(findings).toEqual(await findingsFor({ bindings }));
  const otherBindings = bindings[0] === "public" ? ["internal"] : ["public"];
  expect(findings).not.toEqual(await findingsFor({ bindings: otherBindings }));
});
