import { itemPath, snake } from "../api";
import { type Each, isRecord, isSecret, mapBelow, mayBeSecret, type Shape, walkShape } from "../family/field";
import type { Props } from "../family/resource";
import { collectionOf } from "../lifecycle";
import { isDocument, standInText } from "./described";
import type { AccountObject } from "./inventory";
import { whole } from "./to-program";

/** A value that stands in for another one. */
export interface StandIn {
  /** Path in the inputs. */
  readonly path: readonly string[];
  readonly value: string;
}

/**
 * A value, different for each number, that may stand in for the one at a path of an object's inputs: a check refuses a
 * traffic policy that is none.
 */
export function standInFor(
  { family, inputs }: AccountObject,
  path: readonly string[],
  number: number,
): StandIn {
  const name = `stand-in-${number}`;
  let document: readonly unknown[] | undefined;
  walkShape(family.inputs, inputs, (field, _, at) => {
    if (isDocument(field) && at.every((step, n) => String(step) === path[n])) document = at;
    return true;
  });
  if (document === undefined) return { path, value: name };
  const policy = { on_tcp_connect: [{ name, actions: [{ type: "deny" }] }] };
  return { path, value: document.length < path.length ? standInText(number) : JSON.stringify(policy) };
}

/** Stands in for secrets that are not inputs. */
const NAMELESS = "stand-in";

/** An object as if the service had returned the stand-ins instead of its secrets, of which none is left. */
export function withStandIns(object: AccountObject, standIns: readonly StandIn[]): AccountObject {
  const { family, at } = object;
  const response = structuredClone(withoutSecretOutputs(family.outputs, object.response));
  for (const { path, value } of standIns) setAt(response, path, value);
  return { ...object, response: response, ...whole(family, response, at) };
}

/** Where the service returns an object. */
export interface Address {
  readonly item: string;
  /** The list that contains it. */
  readonly list: string;
  readonly listKey: string;
  /** The object whose response contains the list, where the list has no path of its own. */
  readonly parent: string | undefined;
}

export function objectAddressOf({ family, id, at }: AccountObject): Address {
  const { path: list, listKey, inParent } = collectionOf(family, at);
  const parent = inParent ? list.slice(0, list.lastIndexOf("/")) : undefined;
  return { item: itemPath(list, id), list, listKey, parent };
}

function withoutSecretOutputs(shape: Shape, response: Props): Record<string, unknown> {
  const known = new Map(Object.entries(shape).map(([key, field]) => [snake(key), field]));
  const entries = Object.entries(response).map(([key, value]) => {
    const field = known.get(key);
    return [key, field ? withoutSecret(field, value) : value] as const;
  });
  return Object.fromEntries(entries);
}

const withoutSecret: Each = (field, value) => {
  if (typeof value === "string" && value !== "" && (isSecret(field) || mayBeSecret(field))) return NAMELESS;
  return mapBelow(field, value, withoutSecret, { spelling: snake });
};

/** Keys of free-form maps are the same on the wire as in the inputs, all others in the spelling of the API. */
function setAt(target: Record<string, unknown>, path: readonly string[], value: string): void {
  const [step = "", ...rest] = path;
  const key = Object.hasOwn(target, step) ? step : snake(step);
  const below = target[key];
  if (rest.length === 0) target[key] = value;
  else if (isRecord(below)) setAt(below, rest, value);
  else if (Array.isArray(below)) setIn(below, rest, value);
  else if (typeof below === "string") target[key] = inDocument(below, rest, value);
}

function setIn(list: unknown[], [step = "", ...rest]: readonly string[], value: string): void {
  const item: unknown = list[Number(step)];
  if (rest.length === 0) list[Number(step)] = value;
  else if (isRecord(item)) setAt(item, rest, value);
  else if (Array.isArray(item)) setIn(item, rest, value);
}

/** A document in JSON with another value at a path. */
function inDocument(text: string, path: readonly string[], value: string): string {
  const document: unknown = JSON.parse(text);
  if (isRecord(document)) setAt(document, path, value);
  return JSON.stringify(document);
}
