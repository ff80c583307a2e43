// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service fills in what looks like a template here.

import { expect, test } from "vitest";
import { type Props, reviewOf, type Step, same, updated } from "../../support/previews";

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

const inVault = (name: string): Props => ({ name });
const named = (name: string): Props => ({ vaultId: "vault_1", name, value: "[secret]" });

test.each<[string, Step[], string]>([
  [
    "it",
    [
      same("Vault", "vault", "vault_1", inVault("v")),
      updated("Secret", "pw", "secret_1", named("pw"), named("pass"), ["name"]),
    ],
    "${secrets.get('v', 'pass')}",
  ],
  [
    "its vault",
    [
      updated("Vault", "vault", "vault_1", inVault("v"), inVault("w"), ["name"]),
      same("Secret", "pw", "secret_1", named("pw")),
    ],
    "${secrets.get('w', 'pw')}",
  ],
])("a secret is the same where %s gets another name", async (_, steps, spelled) => {
  const { exposure } = await reviewOf([
    ...steps,
    updated(
      "Endpoint",
      "app",
      "ep_1",
      policy(password("${secrets.get('v', 'pw')}")),
      policy(password(spelled)),
      ["trafficPolicy"],
    ),
  ]);
  expect(exposure.changed.map(({ verdict }) => verdict).filter((verdict) => verdict !== "same")).toEqual([]);
});

test("a secret that gets another name and another value is another one", async () => {
  const { findings } = await reviewOf([
    same("Vault", "vault", "vault_1", inVault("v")),
    updated("Secret", "pw", "secret_1", named("pw"), { ...named("pass"), value: "[secret]" }, [
      "name",
      "value",
    ]),
    updated(
      "Endpoint",
      "app",
      "ep_1",
      policy(password("${secrets.get('v', 'pw')}")),
      policy(password("${secrets.get('v', 'pass')}")),
      ["trafficPolicy"],
    ),
  ]);
  expect(findings.map(({ rule }) => rule)).toContain("exposure-opens");
});

test.each(["GitHub", "GITHUB"])("the webhook provider %s is github", async (provider) => {
  const signed = (name: string) => ({ type: "verify-webhook", config: { provider: name, secret: "s" } });
  const { findings } = await reviewOf([
    updated("Endpoint", "app", "ep_1", policy(signed("github")), policy(signed(provider)), ["trafficPolicy"]),
  ]);
  expect(findings.map(({ rule }) => rule)).toEqual([]);
});

const metadata = (entity: string, until: string, ...certificates: readonly string[]) =>
  `<md:EntityDescriptor entityID="${entity}" validUntil="${until}">${certificates
    .map((text) => `<ds:X509Certificate>${text}</ds:X509Certificate>`)
    .join("")}</md:EntityDescriptor>`;
const BEFORE = metadata("https://idp.example", "2026-01-01", "AAAA", "BBBB");

test.each([
  ["is valid for longer", metadata("https://idp.example", "2027-01-01", "AAAA", "BBBB"), []],
  ["has its certificates otherwise", metadata("https://idp.example", "2027-01-01", "BB BB\n", "AAAA"), []],
  ["has another certificate", metadata("https://idp.example", "2026-01-01", "CCCC"), ["exposure-may-open"]],
  ["is another one", metadata("https://other.example", "2026-01-01", "CCCC"), ["exposure-opens"]],
])("an identity provider of SAML that %s", async (_, idpMetadata, rules) => {
  const route = (saml: Props): Props => ({
    edgeId: "edghts_1",
    match: "/",
    matchType: "path_prefix",
    backend: { backendId: "bkdtg_1" },
    saml,
  });
  const { findings } = await reviewOf([
    same("HttpsEdge", "edge", "edghts_1", { hostports: ["app.example.com:443"] }),
    updated("HttpsEdgeRoute", "r", "r_1", route({ idpMetadata: BEFORE }), route({ idpMetadata }), ["saml"]),
  ]);
  expect(findings.map(({ rule }) => rule)).toEqual(rules);
});
