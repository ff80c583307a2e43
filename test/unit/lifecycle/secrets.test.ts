import { expect, test } from "vitest";
import { mapOf, object, policyText, secretText, text, textList } from "../../../provider/family/fields";
import { secretsIn } from "../../../provider/lifecycle/secrets";

const shape = {
  token: secretText("Token."),
  note: text("Note."),
  hint: text("Hint.", { mayBeSecret: true }).optional(),
  headers: mapOf(text("Value.", { mayBeSecret: true }), "Headers."),
  labels: mapOf(text("Value."), "Labels."),
  hosts: textList("Hosts."),
  policy: policyText("Policy."),
  oidc: object({ clientId: text("Id."), clientSecret: secretText("Secret.") }, "OIDC.").optional(),
};

test("all secrets are found at any depth, and nothing else", () => {
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

test.each([[null], [undefined], [7], [true]])("a value of another kind holds none: %j", (value) => {
  const values = Object.fromEntries(Object.keys(shape).map((key) => [key, value]));
  expect(secretsIn(shape, values)).toEqual([]);
});
