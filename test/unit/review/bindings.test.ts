import { expect, test } from "vitest";
import { created, reviewOf, rulesOf } from "../../support/previews";

test.each([
  ["https://app.example.com", ["public"]],
  ["https://app.example.internal", ["internal"]],
])("a new endpoint without bindings at %s is judged as one with %s", async (url, bindings) => {
  const judged = async (inputs: object) =>
    rulesOf(await reviewOf([created("Endpoint", "app", { url, trafficPolicy: "{}", ...inputs })]));
  expect(await judged({})).toEqual(await judged({ bindings }));
  expect(await judged({})).not.toEqual(
    await judged({ bindings: bindings[0] === "public" ? ["internal"] : ["public"] }),
  );
});
