import type { RE2JS } from "re2js";

type Re2 = typeof import("re2js");

const MAX_LENGTH = 4096;
const MAX_CACHED = 2000;

let loaded: Re2 | undefined;

/** Loaded lazily, because few programs use regular expressions. */
function re2(): Re2 {
  loaded ??= require("re2js") as Re2;
  return loaded;
}

const cache = new Map<string, RE2JS | undefined>();

/** Compiles an RE2 pattern in linear time; undefined for an invalid one. */
export function compilePattern(pattern: string): RE2JS | undefined {
  if (cache.has(pattern)) return cache.get(pattern);
  if (cache.size >= MAX_CACHED) cache.clear();
  const compiled = pattern.length > MAX_LENGTH ? undefined : tryCompile(pattern);
  cache.set(pattern, compiled);
  return compiled;
}

function tryCompile(pattern: string): RE2JS | undefined {
  try {
    return re2().RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

/** A pattern that matches this text literally. */
export const quotedPattern = (text: string): string => re2().RE2JS.quote(text);
