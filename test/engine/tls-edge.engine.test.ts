import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { RequestRecord } from "../../emulator";
import { openAccount, type Run, type TestAccount } from "../support/account";
import { authorityPem } from "../support/crypto";
import { type Declared, type JsonInputs, reference } from "../support/program";
import { snake } from "../support/store";

const shared: readonly Declared[] = [
  { class: "TunnelGroupBackend", name: "blue", inputs: {} },
  { class: "TunnelGroupBackend", name: "green", inputs: {} },
  { class: "IpPolicy", name: "office", inputs: {} },
  { class: "IpPolicy", name: "partners", inputs: {} },
  { class: "CertificateAuthority", name: "staff", inputs: { caPem: authorityPem("staff.example.com") } },
  {
    class: "CertificateAuthority",
    name: "machines",
    inputs: { caPem: authorityPem("machines.example.com") },
  },
];

interface ModuleStory {
  readonly module: string;
  /** The module as the program first sets it. */
  readonly added: JsonInputs;
  /** The module as the program sets it next; removed keys must not survive on the server. */
  readonly changed: JsonInputs;
  /** The server's value after each of the two. */
  readonly stored: readonly [JsonInputs, JsonInputs];
}

const [blue, green] = [reference("blue"), reference("green")];
const [office, partners] = [reference("office"), reference("partners")];
const [staff, machines] = [reference("staff"), reference("machines")];

const stories: readonly ModuleStory[] = [
  {
    module: "backend",
    added: { enabled: false, backendId: blue },
    changed: { backendId: green },
    stored: [
      { enabled: false, backend_id: blue },
      { enabled: true, backend_id: green },
    ],
  },
  {
    module: "ipRestriction",
    added: { enabled: false, ipPolicyIds: [office, partners] },
    changed: { ipPolicyIds: [partners] },
    stored: [
      { enabled: false, ip_policy_ids: [office, partners] },
      { enabled: true, ip_policy_ids: [partners] },
    ],
  },
  {
    module: "mutualTls",
    added: { certificateAuthorityIds: [staff] },
    changed: { certificateAuthorityIds: [staff, machines] },
    stored: [
      { enabled: true, certificate_authority_ids: [staff] },
      { enabled: true, certificate_authority_ids: [staff, machines] },
    ],
  },
  {
    module: "tlsTermination",
    added: { terminateAt: "edge", minVersion: "1.3" },
    changed: { terminateAt: "edge" },
    stored: [
      { enabled: true, terminate_at: "edge", min_version: "1.3" },
      { enabled: true, terminate_at: "edge" },
    ],
  },
  {
    module: "trafficPolicy",
    added: { enabled: false, value: "on_tcp_connect: []" },
    changed: { value: { on_tcp_connect: [{ actions: [{ type: "deny" }] }] } },
    stored: [
      { enabled: false, value: "on_tcp_connect: []" },
      { enabled: true, value: '{"on_tcp_connect":[{"actions":[{"type":"deny"}]}]}' },
    ],
  },
];

const edge = (name: string, inputs: JsonInputs): Declared => ({ class: "TlsEdge", name, inputs });

const told = ({ method, path, body }: RequestRecord) =>
  body === undefined ? [method, path] : [method, path, body];

describe("modules of a TLS edge", () => {
  let account: TestAccount;
  let runs: Run[];
  let stored: Map<string, JsonInputs>[];

  /** A module that the program never declares, set on each edge by another client. */
  const foreign = (module: string) => (module === "backend" ? "traffic_policy" : "backend");

  beforeAll(async () => {
    account = await openAccount();
    runs = [];
    stored = [];
    const stages = [
      () => ({}),
      ({ module, added }: ModuleStory) => ({ [module]: added }),
      ({ module, changed }: ModuleStory) => ({ [module]: changed }),
      () => ({}),
    ];
    for (const inputsOf of stages) {
      account.declare([...shared, ...stories.map((story) => edge(story.module, inputsOf(story)))]);
      runs.push(await account.up());
      if (runs.length === 1) {
        for (const { module } of stories) {
          const set = { [foreign(module)]: { enabled: false } };
          account.emulator.mutate({ path: account.stored(module)?.path ?? "", set });
        }
      }
      await account.expectSettled();
      stored.push(new Map(stories.map(({ module }) => [module, account.stored(module)?.fields ?? {}])));
    }
  });

  afterAll(() => account?.close());

  const callsIn = (stage: number, module: string) => {
    const path = account.stored(module)?.path ?? "";
    return runs[stage]?.calls.filter((call) => call.path.startsWith(path)).map(told);
  };
  const pathOf = (module: string) => account.stored(module)?.path;
  const body = ({ module }: ModuleStory, value: JsonInputs) => ({
    [snake(module)]: account.resolved(
      Object.fromEntries(
        Object.entries(value).map(([key, item]) => [
          snake(key),
          key === "value" && typeof item !== "string" ? JSON.stringify(item) : item,
        ]),
      ),
    ),
  });

  test.each(stories)("$module is added by one PATCH", (story) => {
    expect(callsIn(1, story.module)).toEqual([["PATCH", pathOf(story.module), body(story, story.added)]]);
    expect(stored[1]?.get(story.module)?.[snake(story.module)]).toMatchObject(
      account.resolved(story.stored[0]),
    );
  });

  test.each(stories)("$module is replaced whole by one PATCH", (story) => {
    expect(callsIn(2, story.module)).toEqual([["PATCH", pathOf(story.module), body(story, story.changed)]]);
    const now = stored[2]?.get(story.module)?.[snake(story.module)];
    expect(now).toMatchObject(account.resolved(story.stored[1]));
    expect(now).not.toMatchObject(account.resolved(story.stored[0]));
  });

  test.each(stories)("$module is removed by its delete call alone", ({ module }) => {
    expect(callsIn(3, module)).toEqual([["DELETE", `${pathOf(module)}/${snake(module)}`]]);
    expect(stored[3]?.get(module)?.[snake(module)]).toBeNull();
  });

  test.each(stories)(
    "$module leaves the modules alone that the program never declared",
    async ({ module }) => {
      for (const fields of stored.slice(0, 4)) {
        expect(fields.get(module)?.[foreign(module)]).toMatchObject({ enabled: false });
      }
    },
  );
});

describe("a switch to upstream", () => {
  let account: TestAccount;

  beforeAll(async () => {
    account = await openAccount();
  });

  afterAll(() => account?.close());

  test("removes modules first, in the same up, and switches back in one PATCH", async () => {
    const atEdge = {
      description: "internal",
      tlsTermination: { terminateAt: "edge", minVersion: "1.2" },
      mutualTls: { certificateAuthorityIds: [staff] },
      ipRestriction: { ipPolicyIds: [office] },
      backend: { backendId: blue },
    };
    const upstream = {
      description: "internal",
      tlsTermination: { terminateAt: "upstream" },
      backend: { backendId: blue },
    };
    account.declare([...shared, edge("internal", atEdge)]);
    await account.up();
    const path = account.stored("internal")?.path;

    account.declare([...shared, edge("internal", upstream)]);
    const { calls: there, changes } = await account.up();
    expect(changes).toEqual(["update internal"]);
    expect(there.slice(0, 2).map(told).sort()).toEqual([
      ["DELETE", `${path}/ip_restriction`],
      ["DELETE", `${path}/mutual_tls`],
    ]);
    expect(there.slice(2).map(told)).toEqual([
      ["PATCH", path, { tls_termination: { terminate_at: "upstream" } }],
    ]);
    expect(account.stored("internal")?.fields).toMatchObject({
      tls_termination: { enabled: true, terminate_at: "upstream", min_version: null },
      mutual_tls: null,
      ip_restriction: null,
      backend: { backend_id: account.idOf("blue") },
    });
    await account.expectSettled();

    account.declare([...shared, edge("internal", atEdge)]);
    const { calls: back } = await account.up();
    expect(
      back.map(({ method, path: at, body }) => [method, at, Object.keys(body as object).sort()]),
    ).toEqual([["PATCH", path, ["ip_restriction", "mutual_tls", "tls_termination"]]]);
    await account.expectSettled();
  });
});
