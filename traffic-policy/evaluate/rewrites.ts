import { pattern, patternCost } from "../language/patterns";
import { bounded, plain, Undecided, type Value, type ValueMap } from "../language/values";
import { required, type Stage, status, text } from "./config";
import type { Verdict } from "./guards";
import type { Cause } from "./outcome";
import { readUrl, type UrlParts } from "./question";

/** Replaces each match in the URL; undefined if nothing matches. */
function rewritten(stage: Stage, config: ValueMap): string | undefined {
  const { state } = stage;
  const from = text(stage, config, "from");
  const to = required(stage, config, "to");
  if (from === undefined) return to;
  if (state.settledPath === undefined) throw new Undecided("req.url");
  const url = plain(wholeUrl(stage));
  if (typeof url !== "string") return undefined;
  stage.expressions.budget.spend(patternCost(from.length, url.length));
  const matcher = pattern(from).matcher(url);
  let at = 0;
  let replaced = "";
  let found = false;
  while (matcher.find()) {
    found = true;
    replaced = bounded(
      replaced + url.slice(at, matcher.start()) + expand(to, (group) => matcher.group(group)),
    );
    at = matcher.end();
    if (matcher.start() === matcher.end() && at >= url.length) break;
  }
  return found ? replaced + url.slice(at) : undefined;
}

const wholeUrl = (stage: Stage): Value => stage.expressions.evaluate("req.url", stage.state.scope);

function isUrlKnown(stage: Stage): boolean {
  try {
    return stage.state.settledPath !== undefined && typeof plain(wholeUrl(stage)) === "string";
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return false;
  }
}

/** A replacement with `$1` or `${1}` filled in; a name that goes on after the digits can be read in two ways. */
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

/** An address that a rewritten URL means: one without a host keeps that of the request. */
function resolve(given: string, url: UrlParts): string {
  const path = /^[a-z]+:\/\/(\/.*)$/i.exec(given)?.[1] ?? given;
  if (!path.startsWith("/")) return given;
  const port = url.explicitPort ? `:${url.port}` : "";
  return `${url.scheme}://${url.host}${port}${path}`;
}

export function redirect(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { run, state } = stage;
  const code = status(config, "redirect");
  let to: string | undefined;
  try {
    to = rewritten(stage, config);
    if (to !== undefined) to = resolve(to, state.url);
    const url = to === undefined ? undefined : plain(wholeUrl(stage));
    if (to === undefined || to === url) {
      run.step(by, "URL unchanged");
      return undefined;
    }
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    // What it leads to is not known, and so neither is whether it is another URL.
    if (run.fork(error.what, 2) === 1) return undefined;
    return run.end({ outcome: "redirected", by, ...code });
  }
  return run.end({ outcome: "redirected", by, ...code, to });
}

export function urlRewrite(stage: Stage, config: ValueMap, by: Cause): Verdict {
  const { run, state } = stage;
  if (config.has("from") && !isUrlKnown(stage)) {
    // Whether it matches, and what it makes of the URL, is not known: the request goes on all the same.
    if (run.fork("req.url", 2) === 1) state.isUrlUnknown = true;
    return undefined;
  }
  const to = rewritten(stage, config);
  if (to === undefined) {
    run.step(by, "URL unchanged");
    return undefined;
  }
  const url = readUrl(resolve(to, state.url));
  if (!url) throw new Undecided(`the URL ${to.slice(0, 80)}`);
  state.url = url;
  state.isUrlUnknown = false;
  run.step(by, `to ${url.raw.slice(0, 200)}`);
  return undefined;
}
