import { webcrypto } from "node:crypto";
import { join } from "node:path";
import "reflect-metadata";
import {
  BasicConstraintsExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  X509CertificateGenerator,
  X509CrlGenerator,
} from "@peculiar/x509";
import type { ResourceValidationArgs } from "@pulumi/policy";
import { describe, expect, test } from "vitest";
import { RULES, type Rule, type RuleId } from "../../../policy";
import { toPattern } from "../../support/patterns";
import { readTable } from "../../support/rows";
import { resource, throwingIfUnknown } from "./support";

type Case = [title: string, inputs: object, messages?: string[], settings?: object];

const table = readTable<{
  cases: Record<string, Case[]>;
  actions: [RuleId, type: string, config: object, message: string, settings?: object][];
  "checked actions": [RuleId, action: { type: string; config: object }, condition: string, other: string][];
  "e-mail limits": [limit: string, address?: string][];
}>(join(__dirname, "resource-rules.yaml"));

const ruleOf = (id: RuleId) => {
  const rule = RULES.find((rule: Rule) => rule.id === id) as Rule;
  if (rule.kind !== "resource") throw new Error(`${id} is not a resource rule`);
  return rule;
};

function findCase(id: RuleId, className: string, props: object) {
  const rule = ruleOf(id);
  const declared = resource(className, "one", props);
  const args = { ...declared, opts: { protect: false } } as unknown as ResourceValidationArgs;
  const ruleCase = rule.cases.find(({ resourceClass }) => declared.isType(resourceClass as never));
  if (!ruleCase) throw new Error(`${id} has no case for ${className}`);
  return { ruleCase, args, config: (settings: object) => rule.config.parse(settings) };
}

function messages(id: RuleId, className: string, props: object, settings: object = {}): string[] {
  const { ruleCase, args, config } = findCase(id, className, props);
  const findings = ruleCase.check(args, config(settings)) ?? [];
  return typeof findings === "string" ? [findings] : [...findings];
}

/** Applies the fix of a rule to properties in place, and returns them. */
function applyFix<T extends object>(id: RuleId, className: string, props: T): T {
  const { ruleCase, args, config } = findCase(id, className, props);
  ruleCase.fix?.(args, config({}));
  return props;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" } as const;

/** The certificate of an authority, and a revocation list that it issued. */
async function authorityAndRevocationList() {
  const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const name = "CN=Clients";
  const usages = new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign);
  const extensions = [new BasicConstraintsExtension(true), usages];
  const shared = { signingAlgorithm: ALGORITHM };
  const authority = await X509CertificateGenerator.createSelfSigned({ ...shared, name, keys, extensions });
  const issued = { issuer: name, signingKey: keys.privateKey, entries: [] };
  const list = await X509CrlGenerator.create({ ...shared, ...issued });
  return { authority: authority.toString("pem"), list: list.toString("pem") };
}

describe.each(Object.entries(table.cases))("%s", (rule, cases) => {
  const [id, className] = rule.split(" ") as [RuleId, string];

  test.each(cases)("%s", (_, inputs, expected = [], settings = {}) => {
    const found = messages(id, className, throwingIfUnknown(inputs), settings);
    expect(found).toEqual(expected.map(toPattern));
    expect(found.join()).not.toContain("hunter2");
  });
});

describe("edge-mtls-ca-valid", () => {
  const check = (caPem: string) => messages("edge-mtls-ca-valid", "CertificateAuthority", { caPem });
  const PARAMETERS = "-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n";

  test("ignores other PEM blocks", async () => {
    const { authority, list } = await authorityAndRevocationList();
    for (const block of [list, PARAMETERS]) {
      expect(check(`${block}\n${authority}`)).toEqual([]);
      expect(check(`${authority}\n${block}`)).toEqual([]);
    }
  });
});

describe("edge-tls-min-version", () => {
  test("adds the module to an HttpsEdge", () => {
    expect(applyFix("edge-tls-min-version", "HttpsEdge", {})).toEqual({
      tlsTermination: { minVersion: "1.2" },
    });
    expect(applyFix("edge-tls-min-version", "TlsEdge", {})).toEqual({});
    const off = { tlsTermination: { enabled: false } };
    expect(applyFix("edge-tls-min-version", "HttpsEdge", off)).toEqual({
      tlsTermination: { enabled: true, minVersion: "1.2" },
    });
  });
});

describe("edge-cert-lifetime", () => {
  const DAY_MS = 86_400_000;
  const FROM = new Date(Date.UTC(2026, 5, 1));
  const TO = new Date(FROM.getTime() + 400 * DAY_MS);

  /** Checks a certificate that is valid for 400 days. */
  async function violations(subject: string, issuer: string): Promise<string[]> {
    const keys = await webcrypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
    const certificate = await X509CertificateGenerator.create({
      ...{ subject, issuer, notBefore: FROM, notAfter: TO, publicKey: keys.publicKey },
      ...{ signingKey: keys.privateKey, signingAlgorithm: ALGORITHM },
    });
    return messages("edge-cert-lifetime", "TlsCertificate", {
      certificatePem: certificate.toString("pem"),
      notBefore: FROM.toISOString(),
      notAfter: TO.toISOString(),
      subjectCommonName: certificate.subjectName.getField("CN")[0],
      issuerCommonName: certificate.issuerName.getField("CN")[0],
    });
  }

  test("ignores self-signed certificates, comparing the whole name", async () => {
    const tooLong = ["the certificate is valid for 400 days, but the limit at its date of issue was 200."];
    expect(await violations("CN=app.example.com", "CN=app.example.com")).toEqual([]);
    expect(await violations("CN=app.example.com", "CN=app.example.com, O=Public Authority")).toEqual(tooLong);
    // Current certificates have an empty subject, and some issuers have no common name.
    expect(await violations("O=Shop", "O=Public Authority")).toEqual(tooLong);
  });
});

describe("rules about guards in traffic policies", () => {
  /** The resources that can have a traffic policy, with the path of the policy. */
  const resourcesWith = (value: unknown): [className: string, props: object, path: string][] => [
    ["Endpoint", { trafficPolicy: value }, "trafficPolicy"],
    ["Endpoint", { trafficPolicy: JSON.stringify(value) }, "trafficPolicy"],
    ["HttpsEdgeRoute", { trafficPolicy: { value } }, "trafficPolicy.value"],
  ];
  const policyWith = (type: string, config: object, ...later: object[]) => ({
    on_http_request: [{ actions: [{ type, config }] }, ...later],
  });
  const denyIf = (expression: string) => ({ expressions: [expression], actions: [{ type: "deny" }] });
  const email = "actions.ngrok.oauth.identity.email";

  test.each(table.actions)("%s reports %s %j", (id, type, config, expected, settings) => {
    for (const [className, props, path] of resourcesWith(policyWith(type, config))) {
      const [message, ...others] = messages(id, className, props, settings);
      expect(message).toMatch(`${path}.on_http_request[0].actions[0]`);
      expect(message).toContain(expected);
      expect(message).not.toContain("hunter2");
      expect(others).toEqual([]);
    }
    const disabled = { trafficPolicy: { enabled: false, value: policyWith(type, config) } };
    const found = messages(id, "HttpsEdgeRoute", disabled, settings);
    expect(found).toEqual(
      id === "edge-guard-disabled"
        ? ["trafficPolicy.enabled is false: the policy is declared, but its guards allow everyone."]
        : [],
    );
  });

  const logIf = (expression: string) => ({
    expressions: [expression],
    actions: [{ type: "log", config: { metadata: {} } }],
  });
  const setVariable = (value: string, ...expressions: string[]) => ({
    expressions,
    actions: [{ type: "set-vars", config: { vars: [{ a: value }] } }],
  });

  test.each(table["checked actions"])(
    "%s accepts %j if a later rule checks %s, not %s",
    (id, { type, config }, condition, other) => {
      const interpolated = "$".concat(`{${condition.replaceAll("'", '"')}}`);
      const counts = (...rules: object[]) =>
        resourcesWith(policyWith(type, config, ...rules)).map(
          ([className, props]) => messages(id, className, props).length,
        );
      expect(counts(denyIf(condition))).toEqual([0, 0, 0]);
      expect(counts(setVariable(interpolated), denyIf("vars.a == 'b'"))).toEqual([0, 0, 0]);
      expect(counts(setVariable("b", condition), denyIf("vars.a == 'b'"))).toEqual([0, 0, 0]);
      const insufficient = [
        [denyIf(other)],
        [logIf(condition)],
        [denyIf("actions.ngrok.log.metadata.a == 'b'")],
        [setVariable("b"), denyIf("vars.a == 'b'")],
        [setVariable(interpolated), logIf("vars.a == 'b'")],
      ];
      for (const rules of insufficient) expect(counts(...rules)).toEqual([1, 1, 1]);
    },
  );

  test.each(table["e-mail limits"])(
    "look for an address that anyone can get and that satisfies %s",
    (limit, address) => {
      const trafficPolicy = policyWith("oauth", { provider: "google" }, denyIf(`!${email}.${limit}`));
      const found = messages("edge-oauth-limited", "Endpoint", { trafficPolicy });
      expect(found).toEqual(address === undefined ? [] : [expect.stringContaining(address)]);
      const settings = { publicDomains: ["mail.example.com"] };
      if (address?.includes("gmail"))
        expect(messages("edge-oauth-limited", "Endpoint", { trafficPolicy }, settings)).toEqual([]);
    },
  );

  test("ignore invalid policies", () => {
    for (const text of ["{", "", "- a", "[".repeat(1000)])
      for (const id of ["edge-guard-disabled", "edge-oauth-limited", "edge-policy-credential"] as const)
        expect(messages(id, "Endpoint", { trafficPolicy: text })).toEqual([]);
  });
});
