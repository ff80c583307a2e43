import type { AccountObject } from "../../provider/inspect";
import { accountConfig, programFolder, readObjects, withAccounts } from "../account";
import { CommandError, EXIT, note, print, printJson, setExitCode } from "../common";
import { readStack, type StackState } from "../drift/state";
import { checkDestination, writeProgram } from "../export/folder";
import { EngineError } from "../pulumi";
import { isEdge, selectAccount } from "./account";
import { migrate } from "./convert";
import { generateProgram } from "./program";
import { isProven, prove } from "./proof";
import { type MigrateFlags, renderReport, renderSummary, toJson } from "./report";
import { StackSecrets } from "./stack-secrets";

export async function runMigrate(edges: readonly string[], flags: MigrateFlags): Promise<void> {
  const destination = checkDestination(flags);
  const state = await readManagingStack(flags);
  const stackSecrets = new StackSecrets(state?.resources);
  await withAccounts(async (progress) => {
    const config = state?.defaultAccount.config ?? (await accountConfig(flags));
    const objects = await readObjects(config, progress);
    const account = selectAccount(objects, edgeFilter(edges, objects, flags.managed ? state : undefined));
    if (account.edges.length === 0) throw new CommandError("there is no edge to migrate; nothing is written");
    const migration = migrate(account);
    const { showValues } = flags;
    const program = generateProgram(migration, { ...destination, showValues, stackSecrets });
    progress.say("comparing edges and endpoints");
    const proof = await prove(account, migration);
    progress.end();
    const outcome = { flags, ...stackSecrets.maskReports(migration, proof), program };
    const files = { ...program.files, "MIGRATION.md": renderReport(outcome) };
    writeProgram(destination, files, program.secrets);
    if (flags.format === "json") printJson(toJson(outcome));
    else print(renderSummary(outcome));
    if (migration.gaps.some(({ effect }) => effect !== "open") || !isProven(proof))
      setExitCode(EXIT.findings);
  });
}

/**
 * Reads the state of the stack that manages the edges, which shows what its program declares secret.
 *
 * @throws EngineError if the options require the stack and it can't be read.
 */
async function readManagingStack({ cwd, stack, managed }: MigrateFlags): Promise<StackState | undefined> {
  if (managed || stack !== undefined) return readStack({ cwd, stack });
  if (programFolder(cwd) === undefined) return undefined;
  return readStack({ cwd }).catch((error: unknown) => {
    if (!(error instanceof EngineError)) throw error;
    note(
      "values that the program of this folder declares secret are unknown, because its stack cannot be read",
    );
    return undefined;
  });
}

/** @throws CommandError for an id that no edge has */
function edgeFilter(
  ids: readonly string[],
  objects: readonly AccountObject[],
  state: StackState | undefined,
): (edge: AccountObject) => boolean {
  const edgeIds = new Set(objects.filter(isEdge).map(({ id }) => id));
  const unknown = ids.filter((id) => !edgeIds.has(id));
  if (unknown.length > 0)
    throw new CommandError(`there is no edge with the id ${unknown.join(", ")}; nothing is written`);
  const managed = state && new Set(state.resources.map(({ id }) => id));
  return ({ id }) => (ids.length === 0 || ids.includes(id)) && (managed?.has(id) ?? true);
}
