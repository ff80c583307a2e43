import { beforeEach, describe, expect, test } from "vitest";
import { agentsCommand } from "../../cli/agents/command";
import type { Emulator } from "../../emulator";
import { runCommand, stubAccount } from "../support/command";
import { selectWrites } from "../support/requests";
import { emulatedAccount } from "../support/test-resources";

const SESSIONS = "/tunnel_sessions";
const EU = { region: "eu" };

describe("tunnel-edge agents", () => {
  let emulator: Emulator;
  beforeEach(async () => {
    // The emulator adds two agents to every account, one of them on Windows.
    emulator = await emulatedAccount({
      seed: {
        [SESSIONS]: [
          { id: "ts_eu_one", ...EU, ip: "203.0.113.31", metadata: "one" },
          { id: "ts_eu_two", ...EU, ip: "203.0.113.32", metadata: "two", agent: { update_available: false } },
          { id: "ts_eu_three", ...EU, ip: "203.0.113.33", metadata: "three" },
        ],
      },
    });
    stubAccount(emulator);
  });

  const agents = (...args: string[]) => runCommand(agentsCommand(), ...args);
  const writes = () => selectWrites(emulator.requests()).map(({ path }) => path);

  test("lists agents as a table and as JSON, by region and age", async () => {
    const listed = await agents("list", "--region", "eu");
    expect(listed.code).toBe(0);
    const [head, ...rows] = listed.stdout.trimEnd().split("\n");
    expect(head).toMatch(/^SESSION +VERSION +OS +REGION +IP +TRANSPORT +STARTED +METADATA$/);
    expect(rows).toHaveLength(3);
    expect(rows.join("\n")).toMatch(/ts_eu_one +3\.18\.4 +linux +eu +203\.0\.113\.31/);
    const listedAgents = JSON.parse((await agents("list", "--json")).stdout);
    expect(listedAgents).toHaveLength(5);
    expect(listedAgents).toContainEqual(expect.objectContaining({ os: "windows" }));
  });

  test("updates no agent without a selection or in a dry run", async () => {
    const unselected = await agents("update");
    expect(unselected.code).toBe(2);
    expect(unselected.stderr).toContain("--all");
    const conflicting = await agents("update", "--all", "--region", "eu");
    expect(conflicting.code).toBe(2);
    expect(conflicting.stderr).toContain("'--all' cannot be used with option '--region");
    const dry = await agents("update", "--all", "--batch-size", "2", "--dry-run", "--json");
    const plan = JSON.parse(dry.stdout);
    expect(dry.code).toBe(0);
    expect(plan.batches.map((batch: string[]) => batch.length)).toEqual([2, 2]);
    expect(plan.skipped).toEqual([expect.objectContaining({ why: expect.stringContaining("Windows") })]);
    expect((await agents("update", "--session", "ts_unknown")).stderr).toContain("ts_unknown");
    expect(writes()).toEqual([]);
  });

  test("distinguishes a selection without matches from an account without online agents", async () => {
    const listed = await agents("list", "--region", "nowhere");
    expect(listed).toMatchObject({ code: 0, stdout: "no online agent matches\n" });
    const updated = await agents("update", "--region", "nowhere");
    expect(updated).toMatchObject({ code: 1, stdout: "" });
    expect(updated.stderr).toContain("no online agent matches");
    for (const { id } of emulator.objects(SESSIONS))
      emulator.mutate({ path: `${SESSIONS}/${id}`, delete: true });
    for (const command of [["list"], ["update", "--all"], ["update", "--all", "--dry-run"]])
      expect(await agents(...command)).toMatchObject({ code: 0, stdout: "no agent is online\n" });
  });

  test("updates and restarts the agents of a batch, and continues after a refusal", async () => {
    const { code, stdout } = await agents("update", "--region", "eu", "--batch-size", "3", "--json");
    expect(code).toBe(3);
    const outcomes = Object.fromEntries(
      JSON.parse(stdout).map((result: { session: string }) => [result.session, result]),
    );
    expect(outcomes.ts_eu_one).toMatchObject({ outcome: "updated", version: "3.18.4", newVersion: "3.19.0" });
    expect(outcomes.ts_eu_two).toMatchObject({ outcome: "refused", newSession: null });
    expect(outcomes.ts_eu_two.detail).toContain("No update is available");
    expect(outcomes.ts_eu_three).toMatchObject({ outcome: "updated" });
    const online = emulator.objects(SESSIONS).map(({ id }) => id);
    expect(online).toContain(outcomes.ts_eu_one.newSession);
    expect(online).not.toContain("ts_eu_one");
    expect(writes().filter((path) => path.endsWith("/restart"))).toHaveLength(2);
  });

  test("updates no further agents after a failure, and exits with 1", async () => {
    emulator.faults({ on: `POST ${SESSIONS}/ts_eu_one/update`, status: 403 });
    const { code, stdout } = await agents("update", "--session", "ts_eu_one", "ts_eu_three");
    expect(code).toBe(1);
    expect(stdout).toMatch(/ts_eu_one +failed/);
    expect(stdout).toMatch(/ts_eu_three +not started/);
    expect(stdout).toContain("403");
    expect(writes()).toEqual([`${SESSIONS}/ts_eu_one/update`]);
  });
});
