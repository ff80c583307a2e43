import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ClassName, samples } from "../samples";
import { openAccount, type TestAccount } from "../support/account";
import { type Declared, reference, secret } from "../support/program";
import { RESERVED_NAMES } from "../support/reserved-names";

/**
 * Classes with outputs that are made of inputs or repeat those of other resources, in a state file: every input is a
 * secret, and none of them stands in the state.
 */
const CLASSES: readonly ClassName[] = [
  "AgentIngress",
  "CertificateAuthority",
  "Endpoint",
  "HttpsEdge",
  "HttpsEdgeRoute",
  "IpPolicyRule",
  "ReservedDomain",
  "SshUserCertificate",
  "TlsCertificate",
];

/** The resources of a sample, after those that it needs. */
function declared(of: ClassName, unique: string, found: Map<string, Declared>): readonly Declared[] {
  const inputsOf = (name: ClassName, which: "minimal" | "full", part: string) =>
    samples[name][which]({
      id: (needed, number = 1) => {
        const key = `${needed}-${number}`;
        if (!found.has(key)) {
          const inputs = inputsOf(needed, "minimal", `pool-${number}`);
          found.set(key, { class: needed, name: key, inputs });
        }
        return reference(key);
      },
      unique: part,
    });
  const inputs = Object.entries(inputsOf(of, "full", unique)).map(([key, value]) => [key, secret(value)]);
  found.set(of, { class: of, name: `secret-${of}`, inputs: Object.fromEntries(inputs) });
  return [...found.values()];
}

/** The texts of secret inputs, and the names in them, that no other value of the program has. */
function tellTales(program: readonly Declared[]): readonly string[] {
  const textsIn = (value: unknown): string[] =>
    typeof value === "string"
      ? [value, ...(value.match(/[\w-]+(?:\.[\w-]+)+/g) ?? [])]
      : value !== null && typeof value === "object"
        ? Object.values(value).flatMap(textsIn)
        : [];
  return [...new Set(program.flatMap(({ inputs }) => textsIn(inputs)))].filter((text) =>
    text.includes("canary"),
  );
}

describe("what is made of secrets", () => {
  let account: TestAccount;
  let program: readonly Declared[];

  beforeAll(async () => {
    account = await openAccount({ provisioningSeconds: 0, seed: RESERVED_NAMES });
    const found = new Map<string, Declared>();
    for (const name of CLASSES) declared(name, `canary-${name.toLowerCase()}`, found);
    program = [...found.values()].map((one) => {
      const canary = { description: secret(`canary-description-${one.name}`) };
      return one.name.startsWith("secret-") && "description" in one.inputs
        ? { ...one, inputs: { ...one.inputs, ...canary } }
        : one;
    });
    program = program.map((one) =>
      one.class === "HttpsEdgeRoute"
        ? { ...one, inputs: { ...one.inputs, match: secret("/canary-match") } }
        : one,
    );
  });

  afterAll(() => account?.close());

  const leaks = async () => {
    const { text } = await account.workspace.exportStack();
    return tellTales(program).filter((tale) => text.includes(JSON.stringify(tale).slice(1, -1)));
  };

  test("stands in no state in plain, after creation, refresh and update", async () => {
    account.declare(program);
    expect(tellTales(program).length).toBeGreaterThan(8);
    await account.up();
    expect(await leaks()).toEqual([]);
    await account.run((workspace) => workspace.refresh());
    expect(await leaks()).toEqual([]);
    program = program.map((one) =>
      "description" in one.inputs
        ? { ...one, inputs: { ...one.inputs, description: secret(`canary-second-${one.name}`) } }
        : one,
    );
    account.declare(program);
    await account.up();
    expect(await leaks()).toEqual([]);
    await account.expectSettled();
  });
});

test("what becomes a secret later is hidden by an update of its own, with replaceOnChanges too", async () => {
  const account = await openAccount({ seed: RESERVED_NAMES });
  try {
    const url = "https://canary-later.example.com";
    const program = (hidden: (value: unknown) => unknown): readonly Declared[] => [
      {
        class: "Endpoint",
        name: "made",
        inputs: { url: hidden(url), trafficPolicy: { on_http_request: [{ actions: [{ type: "deny" }] }] } },
        replaceOnChanges: ["*"],
      },
      { class: "TunnelGroupBackend", name: "below", inputs: { labels: { a: hidden("canary-later") } } },
    ];
    account.declare(program((value) => value));
    await account.up();
    account.declare(program(secret));
    const { changes, writes } = await account.up();
    expect([[...changes].sort(), writes]).toEqual([["update below", "update made"], []]);
    expect((await account.workspace.exportStack()).text).not.toContain("canary-later");
    await account.expectSettled();
  } finally {
    await account.close();
  }
});
