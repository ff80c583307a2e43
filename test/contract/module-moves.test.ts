import { afterEach, beforeEach, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { hostFor, ownJournal } from "../support/hosted";
import { Planner } from "../support/planner";
import { type Declared, reference } from "../support/program";

let emulator: Emulator;
let journal: ReturnType<typeof ownJournal>;

beforeEach(async () => {
  journal = ownJournal();
  emulator = await startEmulator({ strict: true });
});

afterEach(async () => {
  await journal.remove();
  await emulator.close();
});

const restriction = { ipPolicyIds: [reference("office")] };
const policy: Declared = { class: "IpPolicy", name: "office", inputs: {} };
const edge: Declared = { class: "TcpEdge", name: "edge", inputs: { hostports: ["db.example.com:5432"] } };
const apart: readonly Declared[] = [
  policy,
  edge,
  { class: "TcpEdgeIpRestriction", name: "guard", inputs: { edgeId: reference("edge"), ...restriction } },
];
const within: readonly Declared[] = [
  policy,
  { ...edge, inputs: { ...edge.inputs, ipRestriction: restriction } },
];

/** What the edge's module holds on the server. */
const guard = () => emulator.objects("/edges/tcp")[0]?.ip_restriction;

test("a module that moves between its edge and a resource of its own is never lost", async () => {
  const planner = new Planner(() => hostFor(emulator));
  const [id] = await planner.up(apart).then(() => emulator.objects("/ip_policies").map((one) => one.id));
  const set = { enabled: true, ip_policy_ids: [id] };
  expect(guard()).toEqual(set);
  // The engine sets the edge first and deletes the resource last.
  await planner.up(within);
  expect(guard()).toEqual(set);
  await planner.up(apart);
  expect(guard()).toEqual(set);
  await planner.up([policy, edge]);
  expect(guard()).toBeNull();
});
