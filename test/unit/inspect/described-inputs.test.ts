import { describe, expect, test } from "vitest";
import { apiKey } from "../../../provider/families/api-key";
import { endpoint } from "../../../provider/families/endpoint";
import { httpsEdgeRoute } from "../../../provider/families/https-edge-route";
import { tlsCertificate } from "../../../provider/families/tls-certificate";
import { listOf, secretString } from "../../../provider/family/fields";
import {
  type AccountObject,
  describeInputs,
  nestedIn,
  placeholderFor,
  withPlaceholders,
} from "../../../provider/inspect";

describe("a secret that the service does not return", () => {
  const secretsOf = (module: string, values: Record<string, unknown>) => {
    const described = describeInputs(httpsEdgeRoute.inputs, { [module]: values });
    const secrets = nestedIn(described).filter(({ kind }) => kind === "secret");
    return secrets.filter((secret) => "path" in secret && secret.path[0] === module);
  };

  test("is needed if a rule requires it", () => {
    expect(secretsOf("webhookVerification", { provider: "github", secret: "" })).toEqual([
      { kind: "secret", path: ["webhookVerification", "secret"], knowledge: "needed" },
    ]);
  });

  test("is omitted if no rule requires it", () => {
    expect(secretsOf("webhookVerification", { provider: "sns", secret: "" })).toEqual([]);
    expect(secretsOf("oauth", { provider: { github: {} } })).toEqual([]);
  });

  test("is needed if a rule requires it together with other inputs", () => {
    expect(secretsOf("oauth", { provider: { github: { clientId: "app" } } })).toEqual([
      { kind: "secret", path: ["oauth", "provider", "github", "clientSecret"], knowledge: "needed" },
    ]);
  });

  test("may be missing from a program that adopts the object, if it is never returned", () => {
    const { entries } = describeInputs(tlsCertificate.inputs, { certificatePem: "PEM" });
    expect(Object.fromEntries(entries)).toMatchObject({
      certificatePem: { kind: "plain", value: "PEM" },
      privateKeyPem: { kind: "secret", path: ["privateKeyPem"], knowledge: "trusted" },
    });
  });

  test("is omitted if the service would have returned it", () => {
    expect(describeInputs({ token: secretString("Token.") }, {}).entries).toEqual([]);
  });
});

test("a returned secret is marked without its value", () => {
  const values = { webhookVerification: { provider: "github", secret: "hunter2" } };
  const described = JSON.stringify(describeInputs(httpsEdgeRoute.inputs, values));
  expect(described).toContain('"knowledge":"returned"');
  expect(described).not.toContain("hunter2");
});

test.each([
  ["https://app.internal", "on_http_request"],
  ["https://app.example.com", "on_http_request"],
  ["tls://app.internal", "on_tcp_connect"],
])("the placeholder of a whole policy uses a phase that %s supports", (url, phase) => {
  const object = { family: endpoint, inputs: { url, trafficPolicy: "{}" } } as unknown as AccountObject;
  const { value } = placeholderFor(object, ["trafficPolicy"], 1);
  expect(Object.keys(JSON.parse(value))).toEqual([phase]);
});

test("marks secrets in a list, and accepts parts of a policy that are not strings", () => {
  const shape = { ...endpoint.inputs, tokens: listOf(secretString("Token."), "Tokens.") };
  const trafficPolicy = { on_http_request: [{ name: null, enabled: true }] };
  const described = describeInputs(shape, { tokens: ["hush", ""], trafficPolicy }, { inParts: true });
  expect(JSON.stringify(described)).toContain(
    '[["name",{"kind":"part","value":null}],["enabled",{"kind":"part","value":true}]]',
  );
  const marked = { kind: "secret", path: ["tokens", "0"], knowledge: "returned" };
  expect(described.entries).toContainEqual([
    "tokens",
    { kind: "list", items: [marked, { kind: "plain", value: "" }] },
  ]);
});

test("secret outputs are replaced by placeholders", () => {
  const object = { family: apiKey, at: {}, response: { id: "ak_1", token: "hush" } };
  expect(withPlaceholders(object as unknown as AccountObject, []).response).toEqual({
    id: "ak_1",
    token: "placeholder",
  });
});
