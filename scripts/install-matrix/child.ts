import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { repository } from "../../test/support/engine";

interface RunOptions {
  readonly cwd: string;
  readonly timeoutSeconds?: number;
}

/**
 * Runs a program to its end and gives its standard output.
 *
 * @throws Error with what it printed, when it fails
 */
export async function run(
  command: string,
  args: readonly string[],
  { cwd, timeoutSeconds = 300 }: RunOptions,
): Promise<string> {
  try {
    const options = { cwd, env: environment(), timeout: timeoutSeconds * 1000, maxBuffer: 64 * 1024 * 1024 };
    return (await promisify(execFile)(command, [...args], options)).stdout;
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    const printed = `${stdout}${stderr}`.trim();
    throw new Error(`${command} ${args.join(" ")} failed in ${cwd}:\n${printed || message}`, {
      cause: error,
    });
  }
}

/**
 * A user's shell: the Node that this repository uses, none of its packages, and nothing that the npm which runs this
 * tells its scripts about the repository. Where packages come from stays as it is set.
 */
function environment(): NodeJS.ProcessEnv {
  const { PATH = "", ...others } = process.env;
  const folders = PATH.split(delimiter).filter(
    (folder) => !folder.startsWith(join(repository, "node_modules")),
  );
  const own = /^npm_(?!config_(registry|cafile|ca|proxy|https_proxy|noproxy|userconfig)$)|^INIT_CWD$/i;
  const kept = Object.entries(others).filter(([name]) => !own.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: [join(repository, ".engine", "bin"), ...folders].join(delimiter),
  };
}
