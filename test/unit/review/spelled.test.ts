// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { expect, test } from "vitest";
import { type Props, reviewOf, same, updated } from "../../support/previews";

/** Texts that the service fills in are the same where their expressions are, however these are spelled. */

const policy = (...actions: readonly object[]): Props => ({
  url: "https://app.example.com",
  trafficPolicy: {
    on_http_request: [
      { actions: [...actions, { type: "forward-internal", config: { url: "https://agent.internal" } }] },
    ],
  },
});
const password = (value: string) => ({ type: "basic-auth", config: { credentials: [`ann:${value}`] } });
const webhook = (secret: string) => ({ type: "verify-webhook", config: { provider: "github", secret } });
const vault = [
  same("Vault", "vault", "vault_1", { name: "v" }),
  same("Secret", "pw", "secret_1", { vaultId: "vault_1", name: "pw", value: "[secret]" }),
];

test.each([
  '${secrets.get("v", "pw")}',
  "${secrets.get('v','pw')}",
  "${ secrets.get( 'v', 'pw' ) }",
  "${(secrets.get('v', \"pw\"))}",
])("a secret that is spelled %s is the same", async (spelled) => {
  for (const guard of [password, webhook]) {
    const { findings } = await reviewOf([
      ...vault,
      updated("Endpoint", "app", "ep_1", policy(guard("${secrets.get('v', 'pw')}")), policy(guard(spelled)), [
        "trafficPolicy",
      ]),
    ]);
    expect(findings.map(({ rule }) => rule)).toEqual([]);
  }
});

test("another secret is not", async () => {
  const { findings } = await reviewOf([
    ...vault,
    updated(
      "Endpoint",
      "app",
      "ep_1",
      policy(password("${secrets.get('v', 'pw')}")),
      policy(password('${secrets.get("v", "other")}')),
      ["trafficPolicy"],
    ),
  ]);
  expect(findings.map(({ rule }) => rule)).toContain("exposure-may-open");
});
