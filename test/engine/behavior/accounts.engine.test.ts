import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { classOfType } from "../../../provider/engine/native/tokens";
import { createWorkspace, type OperationResult, type Workspace } from "../../support/engine";
import { type Declared, generateProgram, reference, resource, secret } from "../../support/program";
import { type Service, startService } from "../../support/service";

// A stack that switches to another account. The file contract/accounts has the other cases.

let account: Emulator;
let otherAccount: Emulator;
let service: Service;
let workspace: Workspace;

beforeEach(async () => {
  account = await startEmulator();
  otherAccount = await startEmulator();
  service = await startService([account, otherAccount]);
  workspace = await createWorkspace({
    program: generateProgram([]),
    env: { TUNNEL_EDGE_BASE_URL: service.url },
  });
  use(account.token);
});

afterEach(async () => {
  workspace?.remove();
  for (const each of [service, account, otherAccount]) await each?.close();
});

const use = (token: string) => workspace.setEnv({ TUNNEL_EDGE_API_TOKEN: token });
const declare = (resources: readonly Declared[]) => workspace.writeProgram(generateProgram(resources));

const objectsOf = (account: Emulator) => {
  const { "/api_keys": _, ...objects } = account.objects();
  return objects;
};
const policiesOf = (account: Emulator) =>
  account.objects("/ip_policies").map(({ description }) => description);
const errorsOf = ({ diagnostics }: OperationResult) =>
  diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message.trim());

/** Returns the stored resources of the stack, without the engine's own. */
async function storedState(): Promise<unknown> {
  const { resources } = workspace.exportStack({ showSecrets: true });
  const managed = resources.filter(({ type }) => classOfType(type) !== undefined);
  managed.sort((a, b) => a.urn.localeCompare(b.urn));
  return managed.map(({ urn, id, inputs, outputs, provider, delete: isPendingDeletion }) => ({
    urn,
    id,
    inputs,
    outputs,
    provider,
    isPendingDeletion,
  }));
}

async function expectSuccess(command: Promise<OperationResult>): Promise<OperationResult> {
  const result = await command;
  expect(errorsOf(result)).toEqual([]);
  expect(result.code).toBe(0);
  return result;
}

const STACK: readonly Declared[] = [
  resource("IpPolicy", "office", { description: "office" }),
  resource("IpPolicyRule", "rule", {
    ipPolicyId: reference("office"),
    cidr: "192.0.2.0/24",
    action: "allow",
  }),
  resource("ReservedDomain", "domain", { domain: "app.example.com" }),
  resource("TlsEdge", "edge", { hostports: [] }),
  resource("TlsEdgeMutualTls", "module", { edgeId: reference("edge"), enabled: false }),
];

describe("the token of another account", () => {
  test("leaves the state and both accounts unchanged", async () => {
    declare(STACK);
    await expectSuccess(workspace.up());
    const before = await storedState();
    const objects = [objectsOf(account), objectsOf(otherAccount)];
    use(otherAccount.token);
    const commands: readonly (readonly [() => Promise<OperationResult>, RegExp])[] = [
      [() => workspace.refresh(), /was not found, and nothing shows that this is the account/],
      [() => workspace.up(), /is not in this account, and the API token was different/],
      [() => workspace.destroy(), /nothing shows that this is the account/],
    ];
    for (const [command, advice] of commands) {
      const result = await command();
      expect(result.code).not.toBe(0);
      expect(errorsOf(result)).toContainEqual(expect.stringMatching(advice));
      expect(errorsOf(result)).toContainEqual(
        expect.stringContaining(
          "tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN to that of the state's account",
        ),
      );
      expect(await storedState()).toEqual(before);
      expect([objectsOf(account), objectsOf(otherAccount)]).toEqual(objects);
    }
    use(account.token);
    await expectSuccess(workspace.preview({ expectNoChanges: true, args: ["--refresh"] }));
    await expectSuccess(workspace.destroy());
    expect(policiesOf(account)).toEqual([]);
  });
});

describe("a resource with a Provider", () => {
  const provider = (name: string, url: string, { token }: Emulator): Declared =>
    resource("Provider", name, { baseUrl: url, apiToken: secret(token) });
  const office = (provider: string): Declared =>
    resource("IpPolicy", "office", { description: "office" }, { provider });
  const domain = (provider: string): Declared =>
    resource("ReservedDomain", "domain", { domain: "app.example.com" }, { provider });

  test("moves to another account by replacement when its Provider changes", async () => {
    const providers = [provider("one", service.url, account), provider("two", service.url, otherAccount)];
    declare([...providers, office("one"), domain("one")]);
    await expectSuccess(workspace.up());
    declare([...providers, office("two"), domain("two")]);
    const preview = await expectSuccess(workspace.preview());
    // The two are independent: the engine may process them in any order.
    expect(preview.changes.filter((change) => change.startsWith("replace")).sort()).toEqual([
      "replace domain",
      "replace office",
    ]);
    await expectSuccess(workspace.up());
    expect([policiesOf(account), policiesOf(otherAccount)]).toEqual([[], ["office"]]);
    expect([account, otherAccount].map((each) => each.objects("/reserved_domains").length)).toEqual([0, 1]);
    await expectSuccess(workspace.preview({ expectNoChanges: true, args: ["--refresh"] }));
    // Moves back, and the Provider of the other account is removed from the program.
    declare([provider("one", service.url, account), office("one"), domain("one")]);
    await expectSuccess(workspace.up());
    expect([policiesOf(account), policiesOf(otherAccount)]).toEqual([["office"], []]);
    await expectSuccess(workspace.destroy());
    expect([policiesOf(account), policiesOf(otherAccount)]).toEqual([[], []]);
  });
});
