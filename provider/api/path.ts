import { ResponseError } from "./error";
import type { Wire } from "./wire";

/** A value that cannot be part of a path. The message contains the parameter's name, but not the value. */
export class PathError extends Error {
  override readonly name = "PathError";
}

/** Encodes each value as one segment. Throws a PathError for an unsafe one, which could make a deletion affect another object. */
export function fillPath(template: string, params: Readonly<Record<string, unknown>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    const problem = segmentProblem(value);
    if (problem === undefined) return encodeURIComponent(String(value));
    throw new PathError(`${name} cannot be used in the path ${template}: it ${problem}`);
  });
}

export const itemPath = (collection: string, id: string): string =>
  `${collection}${fillPath("/{id}", { id })}`;

/** Returns the reason why a value can't be an id or another path segment; undefined if it can. */
export function segmentProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return value === undefined ? "is missing" : "is not a string";
  if (value === "") return "is empty";
  if (value === "." || value === "..") return `is ${JSON.stringify(value)}`;
  if (value.length > 512) return "is longer than 512 characters";
  // Includes characters that some servers decode or strip before they split a path.
  if (/[/\\?#%]/.test(value)) return "contains one of / \\ ? # %";
  if (/[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u.test(value)) return "contains white space or control characters";
  return undefined;
}

/** @throws ResponseError if the id in a response is missing, or could misdirect a later request (see `segmentProblem`). */
export function idOf(object: Wire, call: string): string {
  const problem = segmentProblem(object.id);
  if (problem === undefined && typeof object.id === "string") return object.id;
  throw new ResponseError(`${call}: the response's id ${problem}: is tunnel-edge:baseUrl the API's address?`);
}

/** Returns the object. Throws a ResponseError if it has another id, which isn't quoted, because it may be any text. */
export function requireId(object: Wire, id: string, call: string): Wire {
  if (idOf(object, call) === id) return object;
  throw new ResponseError(
    `${call}: the response is about another object than ${id}, and was ignored: does a proxy answer from a cache?`,
  );
}
