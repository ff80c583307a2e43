import type { Session } from "./sessions";

/** Fields by which sessions are chosen; all that are given must be equal. */
export interface Selection {
  readonly session?: readonly string[];
  readonly region?: string;
  readonly os?: string;
  readonly metadata?: string;
  readonly agentVersion?: string;
}

/** Keys of the options that choose sessions. */
export const SELECTING = [
  "session",
  "region",
  "os",
  "metadata",
  "agentVersion",
] as const satisfies readonly (keyof Selection)[];

/** Whether a command names sessions, be there any or not. */
export const isChoosing = (selection: Selection) => SELECTING.some((key) => selection[key] !== undefined);

export function isSelected(session: Session, selection: Selection): boolean {
  const fields = ["region", "os", "metadata", "agentVersion"] as const;
  const isNamed = selection.session === undefined || selection.session.includes(session.id);
  return isNamed && fields.every((key) => selection[key] === undefined || selection[key] === session[key]);
}
