import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { CLASSES, type ClassName, samples } from "../../samples";
import { openAccount, type TestAccount } from "../../support/account";
import { authorityPem, sshPublicKey, tlsKeyPair } from "../../support/crypto";
import { type Declared, type JsonInputs, reference, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";

/** Id of an object that the program creates, so it is unknown at preview. */
const unknown = reference("fresh");
const fresh = resource("IpPolicy", "fresh", { description: "fresh" });

/** Returns a variant of a value for each of its parts, at any depth, with that part unknown. */
function withUnknowns(value: unknown, path: string): [path: string, value: unknown][] {
  const whole: [string, unknown] = [path, unknown];
  if (Array.isArray(value)) {
    const items = value.flatMap((item, at) =>
      withUnknowns(item, `${path}[${at}]`).map(([where, other]): [string, unknown] => [
        where,
        value.map((old, i) => (i === at ? other : old)),
      ]),
    );
    return [whole, ...items];
  }
  if (value === null || typeof value !== "object") return [whole];
  const keys = Object.entries(value).flatMap(([key, item]) =>
    withUnknowns(item, `${path}.${key}`).map(([where, other]): [string, unknown] => [
      where,
      { ...value, [key]: other },
    ]),
  );
  return [whole, ...keys];
}

/** Declares a resource for each part of each input of a class, with that part unknown. */
function everyPartUnknown(className: ClassName): Declared[] {
  const full = samples[className].full({ id: (target, number = 1) => `${target}_${number}`, unique: "x" });
  // Equal natural keys would be rejected, so part of the key is unknown in every resource.
  const [keyPart] = resources.find(({ name }) => name === className)?.naturalKey?.toReversed() ?? [];
  return Object.entries(full).flatMap(([key, value]) =>
    withUnknowns(value, key).map(([path, other]) =>
      resource(className, `${className}.${path}`, {
        ...full,
        ...(keyPart && { [keyPart]: unknown }),
        [key]: other,
      }),
    ),
  );
}

describe("values that are unknown at preview", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });

  afterAll(() => account?.close());

  test("pass as any input of any class, at any depth, and nothing is sent", async () => {
    const declared = CLASSES.flatMap(everyPartUnknown);
    expect(declared.length).toBeGreaterThan(250);
    account.declare([fresh, ...declared]);
    const { changes, calls } = await account.run((workspace) => workspace.preview());
    expect(changes.filter((change) => !change.startsWith("create "))).toEqual([]);
    expect(changes).toHaveLength(declared.length + 1);
    expect(calls).toEqual([]);
  });
});

const pem = tlsKeyPair("known.example.com");
const certificate = { certificatePem: pem.certificatePem, privateKeyPem: pem.privateKeyPem };

const base: readonly Declared[] = [
  resource("IpPolicy", "office", {}),
  resource("TunnelGroupBackend", "group", {}),
  resource("SshCertificateAuthority", "authority", {}),
  resource("CertificateAuthority", "staff", { caPem: authorityPem("staff.example.com") }),
  resource("HttpsEdge", "edge", {}),
  resource("TlsEdge", "tls", {}),
];
const ssh = { sshCertificateAuthorityId: reference("authority"), publicKey: sshPublicKey("one") };

/** The inputs of a resource, the step in the preview, and the property that it names. */
type UnknownCase = readonly [
  ClassName,
  before: JsonInputs,
  after: JsonInputs,
  step: "update" | "replace",
  property: string,
];

const group = reference("group");
const office = reference("office");
const dashboard = { type: "dashboard", ipPolicyIds: [office] };
const rule = { ipPolicyId: office, cidr: "192.0.2.0/24", action: "allow" };
const protectedDomain = { domain: "fixed.example.com", releaseProtection: true };
const onEdge = (backendId: string) => ({ backend: { backendId } });

const cases: Readonly<Record<string, UnknownCase>> = {
  "map key": [
    "WeightedBackend",
    { backends: { [group]: 1 } },
    { backends: { [unknown]: 1 } },
    "update",
    "backends",
  ],
  "list item": [
    "IpRestriction",
    dashboard,
    { ...dashboard, ipPolicyIds: [office, unknown] },
    "update",
    "ipPolicyIds",
  ],
  "inside a module": ["TlsEdge", onEdge(group), onEdge(unknown), "update", "backend"],
  "id that is fixed": ["IpPolicyRule", rule, { ...rule, ipPolicyId: unknown }, "replace", "ipPolicyId"],
  "hostname under releaseProtection": [
    "ReservedDomain",
    protectedDomain,
    { ...protectedDomain, domain: unknown },
    "replace",
    "domain",
  ],
  adoptId: ["IpPolicy", {}, { adoptId: unknown }, "replace", "adoptId"],
};

describe("a value that becomes unknown", () => {
  let account: TestAccount;
  let changes: Map<string, readonly [string, readonly string[]]>;

  beforeAll(async () => {
    account = await openAccount();
    const rows = Object.entries(cases);
    account.declare([...base, ...rows.map(([name, [type, before]]) => resource(type, name, before))]);
    await account.up();
    account.declare([...base, fresh, ...rows.map(([name, [type, , after]]) => resource(type, name, after))]);
    const { steps, calls } = await account.run((workspace) => workspace.preview());
    expect(calls).toEqual([]);
    const changing = steps.filter(({ op }) => op === "update" || op === "replace");
    changes = new Map(changing.map(({ name, op, diffs }) => [name, [op, diffs]]));
  });

  afterAll(() => account?.close());

  const casesWith = (step: "update" | "replace") =>
    Object.entries(cases).flatMap(([name, [, , , expected, property]]) =>
      expected === step ? [[name, property]] : [],
    );

  test.each(casesWith("update"))("%s: is shown as an update if it can change in place", (name, property) => {
    expect(changes.get(name as string)).toEqual(["update", [property]]);
  });

  test.each(casesWith("replace"))("%s: is shown as a replacement if it can't", (name, property) => {
    const [op, diffs = []] = changes.get(name as string) ?? [];
    expect(op).toBe("replace");
    expect(diffs).toContain(property);
  });

  test("is the only change shown", () => {
    expect([...changes.keys()].sort()).toEqual(Object.keys(cases).sort());
  });
});

describe("outputs derived from inputs", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES });
  });

  afterAll(() => account?.close());

  test("are known on the first preview", async () => {
    account.declare([
      resource("TlsCertificate", "certificate", certificate),
      resource("ReservedDomain", "domain", { domain: "App.Example.COM." }),
      resource("SshCertificateAuthority", "authority", {}),
      resource("SshUserCertificate", "ssh", ssh),
      resource("Endpoint", "endpoint", { url: "HTTPS://Cloud.example.com:443/", trafficPolicy: "{}" }),
      resource("IpPolicy", "hostname", { description: reference("domain", "domain") }),
      resource("IpPolicy", "name", { description: reference("certificate", "subjectCommonName") }),
      resource("IpPolicy", "end", { description: reference("certificate", "notAfter") }),
      resource("IpPolicy", "key", { description: reference("ssh", "keyType") }),
      resource("IpPolicy", "host", { description: reference("endpoint", "host") }),
    ]);
    const { steps, calls } = await account.run((workspace) => workspace.preview());
    const description = (name: string) => steps.find((step) => step.name === name)?.new?.inputs.description;
    expect(description("hostname")).toBe("app.example.com");
    expect(description("name")).toBe("known.example.com");
    expect(Date.parse(String(description("end")))).toBeGreaterThan(Date.now());
    expect(description("key")).toBe("ed25519");
    expect(description("host")).toBe("cloud.example.com");
    expect(calls).toEqual([]);
    await account.up();
    await account.expectSettled();
  });
});
