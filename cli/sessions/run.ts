import { deleteObject, type ReadSetting } from "../../provider/inspect";
import { withAccount } from "../account";
import {
  CommandError,
  EXIT,
  isConfirmed,
  isInteractive,
  note,
  Progress,
  print,
  printJson,
  setExitCode,
} from "../common";
import { endWithOutcomes, printResults, type Result, Selection, type SelectionFlags } from "../selection";
import { SESSIONS, type Session, userText } from "./sessions";

export interface EndFlags extends SelectionFlags {
  readonly yes?: true;
}

interface EndResult extends Result {
  /** Undefined for a session that was not found. */
  readonly session: Session | undefined;
  readonly outcome: "ended" | "to be ended" | "not found" | "failed" | "not started";
}

export const runList = (flags: SelectionFlags): Promise<void> => new Selection(SESSIONS, flags).list();

/** Ends sessions after a confirmation. */
export async function runEnd(flags: EndFlags): Promise<void> {
  const selection = new Selection(SESSIONS, flags);
  selection.require("choose sessions by --session, --user, or --url, or take --all of them");
  if (!flags.yes && !flags.dryRun && !isInteractive())
    throw new CommandError(
      "there is no terminal for the confirmation: check the sessions with --dry-run, and end them with --yes",
      EXIT.usage,
    );
  await withAccount(flags, async (config) => {
    const { chosen, missing } = await selection.read(config);
    let results = chosen.map((session) => result(session, "to be ended"));
    if (!flags.dryRun && chosen.length > 0) {
      if (!flags.yes && !(await confirmEnding(selection, chosen)))
        throw new CommandError("not confirmed: no session was ended");
      results = await endAll(chosen, config);
    }
    const all = [...results, ...missing.map(notFound)];
    if (selection.isJson) printJson(all.map(jsonOf));
    else if (all.length === 0) print(selection.noResultText);
    else {
      const cells = ({ session }: EndResult) => (session ? [userText(session), session.url] : ["", ""]);
      printResults(all, ["USER", "URL"], all.map(cells));
      if (flags.dryRun) print("no session was ended: run the command without --dry-run");
    }
    if (chosen.length === 0 && selection.isGiven) setExitCode(EXIT.findings);
    else endWithOutcomes(all, ["ended", "to be ended"]);
  });
}

async function confirmEnding(selection: Selection<Session>, sessions: readonly Session[]): Promise<boolean> {
  note(selection.table(sessions));
  const [these, users] =
    sessions.length === 1
      ? ["this session", "Its user has"]
      : [`these ${sessions.length} sessions`, "Their users have"];
  return isConfirmed(`End ${these}? ${users} to sign in again.`);
}

/** Ends one session at a time. A refusal only concerns one session; any other error stops the command. */
async function endAll(sessions: readonly Session[], config: ReadSetting): Promise<EndResult[]> {
  using progress = new Progress();
  const results: EndResult[] = [];
  for (const [index, session] of sessions.entries()) {
    progress.say(`ending session ${index + 1} of ${sessions.length}: ${session.id}`);
    try {
      const refusal = await deleteObject("ApplicationSession", session.id, config);
      results.push(result(session, refusal === undefined ? "ended" : "failed", refusal));
    } catch (error) {
      results.push(result(session, "failed", error instanceof Error ? error.message : String(error)));
      const remaining = sessions.slice(index + 1);
      results.push(...remaining.map((next) => result(next, "not started", "the request before it failed")));
      break;
    }
  }
  return results;
}

const result = (session: Session, outcome: EndResult["outcome"], detail = ""): EndResult => ({
  id: session.id,
  session,
  outcome,
  detail,
});

const notFound = (id: string): EndResult => ({
  id,
  session: undefined,
  outcome: "not found",
  detail: "the account has no such session",
});

const jsonOf = ({ id, outcome, detail, session }: EndResult) => ({
  session: id,
  outcome,
  detail,
  user: session?.user ?? null,
  url: session?.url ?? null,
});
