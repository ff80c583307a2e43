import { eachObject, type Read } from "../../provider/inspect";
import { compareText } from "../common";

/** A user of an application, as far as the service knows the user. */
export interface SessionUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly username: string;
  readonly identityProvider: string;
}

/** The session of a user in one browser at one endpoint. */
export interface Session {
  readonly id: string;
  readonly url: string;
  /** Null when the service names none; with empty texts for a user who is not in the account any more. */
  readonly user: SessionUser | null;
  readonly ip: string;
  readonly country: string;
  readonly browser: string;
  readonly createdAt: string;
  readonly lastActive: string;
  readonly expiresAt: string;
}

/** Fields by which sessions are selected; a session matches when each given field has one of its values. */
export interface Selection {
  readonly session?: readonly string[];
  readonly user?: readonly string[];
  readonly url?: readonly string[];
}

/** Keys of the options that select sessions. */
export const SELECTING = ["session", "user", "url"] as const satisfies readonly (keyof Selection)[];

/** Whether a command selects sessions, even if none match. */
export const isChoosing = (selection: Selection) => SELECTING.some((key) => selection[key] !== undefined);

export function isSelected({ id, user, url }: Session, selection: Selection): boolean {
  const users = selection.user?.map((text) => text.toLowerCase());
  const names = user === null ? [] : [user.id, user.email, user.username];
  return (
    (selection.session === undefined || selection.session.includes(id)) &&
    (selection.url === undefined || (url !== "" && selection.url.includes(url))) &&
    (users === undefined || names.some((name) => name !== "" && users.includes(name.toLowerCase())))
  );
}

type Value = Readonly<Record<string, unknown>>;

/** All sessions of an account with their users, the last used first. */
export async function sessionsOf(config: Read): Promise<Session[]> {
  const values: Value[] = [];
  for await (const { value } of eachObject("ApplicationSession", {}, config)) values.push(value);
  if (values.length === 0) return [];
  const users = new Map<string, SessionUser>();
  for await (const { value } of eachObject("ApplicationUser", {}, config)) {
    const user = userOf(value);
    users.set(user.id, user);
  }
  const sessions = values.map((value) => sessionOf(value, users));
  return sessions.sort((one, other) => compareText(orderOf(other), orderOf(one)));
}

function sessionOf(value: Value, users: ReadonlyMap<string, SessionUser>): Session {
  const browser = objectOf(value.browserSession);
  const agent = objectOf(browser.userAgent);
  const userId = textOf(objectOf(value.applicationUser).id);
  return {
    id: textOf(value.id),
    url: textOf(value.publicUrl),
    user: userId === "" ? null : (users.get(userId) ?? userOf({ id: userId })),
    ip: textOf(browser.ipAddress),
    country: textOf(objectOf(browser.location).countryCode),
    browser: [agent.browserName, agent.browserVersion, agent.osName].map(textOf).filter(Boolean).join(" "),
    createdAt: textOf(value.createdAt),
    lastActive: textOf(value.lastActive),
    expiresAt: textOf(value.expiresAt),
  };
}

const userOf = (value: Value): SessionUser => ({
  id: textOf(value.id),
  email: textOf(value.email),
  name: textOf(value.name),
  username: textOf(value.username),
  identityProvider: textOf(objectOf(value.identityProvider).name),
});

const textOf = (value: unknown) => String(value ?? "");
const objectOf = (value: unknown): Value => (typeof value === "object" && value !== null ? { ...value } : {});

const orderOf = ({ lastActive, id }: Session) => `${lastActive} ${id}`;
