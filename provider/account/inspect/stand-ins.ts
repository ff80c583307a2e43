import { itemPath, snake } from "../../api";
import { type Each, isRecord, isSecret, mapBelow, mayBeSecret, type Shape } from "../../family/field";
import type { Props } from "../../family/resource";
import { collectionOf } from "../../lifecycle";
import type { AccountObject } from "./inventory";
import { whole } from "./to-program";

/** A value that takes the place of another one. */
export interface StandIn {
  /** Place in the inputs. */
  readonly path: readonly string[];
  readonly value: string;
}

/** Takes the place of secrets that are no inputs. */
const NAMELESS = "stand-in";

/** An object as if the service had told the stand-ins in place of its secrets. None of them is left in it. */
export function withStandIns(object: AccountObject, standIns: readonly StandIn[]): AccountObject {
  const { family, at } = object;
  const response = structuredClone(withoutSecretOutputs(family.outputs, object.response));
  for (const { path, value } of standIns) setAt(response, path, value);
  return { ...object, response: response, ...whole(family, response, at) };
}

/** Where the service answers an object. */
export interface Address {
  readonly item: string;
  /** The list that it is in. */
  readonly list: string;
  readonly listKey: string;
  /** The object whose response holds the list, where it has no path of its own. */
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

/** Keys of free maps are on the wire what they are in the inputs, all others in the spelling of the API. */
function setAt(target: Record<string, unknown>, path: readonly string[], value: string): void {
  const [step = "", ...rest] = path;
  const key = Object.hasOwn(target, step) ? step : snake(step);
  const below = target[key];
  if (rest.length === 0) target[key] = value;
  else if (isRecord(below)) setAt(below, rest, value);
  else if (Array.isArray(below)) below[Number(rest[0])] = value;
}
