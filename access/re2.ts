import type { RE2JS } from "re2js";

type Re2 = typeof import("re2js");

const LONGEST = 4096;
const MOST_KEPT = 2000;

let loaded: Re2 | undefined;

/** Loaded where it is needed: few programs have such a condition. */
function re2(): Re2 {
  loaded ??= require("re2js") as Re2;
  return loaded;
}

const known = new Map<string, RE2JS | undefined>();

/** A pattern of RE2; undefined for one that cannot be read. It takes no longer to compile than it is long. */
export function compiled(pattern: string): RE2JS | undefined {
  if (known.has(pattern)) return known.get(pattern);
  if (known.size >= MOST_KEPT) known.clear();
  const result = pattern.length > LONGEST ? undefined : read(pattern);
  known.set(pattern, result);
  return result;
}

function read(pattern: string): RE2JS | undefined {
  try {
    return re2().RE2JS.compile(pattern);
  } catch {
    return undefined;
  }
}

/** A pattern of exactly this text. */
export const quotedPattern = (text: string): string => re2().RE2JS.quote(text);
