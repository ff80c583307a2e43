// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the service interpolates these texts.

import { expect, test } from "vitest";
import { AGENT, edited, password, type Rule, rule } from "../../support/policies";
import { type Props, reviewSteps, type Step, same, updated } from "../../support/previews";

const passwordGuard = (value: string) => password(`ann:${value}`);
const webhookGuard = (secret: string) => rule("verify-webhook", { provider: "github", secret });
const pw = (name: string): Props => ({ vaultId: "vault_1", name, value: "[secret]" });
const vault = same("Vault", "vault", "vault_1", { name: "v" });
const renamedVault = updated("Vault", "vault", "vault_1", { name: "v" }, { name: "w" }, ["name"]);
const secret = same("Secret", "pw", "secret_1", pw("pw"));
const renamed = updated("Secret", "pw", "secret_1", pw("pw"), pw("pass"), ["name"]);
const renewed = updated("Secret", "pw", "secret_1", pw("pw"), pw("pass"), ["name", "value"]);
const webhook = (provider: string) => [rule("verify-webhook", { provider, secret: "s" }), AGENT];

const rulesOf = async (guard: (value: string) => Rule, spelling: string, steps: readonly Step[]) => {
  const change = edited([guard("${secrets.get('v', 'pw')}"), AGENT], [guard(spelling), AGENT]);
  const { findings } = await reviewSteps([...steps, change]);
  return findings.map(({ rule: id }) => id).filter((id) => id.startsWith("exposure-"));
};

test.each<[string, string, readonly Step[], readonly string[]]>([
  ["keeps its identity with different quotes", '${secrets.get("v", "pw")}', [vault, secret], []],
  ["keeps its identity with different white space", "${ (secrets.get( 'v','pw' )) }", [vault, secret], []],
  ["keeps its identity if it is renamed", "${secrets.get('v', 'pass')}", [vault, renamed], []],
  ["keeps its identity if its vault is renamed", "${secrets.get('w', 'pw')}", [renamedVault, secret], []],
  ["differs by name", '${secrets.get("v", "other")}', [vault, secret], ["exposure-may-open"]],
  ["differs by value", "${secrets.get('v', 'pass')}", [vault, renewed], ["exposure-opens"]],
])("a secret %s: %s", async (_, spelling, steps, expected) => {
  for (const guard of [passwordGuard, webhookGuard])
    expect(await rulesOf(guard, spelling, steps)).toEqual(expected);
});

test("ignores the case of a webhook provider", async () => {
  expect((await reviewSteps([edited(webhook("github"), webhook("GitHub"))])).findings).toEqual([]);
});

const metadata = (entity: string, until: string, ...certificates: readonly string[]) =>
  `<md:EntityDescriptor entityID="${entity}" validUntil="${until}">${certificates
    .map((text) => `<ds:X509Certificate>${text}</ds:X509Certificate>`)
    .join("")}</md:EntityDescriptor>`;
const IDP = "https://idp.example";

test.each([
  ["extends its validity", metadata(IDP, "2027-01-01", "AAAA", "BBBB"), []],
  ["lists its certificates in another order", metadata(IDP, "2027-01-01", "BB BB\n", "AAAA"), []],
  ["has another certificate", metadata(IDP, "2026-01-01", "CCCC"), ["exposure-may-open"]],
  ["has another entity id", metadata("https://other.example", "2026-01-01", "CCCC"), ["exposure-opens"]],
])("compares a SAML identity provider that %s", async (_, idpMetadata, rules) => {
  const route = (saml: Props): Props => ({
    ...{ edgeId: "edghts_1", match: "/", matchType: "path_prefix", backend: { backendId: "bkdtg_1" } },
    saml,
  });
  const before = route({ idpMetadata: metadata(IDP, "2026-01-01", "AAAA", "BBBB") });
  const { findings } = await reviewSteps([
    same("HttpsEdge", "edge", "edghts_1", { hostports: ["app.example.com:443"] }),
    updated("HttpsEdgeRoute", "r", "r_1", before, route({ idpMetadata }), ["saml"]),
  ]);
  expect(findings.map(({ rule: id }) => id)).toEqual(rules);
});
