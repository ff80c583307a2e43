import { expect, test } from "vitest";
import {
  mapOf,
  object,
  secretString,
  string,
  stringList,
  trafficPolicyText,
} from "../../../provider/family/fields";
import { secretsIn } from "../../../provider/lifecycle/values/secrets";

const shape = {
  token: secretString("Token."),
  note: string("Note."),
  hint: string("Hint.", { secret: "possible" }).optional(),
  headers: mapOf(string("Value.", { secret: "possible" }), "Headers."),
  labels: mapOf(string("Value."), "Labels."),
  hosts: stringList("Hosts."),
  policy: trafficPolicyText("Policy."),
  oidc: object({ clientId: string("Id."), clientSecret: secretString("Secret.") }, "OIDC.").optional(),
};

test("finds exactly the secrets, at any depth", () => {
  const values = {
    token: "t1",
    note: "n1",
    hint: "h1",
    headers: { a: "v1", b: "v2" },
    labels: { c: "l1" },
    hosts: ["x"],
    policy: { rules: "r" },
    oidc: { clientId: "i1", clientSecret: "s1" },
    stranger: "z",
  };
  expect(secretsIn(shape, values)).toEqual(["t1", "h1", "v1", "v2", "s1"]);
});

test.each([[null], [undefined], [7], [true]])("finds none in a value of another type: %j", (value) => {
  const values = Object.fromEntries(Object.keys(shape).map((key) => [key, value]));
  expect(secretsIn(shape, values)).toEqual([]);
});

test("finds any number of secrets", () => {
  const many = 300_000;
  const headers = Object.fromEntries(Array.from({ length: many }, (_, n) => [`x-${n}`, `value-${n}`]));
  const token = { of: Array.from({ length: many }, (_, n) => `part-${n}`) };
  expect(secretsIn(shape, { token, headers })).toHaveLength(2 * many);
});
