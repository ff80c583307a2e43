import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { resources } from "../../../provider/families";
import { CLASSES, type ClassName, samples } from "../../samples";
import { openAccount, type TestAccount } from "../../support/account";
import { authorityPem, sshPublicKey, tlsKeyPair } from "../../support/crypto";
import { type Declared, type JsonInputs, reference, resource } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";

/** The id of an object that this same program creates: unknown at preview. */
const unknown = reference("fresh");
const fresh = resource("IpPolicy", "fresh", { description: "fresh" });

/** The same value with an unknown in place of each of its parts, at every depth. */
function withUnknowns(value: unknown, path: string): [path: string, value: unknown][] {
  const here: [string, unknown] = [path, unknown];
  if (Array.isArray(value)) {
    const items = value.flatMap((item, at) =>
      withUnknowns(item, `${path}[${at}]`).map(([where, other]): [string, unknown] => [
        where,
        value.map((old, i) => (i === at ? other : old)),
      ]),
    );
    return [here, ...items];
  }
  if (value === null || typeof value !== "object") return [here];
  const keys = Object.entries(value).flatMap(([key, item]) =>
    withUnknowns(item, `${path}.${key}`).map(([where, other]): [string, unknown] => [
      where,
      { ...value, [key]: other },
    ]),
  );
  return [here, ...keys];
}

/** One resource for each part of each input of a class, with that part unknown. */
function everyPartUnknown(className: ClassName): Declared[] {
  const full = samples[className].full({ id: (of, number = 1) => `${of}_${number}`, unique: "x" });
  // What an account can have once would be refused: of these one key is unknown in all others.
  const [once] = resources.find(({ name }) => name === className)?.naturalKey?.toReversed() ?? [];
  return Object.entries(full).flatMap(([key, value]) =>
    withUnknowns(value, key).map(([path, other]) =>
      resource(className, `${className}.${path}`, {
        ...full,
        ...(once && { [once]: unknown }),
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

  test("any input of any class may be unknown, at any depth, and nothing is sent", async () => {
    const all = CLASSES.flatMap(everyPartUnknown);
    expect(all.length).toBeGreaterThan(250);
    account.declare([fresh, ...all]);
    const { changes, calls } = await account.run((workspace) => workspace.preview());
    expect(changes.filter((change) => !change.startsWith("create "))).toEqual([]);
    expect(changes).toHaveLength(all.length + 1);
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

interface UnknownCase {
  readonly class: ClassName;
  readonly before: JsonInputs;
  readonly after: JsonInputs;
  readonly shown: "update" | "replace";
  readonly property: string;
}

const cases: Readonly<Record<string, UnknownCase>> = {
  "map key": {
    class: "WeightedBackend",
    before: { backends: { [reference("group")]: 1 } },
    after: { backends: { [unknown]: 1 } },
    shown: "update",
    property: "backends",
  },
  "list item": {
    class: "IpRestriction",
    before: { type: "dashboard", ipPolicyIds: [reference("office")] },
    after: { type: "dashboard", ipPolicyIds: [reference("office"), unknown] },
    shown: "update",
    property: "ipPolicyIds",
  },
  "inside a module": {
    class: "TlsEdge",
    before: { backend: { backendId: reference("group") } },
    after: { backend: { backendId: unknown } },
    shown: "update",
    property: "backend",
  },
  "id that is fixed": {
    class: "IpPolicyRule",
    before: { ipPolicyId: reference("office"), cidr: "192.0.2.0/24", action: "allow" },
    after: { ipPolicyId: unknown, cidr: "192.0.2.0/24", action: "allow" },
    shown: "replace",
    property: "ipPolicyId",
  },
  "hostname that is fixed, under releaseProtection": {
    class: "ReservedDomain",
    before: { domain: "fixed.example.com", releaseProtection: true },
    after: { domain: unknown, releaseProtection: true },
    shown: "replace",
    property: "domain",
  },
  adoptId: {
    class: "IpPolicy",
    before: { description: "a" },
    after: { description: "a", adoptId: unknown },
    shown: "replace",
    property: "adoptId",
  },
};

describe("a value that becomes unknown", () => {
  let account: TestAccount;
  let shown: Map<string, readonly [string, readonly string[]]>;

  beforeAll(async () => {
    account = await openAccount();
    const program = (of: "before" | "after") =>
      Object.entries(cases).map(([name, one]) => resource(one.class, name, one[of]));
    account.declare([...base, ...program("before")]);
    await account.up();
    account.declare([...base, fresh, ...program("after")]);
    const { steps, calls } = await account.run((workspace) => workspace.preview());
    expect(calls).toEqual([]);
    const telling = steps.filter(({ op }) => op === "update" || op === "replace");
    shown = new Map(telling.map(({ name, op, diffs }) => [name, [op, diffs]]));
  });

  afterAll(() => account?.close());

  const named = (of: "update" | "replace") => Object.keys(cases).filter((name) => cases[name]?.shown === of);

  test.each(named("update"))("%s: shown as an update where it can change in place", (name) => {
    expect(shown.get(name)).toEqual(["update", [cases[name]?.property]]);
  });

  test.each(named("replace"))("%s: shown as a possible replacement where it cannot", (name) => {
    const [op, diffs = []] = shown.get(name) ?? [];
    expect(op).toBe("replace");
    expect(diffs).toContain(cases[name]?.property);
  });

  test("nothing else is shown", () => {
    expect([...shown.keys()].sort()).toEqual(Object.keys(cases).sort());
  });
});

describe("outputs that follow from inputs", () => {
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
