import type { Finding, Step } from "./field";

/** A finding about a text that a program has built from an output, a promise, or an object by mistake. */
type StrayText = Omit<Finding, "path">;

const OUTPUT = /Calling \[?(?:to_?(?:string|json)|__str__)\]? on an \[?Output(?:<T>|\[T\])/i;

/** The strings that JavaScript returns for a promise and an object. In quotes, they are probably intended. */
const PROMISE = /(?<!["'`])\[object Promise\](?!["'`])/;
const OBJECT = /(?<!["'`])\[object Object\](?!["'`])/;

const FROM_OUTPUT: StrayText = {
  isError: true,
  reason:
    "was built from an output, whose value is only known later: use pulumi.interpolate`...` instead of `...` (pulumi.jsonStringify for JSON, Output.concat or Output.format in other languages), or the output's apply",
};
const FROM_PROMISE: StrayText = {
  isError: true,
  reason: "was built from a promise: await the promise, or build the string with pulumi.interpolate",
};
const OBJECT_REASON =
  'contains "[object Object]", which JavaScript returns for an object: use one of its properties, such as domain.domain, and build the string with pulumi.interpolate';

export function detectStrayText(text: string): StrayText | undefined {
  if (OUTPUT.test(text)) return FROM_OUTPUT;
  if (!text.includes("[object ")) return undefined;
  if (PROMISE.test(text)) return FROM_PROMISE;
  if (!OBJECT.test(text)) return undefined;
  // Only a warning for longer texts: a response body may contain a script that mentions `[object Object]`.
  return { isError: text.trim() === "[object Object]", reason: OBJECT_REASON };
}

const MAX_DEPTH = 200;

/** Returns stray texts with their paths; for a key, with the path of its map. */
export function strayTextsIn(value: unknown, path: readonly Step[] = []): Finding[] {
  if (typeof value === "string") {
    const stray = detectStrayText(value);
    return stray ? [{ ...stray, path }] : [];
  }
  if (typeof value !== "object" || value === null || path.length > MAX_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((item, n) => strayTextsIn(item, [...path, n]));
  return Object.entries(value).flatMap(([key, item]) => {
    const stray = detectStrayText(key);
    if (stray) return [{ ...stray, path, reason: `has a key that ${stray.reason}` }];
    return strayTextsIn(item, [...path, key]);
  });
}
