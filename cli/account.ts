import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { type AccountObject, closeAccounts, inventory, type ReadSetting } from "../provider/inspect";
import { CommandError, findUp, note, Progress } from "./common";
import { EngineError, pulumiSecrets, stackArguments } from "./pulumi";

/** The source of a command's base URL and token. */
export interface AccountOptions {
  readonly cwd?: string;
  /** Stack; the selected one by default. */
  readonly stack?: string;
}

/**
 * Reads the configuration of the account that a command uses. The environment is sufficient (`TUNNEL_EDGE_BASE_URL` and
 * `TUNNEL_EDGE_API_TOKEN`); in the folder of a Pulumi program, the stack's configuration adds whatever is missing,
 * including headers and limits, so that the command calls the service as `pulumi up` does.
 *
 * @throws EngineError if that configuration is needed and can't be read.
 */
export const accountConfig = async (options: AccountOptions = {}, env = process.env): Promise<ReadSetting> =>
  settingIn(await storedConfig(options, env));

/** The configuration of a stack by full key, such as `tunnel-edge:baseUrl`. Secrets are in plain text. */
export type StoredConfig = Readonly<
  Record<string, { readonly value?: string; readonly objectValue?: unknown; readonly secret?: boolean }>
>;

export const settingIn =
  (config: StoredConfig): ReadSetting =>
  (key) =>
    config[key]?.objectValue ?? config[key]?.value;

/**
 * Reads the stack's configuration. It is empty outside of a program if no option names a stack. If the selected stack
 * can't be read, an environment that is sufficient replaces it; a stack named by an option must be readable.
 *
 * @throws CommandError if nothing names an account.
 */
export async function storedConfig(options: AccountOptions = {}, env = process.env): Promise<StoredConfig> {
  const { cwd, stack } = options;
  if (isUnconfigured(options, env))
    throw new CommandError(
      `${noProgramText(cwd)}; without a program, set TUNNEL_EDGE_BASE_URL and TUNNEL_EDGE_API_TOKEN`,
    );
  if (stack === undefined && programFolder(cwd) === undefined) return {};
  try {
    return (await pulumiSecrets(["config", "--json", ...stackArguments(stack)], { cwd })) as StoredConfig;
  } catch (error) {
    const isEnvironmentSufficient = Boolean(env.TUNNEL_EDGE_BASE_URL && env.TUNNEL_EDGE_API_TOKEN);
    if (stack !== undefined || !isEnvironmentSufficient || !(error instanceof EngineError)) throw error;
    note(`using the environment only, because the stack cannot be read: ${error.message.split("\n")[0]}`);
    return {};
  }
}

/** True if neither an option, a Pulumi program, nor the environment names an account. */
export const isUnconfigured = ({ cwd, stack }: AccountOptions, env = process.env): boolean =>
  stack === undefined && programFolder(cwd) === undefined && !env.TUNNEL_EDGE_BASE_URL;

/** Runs a task that reads accounts, then closes all connections. */
export async function withAccounts(task: (progress: Progress) => Promise<void>): Promise<void> {
  using progress = new Progress();
  try {
    await task(progress);
  } finally {
    await closeAccounts();
  }
}

/** Runs a task, as `withAccounts` does, with the configuration of the account (see `accountConfig`). */
export const withAccount = (
  options: AccountOptions,
  task: (config: ReadSetting, progress: Progress) => Promise<void>,
): Promise<void> => withAccounts(async (progress) => task(await accountConfig(options), progress));

export const readObjects = (config: ReadSetting, progress: Progress): Promise<AccountObject[]> =>
  inventory(config, { progress: (className, count) => progress.say(`read ${count} ${className}`) });

const noProgramText = (cwd = ".") =>
  `there is no Pulumi.yaml in ${resolve(cwd)} or above: run the command in the folder of a Pulumi program, or name it with -C <folder>`;

/** @throws CommandError outside of a Pulumi program. A stack named in full (`organization/project/stack`) needs none. */
export function requireProgram({ cwd, stack }: AccountOptions): void {
  if (programFolder(cwd) === undefined && !stack?.includes("/")) throw new CommandError(noProgramText(cwd));
}

/** Returns the closest folder with a Pulumi program, starting at `cwd` and going up. */
export const programFolder = (cwd = "."): string | undefined =>
  findUp(resolve(cwd), (folder) =>
    ["Pulumi.yaml", "Pulumi.yml"].some((name) => existsSync(join(folder, name))) ? folder : undefined,
  );
