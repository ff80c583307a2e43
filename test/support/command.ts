import { tmpdir } from "node:os";
import { Command } from "commander";
import { vi } from "vitest";
import { EXIT, run } from "../../cli/common";
import type { Emulator } from "../../emulator";
import { accountOf } from "./cli";
import type { CommandResult } from "./engine";

/** Has commands of this process find the account in the environment alone, until `vi` restores all. */
export function nameAccount(emulator: Emulator): void {
  for (const [key, value] of Object.entries(accountOf(emulator))) vi.stubEnv(key, value);
  // Not in a program's folder.
  vi.spyOn(process, "cwd").mockReturnValue(tmpdir());
}

/** Runs a command of `tunnel-edge` in this process, which takes a tenth of the time of one of its own. */
export async function runCommand(command: Command, ...args: string[]): Promise<CommandResult> {
  const texts = { stdout: "", stderr: "" };
  process.exitCode = undefined;
  const keep = (stream: keyof typeof texts) => (text: string | Uint8Array) => {
    texts[stream] += String(text);
    return true;
  };
  for (const one of [command, ...command.commands]) one.configureOutput({ writeErr: keep("stderr") });
  const writes = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation(keep(stream)),
  );
  try {
    const whole = new Command("tunnel-edge").addCommand(command);
    await run(whole, ["node", "tunnel-edge", command.name(), ...args]);
    return { code: Number(process.exitCode ?? EXIT.fine), ...texts };
  } finally {
    process.exitCode = undefined;
    for (const write of writes) write.mockRestore();
  }
}
