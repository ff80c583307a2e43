import type { Session } from "./sessions";

/** Fields by which sessions are selected; all given fields must match. */
export interface Selection {
  readonly session?: readonly string[];
  readonly region?: string;
  readonly os?: string;
  readonly metadata?: string;
  readonly agentVersion?: string;
}

/** Keys of the options that select sessions. */
export const SELECTING = [
  "session",
  "region",
  "os",
  "metadata",
  "agentVersion",
] as const satisfies readonly (keyof Selection)[];

/** Whether a command selects sessions, even if none match. */
export const isChoosing = (selection: Selection) => SELECTING.some((key) => selection[key] !== undefined);

export function isSelected(session: Session, selection: Selection): boolean {
  const fields = ["region", "os", "metadata", "agentVersion"] as const;
  const isNamed = selection.session === undefined || selection.session.includes(session.id);
  return isNamed && fields.every((key) => selection[key] === undefined || selection[key] === session[key]);
}
