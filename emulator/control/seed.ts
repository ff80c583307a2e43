import { z } from "zod";
import { nearest } from "../../traffic-policy/language/nearest";
import type { Account, Call } from "../account/account";
import { collections, matchCollection } from "../catalog/index";
import { isObject, type Json, type JsonObject, jsonObject } from "../json";
import { EmulatorOptionError, readOption } from "../read-option";
import type { Resources } from "../resources/resources";
import { readTimestamp } from "../timestamp";

/** Objects by collection path, with create parameters, `id`, `created_at`, and the seedable values of a family. */
export type SeedByCollection = Readonly<Record<string, readonly JsonObject[]>>;

/** Objects to seed: single ones by collection, or many that differ by a number. */
export type Seed = SeedByCollection | SeedMany | readonly SeedMany[];

/** Ids of the created objects, by collection. */
export type SeedResult = Record<string, string[]>;

const seedManySchema = z
  .strictObject({
    collection: z.string(),
    count: z.int().min(0).max(1_000_000),
    fields: jsonObject.default({}),
  })
  .readonly();

/** Objects that differ by a number: `{n}` in their strings becomes 1, 2, 3, and so on. */
export type SeedMany = z.input<typeof seedManySchema>;

const identitySchema = z.object({ id: z.string().nullish(), created_at: z.string().nullish() });

const seedByCollectionSchema = z.record(z.string(), z.array(jsonObject)).check(({ value, issues }) => {
  for (const collection of Object.keys(value).filter((key) => !key.startsWith("/")))
    issues.push({
      code: "custom",
      input: value,
      path: [collection],
      message: `the path of a collection begins with a slash: write /${collection}`,
    });
});

/**
 * Adds objects directly to the store: types and limits are checked, but not allowed values, references, uniqueness, or
 * required parameters, and nothing is recorded as a request.
 *
 * @throws EmulatorOptionError if a collection or a value cannot be used
 */
export function seed(account: Account, resources: Resources, input: unknown): SeedResult {
  const result: SeedResult = {};
  const put = (collection: string, object: JsonObject, name: string) => {
    result[collection] ??= [];
    result[collection].push(seedObject(account, resources, collection, object, name));
  };
  if (Array.isArray(input) || (isObject(input) && typeof input.collection === "string")) {
    const entries = readOption("seed", z.array(seedManySchema), Array.isArray(input) ? input : [input]);
    for (const { collection, count, fields } of entries)
      for (let n = 1; n <= count; n += 1) put(collection, fillInNumber(fields, n) as JsonObject, collection);
  } else {
    for (const [collection, objects] of Object.entries(readOption("seed", seedByCollectionSchema, input)))
      for (const [index, object] of objects.entries()) put(collection, object, `${collection}[${index}]`);
  }
  return result;
}

export function unknownCollection(control: string, collection: string): EmulatorOptionError {
  const suggestion = nearest(collection, collections);
  const hint = suggestion === undefined ? "" : `, did you mean ${suggestion}?`;
  return new EmulatorOptionError(`${control} ${collection}`, `there is no such collection${hint}`);
}

function seedObject(
  account: Account,
  resources: Resources,
  collection: string,
  object: JsonObject,
  name: string,
): string {
  const match = matchCollection(collection);
  if (!match) throw unknownCollection("seed", collection);
  const { family, path } = match;
  const call: Call = { account, principal: account.owner, trusted: true, path };
  try {
    const values = family.seed?.(call, object) ?? object;
    const { id, created_at: created } = readOption("", identitySchema, object);
    const identity = { ...(id && { id }), ...(created && { created_at: readTimestamp(created) }) };
    return resources.build(family, call, values, identity).object.id;
  } catch (error) {
    if (error instanceof EmulatorOptionError)
      throw new EmulatorOptionError(`seed ${name}.${error.option}`, error.why);
    if (error instanceof Error)
      throw new EmulatorOptionError(`seed ${name}`, error.message.replace(/\.$/, ""));
    throw error;
  }
}

function fillInNumber(value: Json, n: number): Json {
  if (typeof value === "string") return value.replaceAll("{n}", String(n));
  if (Array.isArray(value)) return value.map((item) => fillInNumber(item, n));
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, fillInNumber(item, n)]));
  return value;
}
