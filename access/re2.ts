import type { RE2JS } from "re2js";

type Re2 = typeof import("re2js");

const MAX_LENGTH = 4096;
const MAX_CACHED = 2000;

let loaded: Re2 | undefined;

/** Loaded where it is needed: few programs have such a condition. */
function re2(): Re2 {
  loaded ??= require("re2js") as Re2;
  return loaded;
}

const cache = new Map<string, RE2JS | undefined>();

/** A pattern of RE2; undefined for one that cannot be read. It takes no longer to compile than it is long. */
export function compilePattern(pattern: string): RE2JS | undefined {
  if (cache.has(pattern)) return cache.get(pattern);
  if (cache.size >= MAX_CACHED) cache.clear();
  const result = pattern.length > MAX_LENGTH ? undefined : tryCompile(pattern);
  cache.set(pattern, result);
  return result;
}

function tryCompile(pattern: string): RE2JS | undefined {
  try {
    return re2().RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

/** A pattern of exactly this text. */
export const quotedPattern = (text: string): string => re2().RE2JS.quote(text);
