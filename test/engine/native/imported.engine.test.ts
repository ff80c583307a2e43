import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { nativeType } from "../../../provider/engine/native/tokens";
import { openAccount, TestAccount } from "../../support/account";
import { accountEnvironment } from "../../support/cli";
import { authorityPem } from "../../support/crypto";
import { createWorkspace } from "../../support/engine";
import { type Declared, type JsonInputs, reference, resource, secret } from "../../support/program";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { until } from "../../support/until";

const FLAGS = ["--generate-code=false", "--protect=false", "--yes"];

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount({ provisioningSeconds: 0, seed: RESERVED_NAMES }, { provider: "native" });
});
afterAll(() => account?.close());

const created: Declared[] = [];

/** Creates objects and returns them with ids instead of references. */
async function createObjects(objects: readonly Declared[]): Promise<readonly Declared[]> {
  created.push(...objects);
  account.declare(created);
  await account.up();
  return objects.map((object) => ({ ...object, inputs: account.resolveIds(object.inputs) }));
}

async function emptyStack(): Promise<TestAccount> {
  const { emulator } = account;
  const workspace = await createWorkspace({
    program: "",
    env: accountEnvironment(emulator),
    nativeProvider: true,
  });
  onTestFinished(() => workspace.remove());
  return new TestAccount(emulator, workspace);
}

/** A resource of the program and the id of its object. */
type Imported = readonly [declared: Declared, id: string];

const IMPORTS = {
  "the command": async (stack: TestAccount, imported: readonly Imported[]) => {
    for (const [{ class: className, name }, id] of imported)
      await stack.workspace.run(["import", nativeType(className), name, id, "--skip-preview", ...FLAGS], {
        mustSucceed: true,
      });
  },
  "a file": async (stack: TestAccount, imported: readonly Imported[]) => {
    const resources = imported.map(([{ class: className, name }, id]) => ({
      type: nativeType(className),
      name,
      id,
    }));
    const file = join(stack.workspace.root, "import.json");
    writeFileSync(file, JSON.stringify({ resources }));
    await stack.workspace.run(["import", "--file", file, ...FLAGS], { mustSucceed: true });
  },
  "the option of the program": async (stack: TestAccount, imported: readonly Imported[]) => {
    stack.declare(imported.map(([declared, id]) => ({ ...declared, import: id })));
    const run = await stack.up();
    expect(run.writes).toEqual([]);
    expect([...run.changes].sort()).toEqual(imported.map(([{ name }]) => `import ${name}`).sort());
  },
} as const;

describe("the modules of imported edges and routes", () => {
  let objects: readonly Declared[];

  beforeAll(async () => {
    objects = await createObjects([
      resource("CertificateAuthority", "staff", { caPem: authorityPem("staff.example.com") }),
      resource("IpPolicy", "office", {}),
      resource("TunnelGroupBackend", "group", {}),
      resource("TlsEdge", "tls", {
        hostports: ["tls.example.com:443"],
        mutualTls: { certificateAuthorityIds: [reference("staff")] },
        tlsTermination: { terminateAt: "edge" },
      }),
      resource("TcpEdge", "tcp", {
        hostports: ["1.tcp.example.com:20000"],
        ipRestriction: { ipPolicyIds: [reference("office")] },
      }),
      resource("HttpsEdge", "https", { hostports: ["https.example.com:443"] }),
      resource("HttpsEdgeRoute", "route", {
        edgeId: reference("https"),
        matchType: "path_prefix",
        match: "/",
        backend: { backendId: reference("group") },
      }),
    ]);
  });

  const inputsOf = (name: string) => objects.find((object) => object.name === name)?.inputs ?? {};
  const without = ({ name, inputs, ...rest }: Declared, ...keys: readonly string[]): Declared => ({
    ...rest,
    name,
    inputs: Object.fromEntries(Object.entries(inputs).filter(([key]) => !keys.includes(key))),
  });

  /** The edges and route, with their modules as separate resources. */
  function withSeparateModules(): Imported[] {
    const [tls, tcp, https, route] = ["tls", "tcp", "https", "route"].map((name) => account.idOf(name));
    const module = (className: string, name: string, owner: JsonInputs, inputs: unknown) =>
      resource(className, name, { ...owner, ...(inputs as JsonInputs) });
    return [
      [without(objects[3] as Declared, "mutualTls", "tlsTermination"), String(tls)],
      [without(objects[4] as Declared, "ipRestriction"), String(tcp)],
      [without(objects[5] as Declared), String(https)],
      [
        {
          ...without(objects[6] as Declared, "backend"),
          inputs: { edgeId: reference("https"), matchType: "path_prefix", match: "/" },
        },
        `${https}/${route}`,
      ],
      [
        module("TlsEdgeMutualTls", "mutual", { edgeId: reference("tls") }, inputsOf("tls").mutualTls),
        `${tls}/mutual_tls`,
      ],
      [
        module("TlsEdgeTlsTermination", "end", { edgeId: reference("tls") }, inputsOf("tls").tlsTermination),
        `${tls}/tls_termination`,
      ],
      [
        module("TcpEdgeIpRestriction", "guard", { edgeId: reference("tcp") }, inputsOf("tcp").ipRestriction),
        `${tcp}/ip_restriction`,
      ],
      [
        module(
          "HttpsEdgeRouteBackend",
          "target",
          { edgeId: reference("https"), routeId: reference("route") },
          inputsOf("route").backend,
        ),
        `${https}/${route}/backend`,
      ],
    ];
  }

  test.each(Object.entries(IMPORTS))(
    "stay if they are separate resources, imported by %s",
    async (_, run) => {
      const stack = await emptyStack();
      const imported = withSeparateModules();
      await run(stack, imported);
      stack.declare(imported.map(([declared]) => declared));
      const preview = await stack.run((workspace) => workspace.preview({ expectNoChanges: true }));
      expect(preview.changes).toEqual([]);
      expect((await stack.up()).writes).toEqual([]);
      await stack.expectSettled();
      // expectSettled only previews its refresh; this one records that the edge doesn't declare its modules.
      expect((await stack.run((workspace) => workspace.refresh())).writes).toEqual([]);
      expect((await stack.up()).changes).toEqual([]);
      const { resources } = stack.workspace.exportStack();
      const tls = resources.find(({ urn }) => urn.endsWith("::tls"));
      expect(tls?.outputs?.unmanagedModules).toEqual(["mutualTls", "tlsTermination"]);
      expect(account.stored("tls")?.fields).toMatchObject({
        mutual_tls: { enabled: true },
        tls_termination: { enabled: true },
      });
      expect(account.stored("tcp")?.fields.ip_restriction).toMatchObject({ enabled: true });
      expect(account.stored("route")?.fields.backend).toMatchObject({ enabled: true });
    },
  );

  test.each(Object.entries(IMPORTS))(
    "belong to the program that declares them, imported by %s, and are deleted when it removes them",
    async (way, run) => {
      const name = `db-${Object.keys(IMPORTS).indexOf(way)}`;
      const [edge] = await createObjects([
        resource("TcpEdge", name, {
          hostports: [`${Object.keys(IMPORTS).indexOf(way) + 2}.tcp.example.com:20000`],
          ipRestriction: { ipPolicyIds: [reference("office")] },
        }),
      ]);
      const stack = await emptyStack();
      await run(stack, [[edge as Declared, account.idOf(name)]]);
      stack.declare([edge as Declared]);
      expect((await stack.up()).changes).toEqual([]);
      await stack.expectSettled();
      stack.declare([without(edge as Declared, "ipRestriction")]);
      const { changes, writes } = await stack.up();
      expect(changes).toEqual([`update ${name}`]);
      expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([
        `DELETE /edges/tcp/${account.idOf(name)}/ip_restriction`,
      ]);
      expect(account.stored(name)?.fields.ip_restriction).toBeNull();
    },
  );
});

test("the update after an import hides secret inputs of the program", async () => {
  const [policy] = await createObjects([resource("IpPolicy", "hidden", { description: "canary-imported" })]);
  const stack = await emptyStack();
  const declared = resource("IpPolicy", "hidden", { description: secret("canary-imported") });
  await IMPORTS["the option of the program"](stack, [[declared, account.idOf(String(policy?.name))]]);
  const isVisible = () => stack.workspace.exportStack().text.includes("canary-imported");
  // The engine reads the object before the provider sees the program's inputs.
  expect(isVisible()).toBe(true);
  const { changes, writes } = await stack.up();
  expect([changes, writes, isVisible()]).toEqual([["update hidden"], [], false]);
  await stack.expectSettled();
});

test.each([
  ["while it reads the object", 5_000],
  ["when it has read the object", 0],
])("an import that is killed %s leaves the object, and the next one imports it", async (_when, latencyMs) => {
  const [policy] = await createObjects([
    resource("IpPolicy", `office-${latencyMs}`, { description: "office" }),
  ]);
  if (!policy) throw new Error("nothing was created");
  const id = account.idOf(policy.name);
  const { emulator } = account;
  const stack = await emptyStack();
  stack.declare([policy]);
  const { folder, environment } = stack.workspace;
  const object = () => emulator.objects("/ip_policies").filter((object) => object.id === id);
  const before = object();
  emulator.faults([{ on: "GET *", latencyMs }]);
  const since = emulator.requests().length;
  const args = ["import", nativeType("IpPolicy"), policy.name, id, "--skip-preview", "--non-interactive"];
  const command = spawn("pulumi", [...args, ...FLAGS], { cwd: folder, env: environment, stdio: "ignore" });
  await until(() => expect(emulator.requests().length).toBeGreaterThan(since));
  command.kill("SIGKILL");
  emulator.faults({ clear: true });
  stack.workspace.killAll();

  await stack.workspace.run(["cancel", "--yes"]);
  // The engine may have recorded the object already.
  const isRecorded = stack.workspace.exportStack().resources.some((object) => object.id === id);
  if (!isRecorded) await IMPORTS["the command"](stack, [[policy, id]]);
  const { changes } = await stack.run((workspace) => workspace.preview({ expectNoChanges: true }));
  expect(changes).toEqual([]);
  expect(
    emulator
      .requests()
      .slice(since)
      .filter(({ method }) => method !== "GET"),
  ).toEqual([]);
  expect(object()).toEqual(before);
});
