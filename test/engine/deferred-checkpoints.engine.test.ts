import { afterEach, expect, test } from "vitest";
import { openAccount, type TestAccount } from "../support/account";
import { resource } from "../support/program";
import { waitUntilReached } from "../support/wait-until-reached";

/**
 * PULUMI_SKIP_CHECKPOINTS delays writing the state until a command ends, so a killed command records nothing.
 * docs/performance.md recommends it for many objects, because the journal finds them again.
 */

const OBJECTS = 40;
let account: TestAccount;

afterEach(() => account?.close());

const declare = (description: string) =>
  account.declare(
    Array.from({ length: OBJECTS }, (_, i) => resource("IpPolicy", `policy-${i}`, { description })),
  );

/** Starts an `up` and kills its whole process tree once the API has received this number of requests. */
async function killAfter(requests: number, start: () => ReturnType<TestAccount["workspace"]["startUp"]>) {
  const { emulator } = account;
  const before = emulator.requests().length;
  const running = start();
  await waitUntilReached(running.done, () => emulator.requests().length - before >= requests);
  running.signal("SIGKILL");
  await running.done;
  account.workspace.killAll();
  await account.workspace.run(["cancel", "--yes", "--stack", account.workspace.stack]);
}

const inState = async () =>
  account.workspace.exportStack().resources.filter(({ type }) => type.includes("IpPolicy"));
const inAccount = () => account.emulator.objects("/ip_policies");

test("running a killed command again completes it", async () => {
  account = await openAccount({ latencyMs: 30 });
  account.workspace.setEnv({ PULUMI_SKIP_CHECKPOINTS: "true" });
  declare("equal for all, so only the journal can distinguish them");

  await killAfter(25, () => account.workspace.startUp());
  expect(inAccount().length).toBeGreaterThan(0);
  expect(await inState()).toEqual([]);

  await account.up();
  expect(inAccount()).toHaveLength(OBJECTS);

  declare("changed");
  await killAfter(20, () => account.workspace.startUp());
  await account.up();
  expect(inAccount().map(({ description }) => description)).toEqual(
    Array.from({ length: OBJECTS }, () => "changed"),
  );

  account.declare([]);
  await killAfter(20, () => account.workspace.startUp());
  await account.up();
  expect(inAccount()).toEqual([]);
});

test("one interrupt leaves a state with all objects", async () => {
  account = await openAccount({ latencyMs: 300 });
  account.workspace.setEnv({ PULUMI_SKIP_CHECKPOINTS: "true" });
  declare("interrupted");
  const running = account.workspace.startUp();
  await waitUntilReached(running.done, () => account.emulator.requests().length >= 15);
  running.signalCommand("SIGINT");
  await running.done;
  expect(inAccount().length).toBeLessThan(OBJECTS);
  expect((await inState()).map(({ id }) => id).sort()).toEqual(
    inAccount()
      .map(({ id }) => id)
      .sort(),
  );
});
