import * as pulumi from "@pulumi/pulumi";
import { describe, expect, test } from "vitest";
import { prepareInputs } from "../../../sdk/inputs";

const FACTS = { name: "Endpoint", inputs: ["trafficPolicy"], computed: [], secrets: [] };

/** A policy whose first rule is a list of actions, and that list. */
function policy() {
  const actions: unknown[] = [{ type: "deny" }];
  return { actions, trafficPolicy: { on_http_request: [{ actions }] } };
}

describe("an object that contains itself", () => {
  const MESSAGE =
    'Endpoint "app": trafficPolicy.on_http_request[0].actions[1].config: refers to trafficPolicy, which contains it';

  function circular() {
    const { actions, trafficPolicy } = policy();
    actions.push({ type: "log", config: trafficPolicy });
    return trafficPolicy;
  }

  test("is rejected with its path", () => {
    expect(() => prepareInputs(FACTS, "app", { trafficPolicy: circular() })).toThrow(MESSAGE);
  });

  test("is rejected in a promise", async () => {
    const { trafficPolicy } = prepareInputs(FACTS, "app", { trafficPolicy: Promise.resolve(circular()) });
    await expect(trafficPolicy).rejects.toThrow(MESSAGE);
  });

  test("is distinguished from an object with two references", () => {
    const { actions, trafficPolicy } = policy();
    const twice = { ...trafficPolicy, on_http_response: [{ actions }] };
    expect(prepareInputs(FACTS, "app", { trafficPolicy: twice }).trafficPolicy).toMatchObject(twice);
  });
});

test("a deeply nested object is rejected", () => {
  let trafficPolicy: object = {};
  for (let n = 0; n < 20_000; n++) trafficPolicy = { a: trafficPolicy };
  expect(() => prepareInputs(FACTS, "app", { trafficPolicy })).toThrow("is nested in more than 500 levels");
});

test.each<[string, unknown]>([
  ["a value", { app: "a", stage: undefined }],
  ["an output", { app: "a", stage: pulumi.output(undefined) }],
  ["a map that is an output", pulumi.output({ app: "a", stage: undefined })],
  ["a map that is a promise", Promise.resolve({ app: "a", stage: undefined })],
])("an undefined map value is sent as null, which check rejects: %s", async (_, labels) => {
  const facts = { ...FACTS, name: "TunnelGroupBackend", inputs: ["labels"], maps: ["labels"] };
  const sent = pulumi.output(prepareInputs(facts, "group", { labels }).labels);
  const known = (sent as unknown as { promise(): Promise<unknown> }).promise();
  expect(await known).toEqual({ app: "a", stage: null });
});

test("a key that the engine's SDK drops is rejected with its path", () => {
  const trafficPolicy = { on_http_request: [JSON.parse('{ "__proto__": {} }')] };
  expect(() => prepareInputs(FACTS, "app", { trafficPolicy })).toThrow(
    'Endpoint "app": trafficPolicy.on_http_request[0].__proto__: ',
  );
});
