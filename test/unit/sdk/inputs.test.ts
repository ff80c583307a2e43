import { describe, expect, test } from "vitest";
import { registered } from "../../../sdk/inputs";

const FACTS = { name: "Endpoint", inputs: ["trafficPolicy"], computed: [], secrets: [] };

/** A policy whose first rule is a list of actions, and that list. */
function policy() {
  const actions: unknown[] = [{ type: "deny" }];
  return { actions, trafficPolicy: { on_http_request: [{ actions }] } };
}

describe("an object that a program has put into itself", () => {
  const MESSAGE =
    'Endpoint "app": trafficPolicy.on_http_request[0].actions[1].config: is the object that it is in, trafficPolicy, so that the value has no end';

  function circular() {
    const { actions, trafficPolicy } = policy();
    actions.push({ type: "log", config: trafficPolicy });
    return trafficPolicy;
  }

  test("is refused by its place", () => {
    expect(() => registered(FACTS, "app", { trafficPolicy: circular() })).toThrow(MESSAGE);
  });

  test("is refused in a promise", async () => {
    const { trafficPolicy } = registered(FACTS, "app", { trafficPolicy: Promise.resolve(circular()) });
    await expect(trafficPolicy).rejects.toThrow(MESSAGE);
  });

  test("is told from an object that stands in two places", () => {
    const { actions, trafficPolicy } = policy();
    const twice = { ...trafficPolicy, on_http_response: [{ actions }] };
    expect(registered(FACTS, "app", { trafficPolicy: twice }).trafficPolicy).toMatchObject(twice);
  });
});

test("an object without an end of levels is refused", () => {
  let trafficPolicy: object = {};
  for (let n = 0; n < 20_000; n++) trafficPolicy = { a: trafficPolicy };
  expect(() => registered(FACTS, "app", { trafficPolicy })).toThrow("is nested in more than 500 levels");
});
