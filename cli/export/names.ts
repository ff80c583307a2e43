import { type AccountObject, looksSecret } from "../../provider/inspect";
import { camelCase, kebabCase, withoutAccents } from "../common";

export interface Name {
  /** The resource's name, unique in its class. It must never change, because it is part of the URN. */
  readonly resource: string;
  /** Unique in the program. */
  readonly variable: string;
}

export type NamedObject = AccountObject & Name;

type Nameable = Pick<AccountObject, "family" | "id" | "inputs" | "state">;

/** Properties that describe an object without a natural key, in order of preference. */
const TITLES = ["name", "description", "subjectCommonName"];
const MAX_WORDS = 6;
const MAX_LENGTH = 48;
/** Maximum characters of a string that are searched for words. */
const MAX_SEARCHED = 1000;
const RESERVED_NAMES = ["edge", "pulumi", "secrets"];

/**
 * Names the objects of an account. Names depend on the objects' content, and on their order if there are ties: oldest
 * first, so that names stay the same as an account grows.
 */
export function nameObjects<O extends Nameable>(objects: readonly O[]): (O & Name)[] {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const resources = new Map<string, UniqueTexts>();
  const variables = new UniqueTexts(RESERVED_NAMES);
  return objects.map((object) => {
    const className = object.family.name;
    const namesOfClass = resources.get(className) ?? new UniqueTexts();
    resources.set(className, namesOfClass);
    const resource = namesOfClass.add(slugOf(object, byId), "-");
    return { ...object, resource, variable: variables.add(variableOf(resource, className)) };
  });
}

/** Makes strings unique by appending the next free number. */
export class UniqueTexts {
  readonly #taken: Set<string>;
  /** The next number of each string, which keeps thousands of equal strings from taking quadratic time. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  add(preferred: string, separator = ""): string {
    let text = preferred;
    let n = this.#next.get(preferred) ?? 2;
    for (; this.#taken.has(text); n += 1) text = `${preferred}${separator}${n}`;
    this.#next.set(preferred, n);
    this.#taken.add(text);
    return text;
  }
}

/** Returns a name without the class at its end: `office` for the IpPolicy "Office IP policy". */
function slugOf(object: Nameable, byId: ReadonlyMap<string, Nameable>): string {
  const className = kebabCase(object.family.name);
  const slug = slugify(titleOf(object, byId));
  const short = slug.endsWith(`-${className}`) ? slug.slice(0, -className.length - 1) : slug;
  return short || className;
}

/** Maximum depth of parent objects, such as the policy of a rule: a response may claim an endless chain. */
const MAX_DEPTH = 3;

/** Returns the natural key if it is one property, otherwise a title, otherwise the key with its parents' titles. */
function titleOf(object: Nameable, byId: ReadonlyMap<string, Nameable>, depth = 1): string {
  // Lookup keys identify an object. A key of several parts, such as an edge and a match, is no title on its own.
  const keys = object.family.lookups.map((key) =>
    key.map((part) => textAt(object, typeof part === "string" ? part : part.property)),
  );
  const [natural] = keys.find((parts) => parts.length === 1) ?? [];
  if (natural) return natural.replace(/^\w+:\/\//, "").replace(/:443$/, "");
  const title = TITLES.map((key) => textAt(object, key)).find((text) => slugify(text) !== "");
  if (title !== undefined) return title;
  const titles = (keys[0] ?? []).map((part) => {
    const parent = depth < MAX_DEPTH ? byId.get(part) : undefined;
    return parent ? titleOf(parent, byId, depth + 1) : part;
  });
  return titles.join(" ");
}

/** The first line of a property's string, or of its first string in sorted order. Empty if a name must not show it. */
function textAt({ inputs, state }: Nameable, key: string): string {
  const value = inputs[key] ?? state[key];
  const first = Array.isArray(value) ? [...value].sort()[0] : value;
  if (typeof first !== "string" || looksSecret(first)) return "";
  return first.slice(0, MAX_SEARCHED).split("\n")[0] ?? "";
}

function slugify(text: string): string {
  const plain = withoutAccents(text).toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? [];
  let slug = "";
  for (const word of words.slice(0, MAX_WORDS)) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (longer.length > MAX_LENGTH) break;
    slug = longer;
  }
  return slug || (words[0] ?? "").slice(0, MAX_LENGTH);
}

/** Includes the class, because objects of different classes may have the same name. */
function variableOf(resource: string, className: string): string {
  const words = camelCase(resource);
  const classWords = camelCase(className);
  if (words === classWords) return words;
  return /^\d/.test(words) ? `${classWords}${words}` : `${words}${className}`;
}
