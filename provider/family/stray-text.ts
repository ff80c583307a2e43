import type { Step } from "./field";

/** A text that a program has made of a value which is no text. */
export interface StrayText {
  /** An error: nothing else can be meant. Otherwise a warning, since it may be. */
  readonly isError: boolean;
  readonly reason: string;
}

/** What the SDKs of Pulumi say where a program makes a text of an output. */
const OUTPUT = /Calling \[?(?:to_?(?:string|json)|__str__)\]? on an \[?Output(?:<T>|\[T\])/i;

/** What JavaScript makes of a promise and of an object. In quotes, a text only speaks of it. */
const PROMISE = /(?<!["'`])\[object Promise\](?!["'`])/;
const OBJECT = /(?<!["'`])\[object Object\](?!["'`])/;

const MADE_OF_OUTPUT: StrayText = {
  isError: true,
  reason:
    "is a text that was made of an output, whose value is only known later: use pulumi.interpolate`...` in place of `...` (pulumi.jsonStringify for JSON, Output.concat or Output.format in other languages), or the output's apply",
};
const MADE_OF_PROMISE: StrayText = {
  isError: true,
  reason: "is a text that was made of a promise: await the promise, or make the text with pulumi.interpolate",
};
const OBJECT_REASON =
  'holds "[object Object]", which JavaScript makes of an object: name the property that is meant, such as domain.domain, and make the text with pulumi.interpolate';

/** What is wrong with a text that a program did not mean to write; undefined for any other text. */
export function strayText(text: string): StrayText | undefined {
  if (OUTPUT.test(text)) return MADE_OF_OUTPUT;
  if (!text.includes("[object ")) return undefined;
  if (PROMISE.test(text)) return MADE_OF_PROMISE;
  if (!OBJECT.test(text)) return undefined;
  // A page of a response may hold a script that compares with it.
  return { isError: text.trim() === "[object Object]", reason: OBJECT_REASON };
}

/** A stray text in a value, or as a key, and where it is. A key has the path of its map. */
export interface StrayPlace extends StrayText {
  readonly path: readonly Step[];
}

/** How deep values are looked at: no program nests them deeper. */
const MOST_LEVELS = 200;

/** The stray texts in a value, at any depth. Never repeats a text. */
export function strayTextsIn(value: unknown, path: readonly Step[] = []): StrayPlace[] {
  if (typeof value === "string") {
    const found = strayText(value);
    return found ? [{ ...found, path }] : [];
  }
  if (typeof value !== "object" || value === null || path.length > MOST_LEVELS) return [];
  if (Array.isArray(value)) return value.flatMap((item, at) => strayTextsIn(item, [...path, at]));
  return Object.entries(value).flatMap(([key, item]) => {
    const found = strayText(key);
    if (found) return [{ ...found, path, reason: `has a key that ${found.reason}` }];
    return strayTextsIn(item, [...path, key]);
  });
}
