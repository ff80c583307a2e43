import { beforeAll, describe, expect, test } from "vitest";
import type { Boundary } from "../torture/boundary";
import { tortureProgram } from "../torture/program";
import { type Result, runFault, runInterrupts, runKill } from "../torture/scenarios";

/** A short form of `node build/run.mjs test/torture/index.ts`: the same program and checks, with fewer and harder runs. */
const program = tortureProgram();

/** A part of the program for killed runs: equal objects, keys shown once, references, and a single module. */
const KILLED = [
  ...["IpPolicy-1", "IpPolicy-2", "IpPolicyRule-1", "IpPolicyRule-2", "ApiKey-1", "ApiKey-2"],
  ...["TlsCertificate-1", "ReservedDomain-2", "TunnelGroupBackend-1", "TunnelGroupBackend-2"],
  ...["TlsEdge-2", "TlsEdgeTlsTermination-1"],
];
const killed = program.filter(({ name }) => KILLED.includes(name));

function expectConverged({ declared: expected, onServer, orphans, broken, failure }: Result): void {
  expect({ onServer, orphans, broken, failure }).toEqual({
    onServer: expected,
    orphans: [],
    broken: [],
    failure: undefined,
  });
}

beforeAll(() => {
  expect(program).toHaveLength(50);
  expect(killed).toHaveLength(12);
});

test("one up succeeds although responses are lost, fail, or are invalid", async () => {
  const faults = [
    { on: "POST *", kind: "cut-after", probability: 0.1, seed: 1 },
    { on: "POST *", kind: "cut-before", probability: 0.05, seed: 2 },
    { status: 502, commit: true, probability: 0.05, seed: 3 },
    { kind: "truncated", probability: 0.05, seed: 4 },
  ] as const;
  expectConverged(await runFault({ fault: "all at once", faults }, program));
});

describe("the next up after a run killed", () => {
  test.each([
    { request: 3, side: "after" },
    { request: 7, side: "before" },
    { request: 11, side: "after" },
  ] as Boundary[])("$side request $request converges", async (boundary) => {
    expectConverged(await runKill(boundary, killed));
  });

  test("by two SIGINTs converges", async () => {
    expectConverged(await runInterrupts(2, killed));
  });
});
