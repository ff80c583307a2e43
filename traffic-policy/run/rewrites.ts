import type { Cause } from "../evaluate/outcome";
import { readUrl, type UrlParts } from "../evaluate/question";
import { compilePattern, patternCost } from "../language/patterns";
import { limitLength, toPlain, Undecided, type Value } from "../language/values";
import type { GuardAction, Rewrite } from "../symbolic/policy-reading";
import { type ActionContext, evaluateText, type Verdict } from "./guards";

/** Returns undefined without a match. */
function rewriteUrl(context: ActionContext, rewrite: Rewrite): string | undefined {
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

function isUrlKnown(context: ActionContext): boolean {
  try {
    return context.state.knownPath !== undefined && typeof toPlain(currentUrl(context)) === "string";
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return false;
  }
}

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

/** A rewritten URL without a host keeps the host of the request. */
function resolveUrl(target: string, url: UrlParts): string {
  const path = /^[a-z]+:\/\/(\/.*)$/i.exec(target)?.[1] ?? target;
  if (!path.startsWith("/")) return target;
  const port = url.explicitPort ? `:${url.port}` : "";
  return `${url.scheme}://${url.host}${port}${path}`;
}

export function redirect(
  context: ActionContext,
  action: Extract<GuardAction, { readonly effect: "redirects" }>,
  by: Cause,
): Verdict {
  const { run, state } = context;
  const { status } = action;
  let to: string | undefined;
  try {
    const target = rewriteUrl(context, action);
    to = target && resolveUrl(target, state.url);
    if (to === undefined || to === toPlain(currentUrl(context))) {
      run.step(by, "URL unchanged");
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    // The new URL is unknown. If it equals the current one, the redirect has no effect.
    if (run.fork(error.reason, 2) === 1) return undefined;
    return run.end({ outcome: "redirected", by, status });
  }
  return run.end({ outcome: "redirected", by, status, to });
}

export function urlRewrite(
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
  const to = rewriteUrl(context, rewrite);
  if (to === undefined) {
    run.step(by, "URL unchanged");
    return undefined;
  }
  const url = readUrl(resolveUrl(to, state.url));
  if (!url) throw new Undecided(`the URL ${to.slice(0, 80)}`);
  state.url = url;
  state.isUrlUnknown = false;
  run.step(by, `to ${url.raw.slice(0, 200)}`);
  return undefined;
}
