import type { Action } from "./action";
import { AI_GATEWAY } from "./ai-gateway";
import { CHANGES } from "./changes";
import { GUARDS } from "./guards";
import { ROUTING } from "./routing";
import { SIGN_IN } from "./sign-in";

export { type Action, type Effect, endCondition, type GuardKind, isSignIn } from "./action";

/** By type, in alphabetical order. */
export const ACTIONS: Readonly<Record<string, Action>> = Object.fromEntries(
  Object.entries({ ...AI_GATEWAY, ...CHANGES, ...GUARDS, ...ROUTING, ...SIGN_IN }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  ),
);

/** Returns the name of an action's result in `actions.ngrok`. */
export function resultName(type: string): string | undefined {
  const { result, resultName = type.replaceAll("-", "_") } = actionNamed(type) ?? {};
  return result && resultName;
}

export const actionNamed = (type: string): Action | undefined =>
  Object.hasOwn(ACTIONS, type) ? ACTIONS[type] : undefined;
