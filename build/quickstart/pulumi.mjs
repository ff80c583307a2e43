import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { run } from "../setup/child.mjs";
import { SetupFailure } from "../setup/failure.mjs";
import { setup } from "../setup/index.mjs";
import { engineBin, engineStamp, pulumiHome, root } from "../setup/paths.mjs";
import { recall, stack, stateFolder } from "./account.mjs";
import { openEmulator } from "./emulator.mjs";

/**
 * Runs a task with the quickstart's account, its emulator, and its stack. Leaves no process behind.
 *
 * @param {(pulumi: Pulumi, emulator: { url: string, shared: boolean }, token: string) => Promise<number>} task returns
 * the exit code
 */
export async function withQuickstart(task) {
  await setup();
  const account = recall();
  const emulator = await openEmulator(account);
  try {
    const pulumi = new Pulumi(account, emulator.url);
    await pulumi.capture("stack", "select", "--create", "--non-interactive");
    process.exitCode = await task(pulumi, emulator, account.token);
  } finally {
    await emulator.stop();
  }
}

class Pulumi {
  #folder = JSON.parse(readFileSync(engineStamp, "utf8")).folder;
  #env;

  /** @param {string} url where the account is served */
  constructor(account, url) {
    this.#env = {
      ...process.env,
      PATH: [engineBin, this.#folder, process.env.PATH].join(delimiter),
      PULUMI_HOME: pulumiHome,
      PULUMI_BACKEND_URL: `file://${stateFolder}`,
      PULUMI_CONFIG_PASSPHRASE: account.passphrase,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      TUNNEL_EDGE_BASE_URL: url,
      TUNNEL_EDGE_API_TOKEN: account.token,
      // Inherited from the caller's shell, these would select another account, stack, or secret.
      PULUMI_CONFIG_PASSPHRASE_FILE: undefined,
      PULUMI_STACK: undefined,
      PULUMI_CONFIG: undefined,
      TUNNEL_EDGE_HEADERS: undefined,
    };
  }

  async capture(...args) {
    const pulumi = join(this.#folder, "pulumi");
    const options = { cwd: root, env: this.#env };
    const { code, stdout, output } = await run(pulumi, [...args, "--stack", stack], options);
    if (code === 0) return stdout;
    throw new SetupFailure("engine", `pulumi ${args.slice(0, 2).join(" ")} failed.`, { why: output });
  }

  /**
   * Runs `up` or `destroy` on the terminal without confirmation, and therefore without a preview.
   *
   * @returns {Promise<{ code: number, changes: Record<string, number> }>} number of resources per kind of step
   */
  async operate(...args) {
    const flags = ["--yes", "--skip-preview", "--suppress-permalink=true", "--suppress-progress"];
    const code = await this.#inTerminal([...args, ...flags]);
    if (code !== 0) return { code, changes: {} };
    const [update] = JSON.parse(await this.capture("stack", "history", "--json", "--page-size", "1"));
    return { code, changes: update.resourceChanges };
  }

  async #inTerminal(args) {
    const child = spawn(join(this.#folder, "pulumi"), [...args, "--stack", stack], {
      cwd: root,
      env: this.#env,
      // With a terminal on both sides the engine shows its live view.
      stdio: "inherit",
    });
    // The terminal also sends Ctrl-C to the engine, which then finishes its running operations: wait for it. A
    // signal to only this process has to be forwarded.
    const wait = () => {};
    const forward = () => child.kill("SIGINT");
    process.on("SIGINT", wait).on("SIGTERM", forward).on("SIGHUP", forward);
    try {
      const [code] = await once(child, "close");
      return code ?? 1;
    } finally {
      process.off("SIGINT", wait).off("SIGTERM", forward).off("SIGHUP", forward);
    }
  }
}
