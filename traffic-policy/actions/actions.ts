import type { Action } from "./action";
import { AI_GATEWAY } from "./ai-gateway";
import { CHANGES } from "./changes";
import { GUARDS } from "./guards";
import { ROUTING } from "./routing";
import { SIGN_IN } from "./sign-in";

export { type Action, type Effect, endsOf, type GuardKind, type GuardVerdict, signsIn } from "./action";

/** The actions of rules, by the name that `type` takes, in alphabetical order. */
export const ACTIONS: Readonly<Record<string, Action>> = Object.fromEntries(
  Object.entries({ ...AI_GATEWAY, ...CHANGES, ...GUARDS, ...ROUTING, ...SIGN_IN }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  ),
);

/** The action of a type; undefined if there is none. */
export const actionNamed = (type: string): Action | undefined =>
  Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;

/** The value of a setting that is left out; undefined if the table has none. */
export const defaultOf = (type: string, key: string): string | number | boolean | undefined =>
  actionNamed(type)?.config?.[key]?.default;
