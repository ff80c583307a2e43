import { actionNamed, resultName } from "../actions/actions";
import type { Cause } from "../evaluate/outcome";
import { readUrl, type UrlParts } from "../evaluate/question";
import { compilePattern, patternCost } from "../language/patterns";
import type { Tree } from "../language/policy";
import { ifUndecided, limitLength, toPlain, Undecided, Unknown, type Value } from "../language/values";
import type { GuardAction, HeaderChange, Rewrite } from "../symbolic/policy-reading";
import {
  type ActionContext,
  evaluateText,
  isHttp,
  recordPossibleDenial,
  refuse,
  runGuard,
  type Verdict,
} from "./guards";

type ActionWith<Effect extends GuardAction["effect"]> = Extract<GuardAction, { readonly effect: Effect }>;

/**
 * Runs an action.
 *
 * @throws Undecided if its effect is unknown, ExpressionFailure if an interpolation fails
 */
export function runAction(context: ActionContext, action: GuardAction, by: Cause): Verdict {
  const { run } = context;
  switch (action.effect) {
    case "guards":
      return runGuard(context, action, by);
    case "refuses":
      return refuse(run, by, isHttp(context) ? action.status : undefined);
    case "answers":
      return run.end({ outcome: "answered", by, status: action.status });
    case "redirects":
      return redirect(context, action, by);
    case "forwards":
      return forwardInternal(context, action, by);
    case "changes":
      return change(context, action, by);
    case "none":
      return assumePassed(context, action, by);
    case "delegates":
      throw new Undecided(`the action ${action.type}`);
    case "unknown":
      throw new Undecided(`the action ${action.type.slice(0, 80)}, since ${action.why}`);
  }
}

function forwardInternal(
  context: ActionContext,
  { url: configured, continuesOnError }: ActionWith<"forwards">,
  by: Cause,
): Verdict {
  const { run } = context;
  const target = evaluateText(context, configured.text);
  const url = readUrl(target);
  if (!url?.host.endsWith(".internal")) throw new Undecided(`forward-internal to ${target.slice(0, 80)}`);
  const schemes = isHttp(context) ? ["http", "https"] : ["tcp", "tls"];
  if (!schemes.includes(url.scheme) || (!isHttp(context) && /^http/.test(context.protocol)))
    throw new Undecided(`forward-internal to ${url.scheme} in ${context.state.phase}`);
  const destination = `${url.scheme}://${url.host}:${url.port}`;
  run.step(by, `to ${destination}`);
  const ending = context.forward(url, continuesOnError);
  if (ending) return ending;
  if (!continuesOnError) return refuse(run, by);
  context.state.setResult("forward_internal", { url: destination });
  return run.step(by, "no endpoint: continued");
}

function change(context: ActionContext, action: ActionWith<"changes">, by: Cause): Verdict {
  if (action.target === "url") return rewriteRequestUrl(context, action, by);
  if (action.target === "results") {
    context.state.setResult("http_request", {});
    return action.continuesOnError ? undefined : recordPossibleDenial(context, by);
  }
  if (action.entries === undefined) throw new Undecided(`the configuration of ${action.type}`);
  if (action.target === "headers") changeHeaders(context, action.entries);
  else
    for (const { name, tree } of action.entries) context.state.vars.set(name, configuredValue(context, tree));
  return undefined;
}

function changeHeaders(context: ActionContext, changes: readonly HeaderChange[]): void {
  const { state } = context;
  // The evaluator doesn't track the headers of the response.
  if (state.phase === "on_http_response") return;
  for (const { name, tree } of changes) {
    if (tree === undefined) {
      state.headers.delete(name);
      state.removedHeaders = new Set([...state.removedHeaders, name]);
    } else {
      const existing = name === "host" ? [] : (state.headers.get(name) ?? []);
      state.headers.set(name, [...existing, configuredValue(context, tree)]);
    }
  }
}

/** Evaluates the interpolations in a value, at any depth. If one of them is undecided, the whole value is unknown. */
function configuredValue({ expressions, state }: ActionContext, root: Tree): Value {
  const evaluate = (tree: Tree, depth: number): Value => {
    expressions.budget.spend(1);
    if (depth > 50) throw new Undecided("a configuration of more than 50 levels");
    if (tree.kind === "opaque") throw new Undecided("a traffic policy with unsupported YAML");
    if (tree.kind === "list") return tree.items.map((item) => evaluate(item, depth + 1));
    if (tree.kind === "map")
      return new Map([...tree.entries].map(([key, item]) => [key, evaluate(item, depth + 1)]));
    const { value } = tree;
    if (typeof value === "string") return expressions.interpolate(value, state.scope);
    return typeof value === "number" && Number.isSafeInteger(value) ? BigInt(value) : value;
  };
  return ifUndecided(
    () => evaluate(root, 0),
    (reason) => new Unknown(reason),
  );
}

/** Assumes that the request passes an action that decides by content or by other requests, such as rate-limit. */
function assumePassed(context: ActionContext, { type, mayRefuse }: ActionWith<"none">, by: Cause): undefined {
  const effect = actionNamed(type)?.effect;
  if (mayRefuse === undefined || effect?.kind !== "may refuse") return undefined;
  const name = resultName(type);
  if (name && effect.result) context.state.setResult(name, mayRefuse ? effect.result : {});
  return mayRefuse ? recordPossibleDenial(context, by, effect.status) : undefined;
}

/** Applies a rewrite to the current URL; undefined if the pattern doesn't match. */
function applyRewrite(context: ActionContext, rewrite: Rewrite): string | undefined {
  const { state } = context;
  const to = evaluateText(context, rewrite.to);
  if (rewrite.from === undefined) return to;
  const from = evaluateText(context, rewrite.from);
  if (state.knownPath === undefined) throw new Undecided("req.url");
  const url = toPlain(currentUrl(context));
  if (typeof url !== "string") return undefined;
  context.expressions.budget.spend(patternCost(from.length, url.length));
  const matcher = compilePattern(from).matcher(url);
  let copied = 0;
  let result: string | undefined;
  while (matcher.find()) {
    const replacement = expand(to, (group) => matcher.group(group));
    result = limitLength((result ?? "") + url.slice(copied, matcher.start()) + replacement);
    copied = matcher.end();
    if (matcher.start() === matcher.end() && copied >= url.length) break;
  }
  return result === undefined ? undefined : result + url.slice(copied);
}

const currentUrl = (context: ActionContext): Value =>
  context.expressions.evaluate("req.url", context.state.scope);

const isUrlKnown = (context: ActionContext): boolean =>
  ifUndecided(
    () => context.state.knownPath !== undefined && typeof toPlain(currentUrl(context)) === "string",
    () => false,
  );

/** Inserts the groups of a match into a replacement text. A missing group is empty. */
function expand(template: string, group: (index: number) => string | null): string {
  return template.replace(/\$(?:\{(\d{1,2})\}|(\d{1,2})(\w?)|(\w))/g, (all, braced, bare, more, name) => {
    if (more || name !== undefined) throw new Undecided(`the replacement ${all}`);
    try {
      return group(Number(braced ?? bare)) ?? "";
    } catch {
      return "";
    }
  });
}

/** Completes a rewritten URL. Without a host, it keeps the host of the request. */
function resolveUrl(target: string, url: UrlParts): string {
  const path = /^[a-z]+:\/\/(\/.*)$/i.exec(target)?.[1] ?? target;
  if (!path.startsWith("/")) return target;
  const port = url.hasExplicitPort ? `:${url.port}` : "";
  return `${url.scheme}://${url.host}${port}${path}`;
}

function redirect(context: ActionContext, action: ActionWith<"redirects">, by: Cause): Verdict {
  const { run, state } = context;
  const { status } = action;
  return ifUndecided<Verdict>(
    () => {
      const target = applyRewrite(context, action);
      const to = target && resolveUrl(target, state.url);
      if (to !== undefined && to !== toPlain(currentUrl(context)))
        return run.end({ outcome: "redirected", by, status, to });
      return run.step(by, "URL unchanged");
    },
    // The new URL is unknown. If it equals the current one, the redirect has no effect.
    (reason) => (run.fork(reason, 2) === 1 ? undefined : run.end({ outcome: "redirected", by, status })),
  );
}

function rewriteRequestUrl(
  context: ActionContext,
  { rewrite }: Extract<GuardAction, { readonly target: "url" }>,
  by: Cause,
): Verdict {
  const { run, state } = context;
  if (rewrite === undefined) throw new Undecided("the configuration of url-rewrite");
  if (rewrite.from !== undefined && !isUrlKnown(context)) {
    // It is unknown whether the pattern matches; the request continues in both cases.
    if (run.fork("req.url", 2) === 1) state.isUrlUnknown = true;
    return undefined;
  }
  const to = applyRewrite(context, rewrite);
  if (to === undefined) return run.step(by, "URL unchanged");
  const url = readUrl(resolveUrl(to, state.url));
  if (!url) throw new Undecided(`the URL ${to.slice(0, 80)}`);
  state.url = url;
  state.isUrlUnknown = false;
  return run.step(by, `to ${url.raw.slice(0, 200)}`);
}
