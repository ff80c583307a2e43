import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openAccount, type Run, type TestAccount } from "../../support/account";
import { type JsonInputs, resource } from "../../support/program";
import { formatRequest } from "../../support/requests";
import { RESERVED_NAMES } from "../../support/reserved-names";
import { declareRows, type Rows, readTable } from "../../support/rows";

interface Stage {
  readonly inputs: JsonInputs;
  readonly calls: readonly (readonly [method: string, segment: string, body?: JsonInputs])[];
}

interface Story {
  readonly class: string;
  readonly base: JsonInputs;
  readonly stages: readonly Stage[];
  readonly foreign: readonly [string, JsonInputs];
}

const table = readTable<{ shared: Rows; stories: Record<string, Story> }>(join(__dirname, "modules.yaml"));
const { stories } = table;
const shared = declareRows(table.shared);
const policy = { on_tcp_connect: [{ actions: [{ type: "deny" }] }] };

const names = Object.keys(stories);
const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

describe("modules", () => {
  let account: TestAccount;
  const runs: Run[] = [];
  const previews: Run[] = [];
  const unmanaged: Map<string, unknown>[] = [];

  const declare = (stage: number) =>
    account.declare([
      ...shared,
      ...Object.entries(stories).map(([name, { class: className, base, stages }]) =>
        resource(className, name, { ...base, ...stages[stage]?.inputs }),
      ),
    ]);

  beforeAll(async () => {
    account = await openAccount({ seed: RESERVED_NAMES });
    for (const stage of [0, 1, 2]) {
      declare(stage);
      previews.push(await account.run((workspace) => workspace.preview()));
      runs.push(await account.up());
      if (stage === 0) {
        for (const [name, { foreign }] of Object.entries(stories)) {
          const [key, value] = foreign;
          const set = { [key]: account.resolveIds(value) as never };
          account.emulator.mutate({ path: account.stored(name)?.path ?? "", set });
        }
      }
      await account.expectSettled();
      if (stage === 0) await account.run((workspace) => workspace.refresh());
      const { resources } = account.workspace.exportStack();
      const outputs = new Map(resources.map(({ urn, outputs }) => [urn.split("::").at(-1), outputs]));
      unmanaged.push(new Map(names.map((name) => [name, outputs.get(name)?.unmanagedModules])));
    }
  });

  afterAll(() => account?.close());

  const stageCalls = (name: string, stage: number) => {
    const path = account.stored(name)?.path ?? "";
    const calls = runs[stage]?.calls.filter((call) => call.path.startsWith(path)).map(formatRequest) ?? [];
    return calls.map(([method, full, ...body]) => [method, String(full).slice(path.length), ...body]);
  };

  test.each(names)("%s: sends all changes and nothing else in one PATCH, then deletes", (name) => {
    for (const stage of [1, 2]) {
      const expected = stories[name]?.stages[stage]?.calls.map((call) => account.resolveIds(call)) ?? [];
      expect(stageCalls(name, stage)).toEqual(expected);
    }
  });

  test("show removed, changed, and added keys in the preview", () => {
    const diff = (stage: number, name: string) =>
      previews[stage]?.steps.find((step) => step.name === name && step.op === "update")?.detailedDiff;
    expect(diff(1, "route")).toEqual({
      description: "update",
      "backend.backendId": "update",
      compression: "delete",
      oauth: "delete",
      oidc: "add",
      'requestHeaders.add["X-Old"]': "delete",
    });
    expect(diff(1, "tcp")).toEqual({ backend: "delete", "ipRestriction.enabled": "add" });
    expect(diff(1, "https")).toEqual({ "tlsTermination.minVersion": "update" });
    expect(Object.keys(diff(2, "route") ?? {}).sort()).toEqual([
      "backend",
      "circuitBreaker",
      "description",
      "oidc",
      "requestHeaders",
    ]);
    expect(diff(2, "https")).toEqual({ metadata: "delete", tlsTermination: "delete" });
  });

  test("are left unchanged and listed if the program never declared them", () => {
    for (const name of names) {
      const [key, value] = stories[name]?.foreign ?? ["", {}];
      expect(account.stored(name)?.fields[key], name).toMatchObject(account.resolveIds(value));
      for (const listed of unmanaged) expect(listed.get(name), name).toEqual([camel(key)]);
    }
  });

  test("are adopted when the program declares them, and no longer listed", async () => {
    const [, tcp] = Object.entries(stories)[1] ?? [];
    account.declare([
      ...shared,
      resource("TcpEdge", "tcp", { ...tcp?.base, trafficPolicy: { enabled: false, value: policy } }),
    ]);
    const previewed = await account.run((workspace) =>
      workspace.preview({ target: [workspace.urn("TcpEdge", "tcp")] }),
    );
    expect(previewed.changes).toEqual(["update tcp"]);
    await account.run((workspace) => workspace.up({ target: [workspace.urn("TcpEdge", "tcp")] }));
    const { resources } = account.workspace.exportStack();
    const state = resources.find(({ urn }) => urn.endsWith("::tcp"))?.outputs;
    expect(state?.unmanagedModules).toEqual([]);
  });
});
