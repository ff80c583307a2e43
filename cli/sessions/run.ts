import { deleteObject, type Read } from "../../provider/inspect";
import { withAccount } from "../account";
import {
  CommandError,
  EXIT,
  endWith,
  isConfirmed,
  isInteractive,
  note,
  Progress,
  plainText,
  print,
  printJson,
  table,
} from "../common";
import { isChoosing, isSelected, type Selection, type Session, sessionsOf } from "./sessions";

export interface SessionsFlags extends Selection {
  readonly cwd?: string;
  readonly stack?: string;
  readonly format?: "text" | "json";
}

export interface EndFlags extends SessionsFlags {
  readonly all?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** The outcome for one session. */
type Outcome =
  | "ended"
  /** The command is a dry run. */
  | "to be ended"
  /** The account has no session with this id, any more or at all. */
  | "not found"
  | "failed"
  /** The command stopped before its turn. */
  | "not started";

interface EndResult {
  readonly id: string;
  /** Undefined for a session that was not found. */
  readonly session: Session | undefined;
  readonly outcome: Outcome;
  /** The reason; empty for a session that has ended or is to be ended. */
  readonly detail: string;
}

/** Prints the sessions of the account. */
export async function runList(flags: SessionsFlags): Promise<void> {
  await withAccount(flags, async (config) => {
    const sessions = (await sessionsOf(config)).filter((session) => isSelected(session, flags));
    if (flags.format === "json") printJson(sessions);
    else if (sessions.length === 0) print(isChoosing(flags) ? NONE_MATCHES : NO_SESSIONS);
    else print(tableOf(sessions));
  });
}

/** Ends sessions, once somebody has confirmed it. */
export async function runEnd(flags: EndFlags): Promise<void> {
  if (!isChoosing(flags) && !flags.all)
    throw new CommandError(
      "choose sessions by --session, --user or --url, or take --all of them",
      EXIT.usage,
    );
  if (!flags.yes && !flags.dryRun && !isInteractive())
    throw new CommandError(
      "there is no terminal on which to ask: look at the sessions with --dry-run, and end them with --yes",
      EXIT.usage,
    );
  await withAccount(flags, async (config) => {
    const all = await sessionsOf(config);
    const chosen = all.filter((session) => isSelected(session, flags));
    const missing = [...new Set(flags.session)].filter((id) => !all.some((session) => session.id === id));
    let results = chosen.map((session) => resultOf(session, "to be ended"));
    if (!flags.dryRun && chosen.length > 0) {
      if (!flags.yes && !(await isAgreed(chosen)))
        throw new CommandError("not confirmed: no session was ended");
      results = await endAll(chosen, config);
    }
    show([...results, ...missing.map(notFound)], flags);
    if (results.some(({ outcome }) => outcome === "failed" || outcome === "not started"))
      endWith(EXIT.failed);
    else if (missing.length > 0 || (chosen.length === 0 && isChoosing(flags))) endWith(EXIT.findings);
  });
}

const NO_SESSIONS = "nobody has a session";
const NONE_MATCHES = "no session matches";

async function isAgreed(sessions: readonly Session[]): Promise<boolean> {
  note(tableOf(sessions));
  const [these, users] =
    sessions.length === 1
      ? ["this session", "Its user has"]
      : [`these ${sessions.length} sessions`, "Their users have"];
  return isConfirmed(`End ${these}? ${users} to sign in again.`);
}

/** Ends one session after the other. What the service refuses for one session stops no other; anything else does. */
async function endAll(sessions: readonly Session[], config: Read): Promise<EndResult[]> {
  using progress = new Progress();
  const results: EndResult[] = [];
  let hasStopped = false;
  for (const session of sessions) {
    if (hasStopped) {
      results.push(resultOf(session, "not started", "the request before it failed"));
      continue;
    }
    progress.say(`ending session ${results.length + 1} of ${sessions.length}: ${session.id}`);
    try {
      const refusal = await deleteObject("ApplicationSession", session.id, config);
      results.push(refusal === undefined ? resultOf(session, "ended") : resultOf(session, "failed", refusal));
    } catch (error) {
      hasStopped = true;
      results.push(resultOf(session, "failed", error instanceof Error ? error.message : String(error)));
    }
  }
  return results;
}

const resultOf = (session: Session, outcome: Outcome, detail = ""): EndResult => ({
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

const userText = ({ user }: Session) => (user === null ? "-" : user.email || user.username || user.id);

const tableOf = (sessions: readonly Session[]) =>
  table(
    ["SESSION", "USER", "URL", "IP", "BROWSER", "LAST ACTIVE", "EXPIRES"],
    sessions.map((session) => [
      session.id,
      userText(session),
      session.url,
      session.ip,
      session.browser,
      session.lastActive,
      session.expiresAt,
    ]),
  );

function show(results: readonly EndResult[], flags: EndFlags): void {
  if (flags.format === "json") {
    printJson(
      results.map(({ id, session, outcome, detail }) => ({
        session: id,
        outcome,
        detail,
        user: session?.user ?? null,
        url: session?.url ?? null,
      })),
    );
    return;
  }
  if (results.length === 0) {
    print(isChoosing(flags) ? NONE_MATCHES : NO_SESSIONS);
    return;
  }
  const rows = results.map(({ id, session, outcome }) => [
    id,
    outcome,
    session ? userText(session) : "",
    session?.url ?? "",
  ]);
  print(table(["SESSION", "OUTCOME", "USER", "URL"], rows));
  for (const { id, detail } of results) if (detail !== "") print(plainText(`${id}: ${detail}`));
  if (flags.dryRun) print("no session was ended: run the same without --dry-run");
}
