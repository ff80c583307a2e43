import { ResponseError } from "./error";
import { segmentProblem } from "./path";
import type { Wire } from "./wire";

/**
 * The id of a returned object.
 * @throws ResponseError when there is none, or one that could misdirect a later request (see `path`).
 */
export function idOf(object: Wire, where: string): string {
  const problem = segmentProblem(object.id);
  if (problem === undefined && typeof object.id === "string") return object.id;
  throw new ResponseError(
    `${where}: the response's id ${problem}: is tunnel-edge:baseUrl the API's address?`,
  );
}

/** @throws ResponseError when the response is about another object than `id`. */
export function requireId(object: Wire, id: string, where: string): Wire {
  if (idOf(object, where) === id) return object;
  throw new ResponseError(
    `${where}: the response is about another object (${JSON.stringify(object.id).slice(0, 80)}) than ${JSON.stringify(id)}: nothing of it is used`,
  );
}
