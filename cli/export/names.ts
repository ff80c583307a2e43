import { camelCase, deburr, kebabCase } from "es-toolkit/string";
import { type AccountObject, looksSecret } from "../../provider/account";

/** What an object is called in the program. */
export interface Name {
  /** The resource's name, unique in its class: part of its URN for ever. */
  readonly resource: string;
  /** The variable, unique in the program. */
  readonly variable: string;
}

/** What a name follows from. */
export type Nameable = Pick<AccountObject, "family" | "id" | "inputs" | "state">;

/** Properties by which people know an object of a family that has no natural key, the best first. */
const TITLES = ["name", "description", "subjectCommonName"];
const MOST_WORDS = 6;
const LONGEST = 48;
/** Characters of a text in which its first words are looked for. */
const MOST_READ = 1000;
/** What the files of a program import under these names. */
const TAKEN = ["edge", "pulumi", "secrets"];

/**
 * Names for the objects of an account. They follow from what the objects are about, and where that is the same from their
 * age, so that an account that only grew keeps its names.
 */
export function namesOf<O extends Nameable>(objects: readonly O[]): Map<O, Name> {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const names = new Map<O, Name>();
  const resources = new Map<string, UniqueTexts>();
  const variables = new UniqueTexts(TAKEN);
  for (const object of objects) {
    const className = object.family.name;
    const taken = resources.get(className) ?? new UniqueTexts();
    resources.set(className, taken);
    const resource = taken.add(slugOf(object, byId), "-");
    names.set(object, { resource, variable: variables.add(variableOf(resource, className)) });
  }
  return names;
}

/** Texts of which no two are the same: one that is there already gets the next free number. */
export class UniqueTexts {
  readonly #taken: Set<string>;
  /** Where to go on counting: thousands of equal texts would be looked through again and again. */
  readonly #next = new Map<string, number>();

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken);
  }

  add(wanted: string, separator = ""): string {
    let text = wanted;
    let n = this.#next.get(wanted) ?? 2;
    for (; this.#taken.has(text); n += 1) text = `${wanted}${separator}${n}`;
    this.#next.set(wanted, n);
    this.#taken.add(text);
    return text;
  }
}

function slugOf(object: Nameable, byId: ReadonlyMap<string, Nameable>): string {
  const stem = kebabCase(object.family.name);
  const slug = slugged(titleOf(object, byId));
  const short = slug.endsWith(`-${stem}`) ? slug.slice(0, -stem.length - 1) : slug;
  return short || stem;
}

/** Objects that are in each other, as a rule is in a policy; a response may claim that there is no end to it. */
const DEEPEST = 3;

function titleOf(object: Nameable, byId: ReadonlyMap<string, Nameable>, depth = 1): string {
  const [single] = object.family.lookups.filter((key) => key.length === 1).map(([key]) => key);
  const natural = single === undefined ? "" : textAt(object, typeof single === "string" ? single : single.of);
  if (natural !== "") return natural.replace(/^\w+:\/\//, "").replace(/:443$/, "");
  for (const key of TITLES) if (slugged(textAt(object, key)) !== "") return textAt(object, key);
  const [composite = []] = object.family.lookups;
  const parts = composite.map((key) => textAt(object, typeof key === "string" ? key : key.of));
  const titles = parts.map((part) => {
    const container = depth < DEEPEST ? byId.get(part) : undefined;
    return container ? titleOf(container, byId, depth + 1) : part;
  });
  return titles.join(" ");
}

/** A property's text, or the first of its texts. */
function textAt({ inputs, state }: Nameable, key: string): string {
  const value = inputs[key] ?? state[key];
  const first = Array.isArray(value) ? [...value].sort()[0] : value;
  if (typeof first !== "string" || looksSecret(first)) return "";
  return first.slice(0, MOST_READ).split("\n")[0] ?? "";
}

function slugged(text: string): string {
  const words =
    deburr(text)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  let slug = "";
  for (const word of words.slice(0, MOST_WORDS)) {
    const longer = slug === "" ? word : `${slug}-${word}`;
    if (longer.length > LONGEST) break;
    slug = longer;
  }
  return slug || (words[0] ?? "").slice(0, LONGEST);
}

/** The class is part of the variable: a policy and an edge may well be called the same. */
function variableOf(resource: string, className: string): string {
  const words = camelCase(resource);
  const classWords = camelCase(className);
  if (words === classWords) return words;
  return /^\d/.test(words) ? `${classWords}${words}` : `${words}${className}`;
}
