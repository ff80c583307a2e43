import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { openAccount } from "../support/account";
import { processesWithEnvironment } from "../support/processes";
import { resource } from "../support/program";
import { edgeModule } from "../support/provider-under-test";
import { until } from "../support/until";

/** Matches the command line of a provider, or of the shell that started it. */
const PROVIDER = /dynamic-provider|pulumi-resource-/;

const isProvider = (pid: number) => {
  try {
    return PROVIDER.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
};

test("the provider exits within seconds after its engine was killed, and the next run continues", async () => {
  const account = await openAccount({ provisioningSeconds: 600 }, { ownProcesses: true });
  const { emulator, workspace } = account;
  try {
    workspace.writeProgram(`const edge = require(${JSON.stringify(edgeModule)});
        new edge.ReservedDomain("slow", {
          domain: "slow.example.com", certificateManagementPolicy: {}, waitForCertificate: true,
        });`);
    // Not through the workspace, which would kill the provider along with the command.
    const command = spawn("pulumi", ["up", "--yes", "--skip-preview", "--non-interactive"], {
      cwd: workspace.folder,
      env: workspace.environment,
      stdio: "ignore",
    });
    await until(() => expect(emulator.objects("/reserved_domains")).toHaveLength(1));
    const providers = () => processesWithEnvironment(workspace.root).filter(isProvider);
    expect(providers()).not.toEqual([]);
    command.kill("SIGKILL");
    const killed = Date.now();
    await until(() => expect(providers()).toEqual([]));
    expect(Date.now() - killed).toBeLessThan(20_000);

    const [domain] = emulator.objects("/reserved_domains");
    emulator.clock({ advance: 600 });
    await workspace.run(["cancel", "--yes"], { mustSucceed: true });
    await account.up();
    expect(emulator.objects("/reserved_domains")).toMatchObject([{ id: domain?.id }]);
  } finally {
    await account.close();
  }
});

test("an agent command whose run was killed is not sent again, neither by a creation nor by an update", async () => {
  const account = await openAccount({}, { ownProcesses: true });
  const { emulator, workspace } = account;
  const countPosts = () => emulator.requests().filter(({ method }) => method === "POST").length;
  try {
    for (const triggers of [1, 2]) {
      account.declare([
        resource("TunnelAgentCommand", "agent", { command: "restart", filter: { os: "linux" }, triggers }),
      ]);
      const [agent] = emulator.objects("/tunnel_sessions").filter(({ os }) => os === "linux");
      emulator.mutate({
        path: `/tunnel_sessions/${agent?.id}`,
        set: { agent: { reconnect_seconds: 3600 } },
      });
      const killed = workspace.up({ args: ["--skip-preview"] });
      await until(() => expect(countPosts()).toBe(triggers));
      workspace.killAll();
      await killed;
      await workspace.run(["cancel", "--yes"], { mustSucceed: true });
      const { diagnostics } = await account.up();
      expect(diagnostics.map(({ message }) => message).join()).toContain("it is not sent again");
      expect(countPosts()).toBe(triggers);
      await account.up();
      expect(countPosts()).toBe(triggers);
      emulator.clock({ advance: 3600 });
    }
  } finally {
    await account.close();
  }
});
