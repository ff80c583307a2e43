import { deleteObject, eachObject, isRecord, type ReadSetting } from "../../provider/inspect";
import { withAccount } from "../account";
import {
  CommandError,
  compareText,
  confirm,
  EXIT,
  isInteractive,
  messageOf,
  note,
  type Progress,
  print,
  setExitCode,
} from "../common";
import {
  columnsTable,
  type Result,
  reportResults,
  type Selectable,
  Selection,
  type SelectionFlags,
} from "../selection";

export interface EndFlags extends SelectionFlags {
  readonly yes?: true;
}

interface EndResult extends Result {
  /** Undefined for a session that was not found. */
  readonly session: Session | undefined;
  readonly outcome: "ended" | "to be ended" | "not found" | "failed" | "not started";
}

export const runList = (flags: SelectionFlags): Promise<void> => new Selection(SESSIONS, flags).list();

export async function runEnd(flags: EndFlags): Promise<void> {
  const selection = new Selection(SESSIONS, flags);
  selection.require("choose sessions by --session, --user, or --url, or take --all of them");
  if (!flags.yes && !flags.dryRun && !isInteractive())
    throw new CommandError(
      "there is no terminal for the confirmation: check the sessions with --dry-run, and end them with --yes",
      EXIT.usage,
    );
  await withAccount(flags, async (config, progress) => {
    const { chosen, missing } = await selection.read(config);
    let results = chosen.map((session) => result(session, "to be ended"));
    if (!flags.dryRun && chosen.length > 0) {
      if (!flags.yes && !(await confirmEnding(chosen)))
        throw new CommandError("not confirmed: no session was ended");
      results = await endAll(chosen, config, progress);
    }
    const notFound = missing.map((id): EndResult => {
      return { id, session: undefined, outcome: "not found", detail: "the account has no such session" };
    });
    const allResults = [...results, ...notFound];
    if (allResults.length === 0 && selection.hasConditions) setExitCode(EXIT.findings);
    if (allResults.length === 0 && !selection.isJson) return print(selection.noResultText);
    reportResults(allResults, selection.isJson, {
      columns: {
        USER: ({ session }) => (session ? userText(session) : ""),
        URL: ({ session }) => session?.url ?? "",
      },
      toJson: ({ session }) => ({ user: session?.user ?? null, url: session?.url ?? null }),
      successful: ["ended", "to be ended"],
    });
    if (flags.dryRun && !selection.isJson) print("no session was ended: run the command without --dry-run");
  });
}

async function confirmEnding(sessions: readonly Session[]): Promise<boolean> {
  note(columnsTable(SESSIONS.columns, sessions));
  const [these, users] =
    sessions.length === 1
      ? ["this session", "Its user has"]
      : [`these ${sessions.length} sessions`, "Their users have"];
  return confirm(`End ${these}? ${users} to sign in again.`);
}

/** Ends one session at a time. A refusal only concerns one session; any other error stops the command. */
async function endAll(
  sessions: readonly Session[],
  config: ReadSetting,
  progress: Progress,
): Promise<EndResult[]> {
  const results: EndResult[] = [];
  for (const [index, session] of sessions.entries()) {
    progress.say(`ending session ${index + 1} of ${sessions.length}: ${session.id}`);
    try {
      const refusal = await deleteObject("ApplicationSession", session.id, config);
      results.push(result(session, refusal === undefined ? "ended" : "failed", refusal));
    } catch (error) {
      results.push(result(session, "failed", messageOf(error)));
      const remaining = sessions.slice(index + 1);
      results.push(...remaining.map((next) => result(next, "not started", "an earlier request failed")));
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

/** A user who has signed in; unknown values are empty. */
type SessionUser = ReturnType<typeof userFrom>;

type Session = ReturnType<typeof sessionFrom>;

const SESSIONS: Selectable<Session> = {
  read: readSessions,
  selectors: {
    session: ({ id }, ids) => ids.includes(id),
    url: ({ url }, urls) => url !== "" && urls.includes(url),
    user({ user }, users) {
      const names = user === null ? [] : [user.id, user.email, user.username];
      return names.some(
        (name) => name !== "" && users.some((value) => value.toLowerCase() === name.toLowerCase()),
      );
    },
  },
  columns: {
    SESSION: ({ id }) => id,
    USER: userText,
    URL: ({ url }) => url,
    IP: ({ ip }) => ip,
    BROWSER: ({ browser }) => browser,
    "LAST ACTIVE": ({ lastActive }) => lastActive,
    EXPIRES: ({ expiresAt }) => expiresAt,
  },
  emptyText: "there are no sessions",
  noMatchText: "no session matches",
};

function userText({ user }: Session): string {
  return user === null ? "-" : user.email || user.username || user.id;
}

type Value = Readonly<Record<string, unknown>>;

/** The sessions of an account with their users, last used first. */
async function readSessions(config: ReadSetting): Promise<Session[]> {
  const values: Value[] = [];
  for await (const { value } of eachObject("ApplicationSession", {}, config)) values.push(value);
  if (values.length === 0) return [];
  const users = new Map<string, SessionUser>();
  for await (const { value } of eachObject("ApplicationUser", {}, config))
    users.set(asText(value.id), userFrom(value));
  const sortKey = ({ lastActive, id }: Session) => `${lastActive} ${id}`;
  const sessions = values.map((value) => sessionFrom(value, users));
  return sessions.sort((a, b) => compareText(sortKey(b), sortKey(a)));
}

/** The session of a user in one browser at one endpoint. */
function sessionFrom(value: Value, users: ReadonlyMap<string, SessionUser>) {
  const browser = asObject(value.browserSession);
  const agent = asObject(browser.userAgent);
  const userId = asText(asObject(value.applicationUser).id);
  return {
    id: asText(value.id),
    url: asText(value.publicUrl),
    // Null if the service names no user. Has only an id if the user was removed from the account.
    user: userId === "" ? null : (users.get(userId) ?? userFrom({ id: userId })),
    ip: asText(browser.ipAddress),
    country: asText(asObject(browser.location).countryCode),
    browser: [agent.browserName, agent.browserVersion, agent.osName].map(asText).filter(Boolean).join(" "),
    createdAt: asText(value.createdAt),
    lastActive: asText(value.lastActive),
    expiresAt: asText(value.expiresAt),
  };
}

const userFrom = (value: Value) => ({
  id: asText(value.id),
  email: asText(value.email),
  name: asText(value.name),
  username: asText(value.username),
  identityProvider: asText(asObject(value.identityProvider).name),
});

const asText = (value: unknown) => String(value ?? "");
const asObject = (value: unknown): Value => (isRecord(value) ? value : {});
