import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Writes an executable `pulumi` that prints fixed texts and then runs the shell command `end`. */
export function writeFakeEngine(folder: string, stdout: string, end = "exit 0", stderr = ""): void {
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const script = `#!/bin/sh\nprintf %s ${quote(stdout)}\nprintf %s ${quote(stderr)} >&2\n${end}\n`;
  writeFileSync(join(folder, "pulumi"), script);
  chmodSync(join(folder, "pulumi"), 0o755);
}
