import { camelCase, deburr, kebabCase } from "es-toolkit/string";
import type { AccountObject } from "../../provider/host/inspect";

/** What an object is called in the program. */
export interface Name {
  /** The resource's name, unique in its class: part of its URN for ever. */
  readonly resource: string;
  /** The variable, unique in the program. */
  readonly variable: string;
}

/** Properties by which people know an object of a family that has no natural key, the best first. */
const TITLES = ["name", "description", "subjectCommonName"];
const MOST_WORDS = 6;
const LONGEST = 48;
/** What the files of a program import under these names. */
const TAKEN = ["edge", "pulumi", "secrets"];

/**
 * Names for the objects of an account. They follow from what the objects are about, and where that is the same from their
 * age, so that an account that only grew keeps its names.
 */
export function namesOf(objects: readonly AccountObject[]): Map<string, Name> {
  const byId = new Map(objects.map((object) => [object.id, object]));
  const names = new Map<string, Name>();
  const resources = new Set<string>();
  const variables = new Set<string>(TAKEN);
  for (const object of objects) {
    const className = object.family.name;
    const slug = slugOf(object, byId);
    const resource = free(slug, "-", (name) => !resources.has(`${className} ${name}`));
    resources.add(`${className} ${resource}`);
    const variable = free(variableOf(resource, className), "", (name) => !variables.has(name));
    variables.add(variable);
    names.set(object.id, { resource, variable });
  }
  return names;
}

function slugOf(object: AccountObject, byId: ReadonlyMap<string, AccountObject>): string {
  const stem = kebabCase(object.family.name);
  const slug = slugged(titleOf(object, byId));
  const short = slug.endsWith(`-${stem}`) ? slug.slice(0, -stem.length - 1) : slug;
  return short || stem;
}

function titleOf(object: AccountObject, byId: ReadonlyMap<string, AccountObject>): string {
  const [single] = object.family.lookups.filter((key) => key.length === 1).map(([key]) => key);
  const natural = single === undefined ? "" : textAt(object, typeof single === "string" ? single : single.of);
  if (natural !== "") return natural.replace(/^\w+:\/\//, "").replace(/:443$/, "");
  for (const key of TITLES) if (slugged(textAt(object, key)) !== "") return textAt(object, key);
  const [composite = []] = object.family.lookups;
  const parts = composite.map((key) => textAt(object, typeof key === "string" ? key : key.of));
  return parts
    .map((part) => (byId.has(part) ? titleOf(byId.get(part) as AccountObject, byId) : part))
    .join(" ");
}

/** A property's text, or the first of its texts. */
function textAt({ inputs, state }: AccountObject, key: string): string {
  const value = inputs[key] ?? state[key];
  const first = Array.isArray(value) ? [...value].sort()[0] : value;
  return typeof first === "string" ? (first.split("\n")[0] ?? "") : "";
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

function free(wanted: string, separator: string, isFree: (name: string) => boolean): string {
  if (isFree(wanted)) return wanted;
  for (let n = 2; ; n += 1) if (isFree(`${wanted}${separator}${n}`)) return `${wanted}${separator}${n}`;
}
