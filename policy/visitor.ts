import {
  type Condition,
  finds,
  type GuardAction,
  type GuardReading,
  type Test,
} from "../provider/traffic-policy/guards";

/** A request of somebody who proves nothing: an unknown address, no headers, no certificate. */
export interface Visit {
  readonly method: string;
  readonly host?: string | undefined;
  readonly path: string;
}

/**
 * What surely becomes of a visit: it gets to what the policy guards, here or at an internal endpoint, or it is kept
 * out; `may` where the policy does not tell.
 */
export type Fate = { readonly is: "in"; readonly forwardsTo?: string } | { readonly is: "out" | "may" };

type Tri = boolean | undefined;

/** Follows a visit through the rules of a policy. */
export function fateOf({ rules, doubts }: GuardReading, visit: Visit): Fate {
  if (doubts.length > 0) return { is: "may" };
  // Whether a guard before may have kept the visit out, and what expressions can no longer be told of.
  let isUnsure = false;
  const changed: string[] = [];
  for (const { phase, conditions, actions } of rules) {
    if (phase !== "on_tcp_connect" && phase !== "on_http_request") continue;
    const runs = all(conditions.map((condition) => holds(condition, visit, changed)));
    if (runs === false) continue;
    for (const action of actions) {
      const step = stepOf(action);
      if (step === "goes on") continue;
      if (typeof step === "object" && "changes" in step) {
        changed.push(step.changes);
        continue;
      }
      if (step === "may" || runs === undefined) isUnsure = true;
      else if (isUnsure) return { is: "may" };
      else return step;
    }
  }
  return { is: isUnsure ? "may" : "in" };
}

type Step = Fate | "goes on" | "may" | { readonly changes: string };

function stepOf(action: GuardAction): Step {
  switch (action.effect) {
    case "guards": {
      const { requires, isEnforced } = action;
      if (isEnforced === false) return "goes on";
      if (requires.asks === "tls" && (requires.certificate ?? "if there is one") === "if there is one")
        return "goes on";
      if (
        requires.asks === "address" &&
        requires.allow.some(({ text }) => /^(0\.0\.0\.0|::)\/0$/.test(text.trim()))
      )
        return "goes on";
      return isEnforced === undefined ? "may" : { is: "out" };
    }
    case "refuses":
    case "answers":
      return { is: "out" };
    case "redirects":
    case "unknown":
      return "may";
    case "forwards":
      if (action.goesOn || action.url.isFilledIn) return "may";
      return { is: "in", forwardsTo: action.url.text };
    case "hands over":
      return action.goesOn ? "may" : { is: "in" };
    case "changes":
      return { changes: CHANGED[action.what] };
    case "none":
      return "goes on";
  }
}

const CHANGED = { url: "req.url", headers: "req.headers", vars: "vars", results: "actions" } as const;

function all(parts: readonly Tri[]): Tri {
  if (parts.includes(false)) return false;
  return parts.includes(undefined) ? undefined : true;
}

function holds(condition: Condition, visit: Visit, changed: readonly string[]): Tri {
  const below = (of: readonly Condition[]) => of.map((one) => holds(one, visit, changed));
  switch (condition.kind) {
    case "constant":
      return condition.value;
    case "not": {
      const inner = holds(condition.of, visit, changed);
      return inner === undefined ? undefined : !inner;
    }
    case "all":
      return all(below(condition.of));
    case "any": {
      const parts = below(condition.of);
      return parts.includes(true) ? true : parts.includes(undefined) ? undefined : false;
    }
    case "undecided":
      return undefined;
    case "test":
      return changed.some((prefix) => condition.subject.startsWith(prefix))
        ? undefined
        : passes(condition, visit);
  }
}

/** Variables that hold the path of a request. */
export const PATH_SUBJECTS: readonly string[] = ["req.url.path", "req.url.raw_path", "req.url.uri"];

function passes({ subject, is, value, isFolded, needs }: Test, visit: Visit): Tri {
  // There are no headers and parameters, nor has the address a name in any expression.
  if (is === "present")
    return /^req\.(headers|cookies|url\.query_params)\./.test(subject) ? false : undefined;
  if (needs !== undefined) return undefined;
  if (subject === "conn.client_ip") return is === "network" && /\/0$/.test(value) ? undefined : false;
  const text = PATH_SUBJECTS.includes(subject)
    ? visit.path
    : { "req.method": visit.method, "req.host": visit.host, "req.url.host": visit.host }[subject];
  if (text === undefined) return undefined;
  const own = isFolded ? text.toLowerCase() : text;
  switch (is) {
    case "equal":
      return own === value;
    case "start":
      return own.startsWith(value);
    case "end":
      return own.endsWith(value);
    case "part":
      return own.includes(value);
    case "match":
      return finds(value, own);
    case "network":
      return undefined;
  }
}
