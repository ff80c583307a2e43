import { beforeEach, expect, test } from "vitest";
import type { Emulator } from "../../emulator";
import { captureReports } from "../support/captured-reports";
import { EngineCalls } from "../support/engine-calls";
import { hostFor } from "../support/hosted-provider";
import { type Declared, reference, resource } from "../support/program";
import { selectWrites } from "../support/requests";
import { emulatedAccount, testJournal } from "../support/test-resources";

let emulator: Emulator;

beforeEach(async () => {
  testJournal();
  emulator = await emulatedAccount({ seed: { "/reserved_domains": [{ domain: "*.tcp.example.com" }] } });
});

const restriction = { ipPolicyIds: [reference("office")] };
const policy: Declared = resource("IpPolicy", "office");
const edge: Declared = resource("TcpEdge", "edge", { hostports: ["1.tcp.example.com:5432"] });
const separate: readonly Declared[] = [
  policy,
  edge,
  resource("TcpEdgeIpRestriction", "guard", { edgeId: reference("edge"), ...restriction }),
];
const nested: readonly Declared[] = [
  policy,
  { ...edge, inputs: { ...edge.inputs, ipRestriction: restriction } },
];

const guard = () => emulator.objects("/edges/tcp")[0]?.ip_restriction;

test("keeps a module that moves into an adopted edge when its own resource is deleted", async () => {
  const [id] =
    emulator.seed({ "/edges/tcp": [{ hostports: ["1.tcp.example.com:5432"] }] })["/edges/tcp"] ?? [];
  const engine = new EngineCalls(() => hostFor(emulator));
  const singleModule = resource("TcpEdgeIpRestriction", "guard", { edgeId: String(id), ...restriction });
  await engine.up([policy, singleModule]);
  const before = guard();
  expect(before).toMatchObject({ enabled: true });
  const adoption = { adoptId: String(id), hostports: ["1.tcp.example.com:5432"], ipRestriction: restriction };
  const since = emulator.requests().length;
  await engine.up([policy, { ...edge, inputs: adoption }]);
  expect(guard()).toEqual(before);
  expect(selectWrites(emulator.requests().slice(since))).toEqual([]);
});

test("keeps a module that moves out of an edge if its own resource is updated first", async () => {
  const engine = new EngineCalls(() => hostFor(emulator));
  await engine.up(nested);
  const before = guard();
  const [id] = emulator.objects("/edges/tcp").map(({ id }) => id);
  const singleModule = resource("TcpEdgeIpRestriction", "guard", { edgeId: String(id), ...restriction });
  await engine.up([policy, singleModule, edge]);
  expect(guard()).toEqual(before);
});

test("keeps a module that moves between its edge and its own resource", async () => {
  const engine = new EngineCalls(() => hostFor(emulator));
  const [id] = await engine.up(separate).then(() => emulator.objects("/ip_policies").map(({ id }) => id));
  const before = { enabled: true, ip_policy_ids: [id] };
  expect(guard()).toEqual(before);
  // The engine sets the edge first and deletes the resource last.
  await engine.up(nested);
  expect(guard()).toEqual(before);
  await engine.up(separate);
  expect(guard()).toEqual(before);
  await engine.up([policy, edge]);
  expect(guard()).toBeNull();
});

test("deletes a module without a warning after its own resource came and went", async () => {
  const reports = captureReports();
  const engine = new EngineCalls(() => hostFor(emulator), { isNamed: true });
  for (const program of [nested, separate, nested, [policy, edge]]) {
    await engine.preview(program);
    await engine.up(program);
  }
  expect(guard()).toBeNull();
  expect(reports.filter((line) => line.startsWith("warning: "))).toEqual([]);
});
