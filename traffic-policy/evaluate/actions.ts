import { type Action, actionNamed, type Effect } from "../actions/actions";
import { isList, isMap, Undecided, Unknown, type Value, type ValueMap } from "../language/values";
import {
  child,
  continuesOnError,
  flag,
  isHttp,
  mayRefuse,
  type Run,
  rawTexts,
  required,
  type Stage,
  status,
} from "./config";
import { GUARDS } from "./guard-actions";
import { refused, type Verdict } from "./guards";
import type { Cause } from "./outcome";
import { readUrl } from "./question";
import { result } from "./request";
import { redirect, urlRewrite } from "./rewrites";

export type { Stage } from "./config";

/**
 * Carries an action out.
 *
 * @throws Undecided for one that is not known, ExpressionFailure if an interpolation fails
 */
export function act(stage: Stage, type: string, config: ValueMap, by: Cause): Verdict {
  const action = actionNamed(type);
  if (!action) throw new Undecided(`the action ${type.slice(0, 80)}`);
  if (!action.phases.includes(stage.phase)) throw new Undecided(`the action ${type} in ${stage.phase}`);
  return runOf(action)(stage, config, by);
}

const runOf = (action: Action): Run => {
  const { effect } = action;
  if (effect.is === "guards") return GUARDS[effect.by];
  if (effect.is === "changes") return CHANGES[effect.what];
  return effect.is === "may refuse" ? assumed(action, effect) : ENDINGS[effect.is];
};

function forwardInternal(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { run } = stage;
  const goesOn = continuesOnError(config, "forward-internal");
  const given = required(stage, config, "url");
  const url = readUrl(given);
  if (!url?.host.endsWith(".internal")) throw new Undecided(`forward-internal to ${given.slice(0, 80)}`);
  const schemes = isHttp(stage) ? ["http", "https"] : ["tcp", "tls"];
  if (!schemes.includes(url.scheme) || (!isHttp(stage) && /^http/.test(stage.protocol)))
    throw new Undecided(`forward-internal to ${url.scheme} in ${stage.phase}`);
  run.step(by, `to ${url.scheme}://${url.host}:${url.port}`);
  const ending = stage.forward(url, goesOn);
  if (ending) return ending;
  if (!goesOn) return refused(run, by);
  stage.state.results.set(
    "forward_internal",
    result("forward_internal", { url: `${url.scheme}://${url.host}:${url.port}` }),
  );
  run.step(by, "no endpoint: continued");
  return undefined;
}

function addHeaders(stage: Stage, config: ValueMap): Verdict {
  if (stage.phase === "on_http_response") return undefined;
  const { headers } = stage.state;
  for (const [key, value] of child(config, "headers")) {
    const name = String(key).toLowerCase();
    if (name === "user-agent") continue;
    const before = name === "host" ? [] : (headers.get(name) ?? []);
    headers.set(name, [...before, interpolated(stage, value)]);
  }
  return undefined;
}

/** A value with its interpolations filled in, at any depth; one that is not known is so as a whole. */
function interpolated(stage: Stage, value: Value): Value {
  try {
    return deep(stage, value, 0);
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return new Unknown(error.what);
  }
}

function deep(stage: Stage, value: Value, depth: number): Value {
  if (depth > 50) throw new Undecided("a configuration of more than 50 levels");
  if (typeof value === "string") return stage.expressions.interpolate(value, stage.state.scope);
  if (isList(value)) return value.map((item) => deep(stage, item, depth + 1));
  if (isMap(value)) return new Map([...value].map(([key, item]) => [key, deep(stage, item, depth + 1)]));
  return value;
}

function removeHeaders({ phase, state }: Stage, config: ValueMap): Verdict {
  // Afterwards they are those of the response.
  if (phase === "on_http_response") return undefined;
  const names = rawTexts(config, "headers").map((name) => name.toLowerCase());
  for (const name of names.filter((one) => one !== "user-agent")) {
    state.headers.delete(name);
    state.removed = new Set([...state.removed, name]);
  }
  return undefined;
}

function setVars(stage: Stage, config: ValueMap): Verdict {
  const vars = config.get("vars") ?? null;
  if (!isList(vars)) throw new Undecided("vars, which is no list");
  for (const one of vars) {
    const [entry, more] = isMap(one) ? [...one] : [];
    if (!entry || more) throw new Undecided("vars with a map of other than one name");
    stage.state.vars.set(String(entry[0]), interpolated(stage, entry[1]));
  }
  return undefined;
}

/** What depends on other requests or on content may refuse; here it is assumed not to. */
const assumed =
  ({ result: left }: Action, { status: code, result: known }: Extract<Effect, { is: "may refuse" }>): Run =>
  (stage, config, by) => {
    const isEnforced = flag(config, "enforce", true);
    if (left && known) stage.state.results.set(left.name, result(left.name, isEnforced ? known : {}));
    if (!isEnforced) return undefined;
    return mayRefuse(stage, by, code);
  };

function httpRequest(stage: Stage, config: ValueMap, by: Cause): Verdict {
  stage.state.results.set("http_request", result("http_request", {}));
  return continuesOnError(config, "http-request") ? undefined : mayRefuse(stage, by);
}

const nothing = (): undefined => undefined;

const CHANGES: Readonly<Record<Extract<Effect, { is: "changes" }>["what"], Run>> = {
  headers: addHeaders,
  "removed headers": removeHeaders,
  results: httpRequest,
  url: urlRewrite,
  vars: setVars,
};

const ENDINGS: Readonly<Record<Exclude<Effect["is"], "guards" | "changes" | "may refuse">, Run>> = {
  answers: (stage, config, by) =>
    stage.run.end({ outcome: "answered", by, ...status(config, "custom-response") }),
  forwards: forwardInternal,
  "hands over": () => {
    throw new Undecided("the action ai-gateway");
  },
  none: nothing,
  redirects: redirect,
  refuses: (stage, config, by) =>
    by.action === "close-connection"
      ? refused(stage.run, by)
      : stage.run.end({ outcome: "refused", by, ...(isHttp(stage) ? status(config, "deny") : {}) }),
};
