import { eachObject, type ReadSetting } from "../../provider/inspect";
import { compareText } from "../common";
import type { Selectable } from "../selection";

/** A user who has signed in; unknown values are empty. */
type SessionUser = ReturnType<typeof userFrom>;

export type Session = ReturnType<typeof sessionFrom>;

export const SESSIONS: Selectable<Session> = {
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

export function userText({ user }: Session): string {
  return user === null ? "-" : user.email || user.username || user.id;
}

type Value = Readonly<Record<string, unknown>>;

/** The sessions of an account with their users, last used first. */
async function readSessions(config: ReadSetting): Promise<Session[]> {
  const values: Value[] = [];
  for await (const { value } of eachObject("ApplicationSession", {}, config)) values.push(value);
  if (values.length === 0) return [];
  const users = new Map<string, SessionUser>();
  for await (const { value } of eachObject("ApplicationUser", {}, config)) {
    const user = userFrom(value);
    users.set(user.id, user);
  }
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
const asObject = (value: unknown): Value => (typeof value === "object" && value !== null ? { ...value } : {});
