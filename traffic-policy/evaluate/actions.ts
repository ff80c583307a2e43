import { type Action, actionNamed, type Effect } from "../actions/actions";
import { isList, isMap, Undecided, Unknown, type Value, type ValueMap } from "../language/values";
import {
  type ActionContext,
  type ActionRunner,
  childMap,
  continuesOnError,
  flag,
  isHttp,
  mayDeny,
  rawTexts,
  requiredText,
  status,
} from "./action-context";
import { GUARDS } from "./guard-actions";
import { refuse, type Verdict } from "./guards";
import type { Cause } from "./outcome";
import { readUrl } from "./question";
import { actionResult } from "./request";
import { redirect, urlRewrite } from "./rewrites";

export type { ActionContext } from "./action-context";

/**
 * Runs an action.
 *
 * @throws Undecided for an unknown action, ExpressionFailure if an interpolation fails
 */
export function runAction(context: ActionContext, type: string, config: ValueMap, by: Cause): Verdict {
  const action = actionNamed(type);
  if (!action) throw new Undecided(`the action ${type.slice(0, 80)}`);
  if (!action.phases.includes(context.phase)) throw new Undecided(`the action ${type} in ${context.phase}`);
  return runnerFor(action)(context, config, by);
}

const runnerFor = (action: Action): ActionRunner => {
  const { effect } = action;
  if (effect.kind === "guards") return GUARDS[effect.guard];
  if (effect.kind === "changes") return CHANGES[effect.target];
  return effect.kind === "may refuse" ? assumePasses(action, effect) : ENDINGS[effect.kind];
};

function forwardInternal(context: ActionContext, config: ValueMap, by: Cause): Verdict {
  const { run } = context;
  const continues = continuesOnError(config, "forward-internal");
  const target = requiredText(context, config, "url");
  const url = readUrl(target);
  if (!url?.host.endsWith(".internal")) throw new Undecided(`forward-internal to ${target.slice(0, 80)}`);
  const schemes = isHttp(context) ? ["http", "https"] : ["tcp", "tls"];
  if (!schemes.includes(url.scheme) || (!isHttp(context) && /^http/.test(context.protocol)))
    throw new Undecided(`forward-internal to ${url.scheme} in ${context.phase}`);
  run.step(by, `to ${url.scheme}://${url.host}:${url.port}`);
  const ending = context.forward(url, continues);
  if (ending) return ending;
  if (!continues) return refuse(run, by);
  context.state.results.set(
    "forward_internal",
    actionResult("forward_internal", { url: `${url.scheme}://${url.host}:${url.port}` }),
  );
  run.step(by, "no endpoint: continued");
  return undefined;
}

function addHeaders(context: ActionContext, config: ValueMap): Verdict {
  if (context.phase === "on_http_response") return undefined;
  const { headers } = context.state;
  for (const [key, value] of childMap(config, "headers")) {
    const name = String(key).toLowerCase();
    if (name === "user-agent") continue;
    const existing = name === "host" ? [] : (headers.get(name) ?? []);
    headers.set(name, [...existing, interpolateValue(context, value)]);
  }
  return undefined;
}

/** Evaluates the interpolations in a value, at any depth. The whole value is unknown if one of them is undecided. */
function interpolateValue(context: ActionContext, value: Value): Value {
  try {
    return interpolateDeep(context, value, 0);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return new Unknown(error.reason);
  }
}

function interpolateDeep(context: ActionContext, value: Value, depth: number): Value {
  if (depth > 50) throw new Undecided("a configuration of more than 50 levels");
  if (typeof value === "string") return context.expressions.interpolate(value, context.state.scope);
  if (isList(value)) return value.map((item) => interpolateDeep(context, item, depth + 1));
  if (isMap(value))
    return new Map([...value].map(([key, item]) => [key, interpolateDeep(context, item, depth + 1)]));
  return value;
}

function removeHeaders({ phase, state }: ActionContext, config: ValueMap): Verdict {
  // In the response phase, the headers are those of the response, which the evaluator doesn't track.
  if (phase === "on_http_response") return undefined;
  const names = rawTexts(config, "headers").map((name) => name.toLowerCase());
  for (const name of names.filter((header) => header !== "user-agent")) {
    state.headers.delete(name);
    state.removed = new Set([...state.removed, name]);
  }
  return undefined;
}

function setVars(context: ActionContext, config: ValueMap): Verdict {
  const vars = config.get("vars") ?? null;
  if (!isList(vars)) throw new Undecided("vars, which is not a list");
  for (const variable of vars) {
    const [entry, more] = isMap(variable) ? [...variable] : [];
    if (!entry || more) throw new Undecided("vars with a map that doesn't have exactly one key");
    context.state.vars.set(String(entry[0]), interpolateValue(context, entry[1]));
  }
  return undefined;
}

/** Assumes that an action passes the request, for actions such as rate-limit that depend on other requests or on content. */
const assumePasses =
  (
    { result }: Action,
    { status: code, result: knownFields }: Extract<Effect, { kind: "may refuse" }>,
  ): ActionRunner =>
  (context, config, by) => {
    const isEnforced = flag(config, "enforce", true);
    if (result && knownFields)
      context.state.results.set(result.name, actionResult(result.name, isEnforced ? knownFields : {}));
    return isEnforced ? mayDeny(context, by, code) : undefined;
  };

function httpRequest(context: ActionContext, config: ValueMap, by: Cause): Verdict {
  context.state.results.set("http_request", actionResult("http_request", {}));
  return continuesOnError(config, "http-request") ? undefined : mayDeny(context, by);
}

const CHANGES: Readonly<Record<Extract<Effect, { kind: "changes" }>["target"], ActionRunner>> = {
  headers: addHeaders,
  "removed headers": removeHeaders,
  results: httpRequest,
  url: urlRewrite,
  vars: setVars,
};

const ENDINGS: Readonly<Record<Exclude<Effect["kind"], "guards" | "changes" | "may refuse">, ActionRunner>> =
  {
    answers: (context, config, by) =>
      context.run.end({ outcome: "answered", by, ...status(config, "custom-response") }),
    forwards: forwardInternal,
    "hands over": () => {
      throw new Undecided("the action ai-gateway");
    },
    none: () => undefined,
    redirects: redirect,
    refuses: (context, config, by) =>
      by.action === "close-connection"
        ? refuse(context.run, by)
        : context.run.end({ outcome: "refused", by, ...(isHttp(context) ? status(config, "deny") : {}) }),
  };
