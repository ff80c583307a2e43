import { compilePattern, patternCost } from "../language/patterns";
import { limitLength, toPlain, Undecided, type Value, type ValueMap } from "../language/values";
import { type ActionContext, required, status, text } from "./action-context";
import type { Verdict } from "./guards";
import type { Cause } from "./outcome";
import { readUrl, type UrlParts } from "./question";

/** Replaces all matches in the URL; undefined if there are none. */
function rewriteUrl(context: ActionContext, config: ValueMap): string | undefined {
  const { state } = context;
  const from = text(context, config, "from");
  const to = required(context, config, "to");
  if (from === undefined) return to;
  if (state.settledPath === undefined) throw new Undecided("req.url");
  const url = toPlain(wholeUrl(context));
  if (typeof url !== "string") return undefined;
  context.expressions.budget.spend(patternCost(from.length, url.length));
  const matcher = compilePattern(from).matcher(url);
  let at = 0;
  let replaced = "";
  let found = false;
  while (matcher.find()) {
    found = true;
    replaced = limitLength(
      replaced + url.slice(at, matcher.start()) + expand(to, (group) => matcher.group(group)),
    );
    at = matcher.end();
    if (matcher.start() === matcher.end() && at >= url.length) break;
  }
  return found ? replaced + url.slice(at) : undefined;
}

const wholeUrl = (context: ActionContext): Value =>
  context.expressions.evaluate("req.url", context.state.scope);

function isUrlKnown(context: ActionContext): boolean {
  try {
    return context.state.settledPath !== undefined && typeof toPlain(wholeUrl(context)) === "string";
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return false;
  }
}

/** Expands `$1` and `${1}`. Digits followed by letters are ambiguous. */
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

/** Resolves a rewritten URL. Without a host, it keeps the host of the request. */
function resolveUrl(target: string, url: UrlParts): string {
  const path = /^[a-z]+:\/\/(\/.*)$/i.exec(target)?.[1] ?? target;
  if (!path.startsWith("/")) return target;
  const port = url.explicitPort ? `:${url.port}` : "";
  return `${url.scheme}://${url.host}${port}${path}`;
}

export function redirect(context: ActionContext, config: ValueMap, by: Cause): Verdict {
  const { run, state } = context;
  const code = status(config, "redirect");
  let to: string | undefined;
  try {
    to = rewriteUrl(context, config);
    if (to !== undefined) to = resolveUrl(to, state.url);
    const url = to === undefined ? undefined : toPlain(wholeUrl(context));
    if (to === undefined || to === url) {
      run.step(by, "URL unchanged");
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    // The new URL is unknown, so it may equal the current one, which disables the redirect.
    if (run.fork(error.reason, 2) === 1) return undefined;
    return run.end({ outcome: "redirected", by, ...code });
  }
  return run.end({ outcome: "redirected", by, ...code, to });
}

export function urlRewrite(context: ActionContext, config: ValueMap, by: Cause): Verdict {
  const { run, state } = context;
  if (config.has("from") && !isUrlKnown(context)) {
    // It is unknown whether the pattern matches; the request continues in both cases.
    if (run.fork("req.url", 2) === 1) state.isUrlUnknown = true;
    return undefined;
  }
  const to = rewriteUrl(context, config);
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
