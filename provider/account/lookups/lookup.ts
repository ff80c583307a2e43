import { fillPath, itemPath } from "../../api";
import { loadReadable } from "../../families/load";
import { lookupsOf, nameOfKey } from "../../family/family-facts";
import { knownField } from "../../family/field";
import { nearest } from "../../family/nearest";
import type { Element, LookupKey, Props } from "../../family/resource";
import { detectStrayText } from "../../family/stray-text";
import {
  areEqual,
  collectionOf,
  haveCommon,
  idsInModuleId,
  listCandidates,
  namedObjects,
  namesOf,
  type ReadableFamily,
  type Run,
  UserError,
  type View,
  view,
  visibleFields,
} from "../../lifecycle";
import { excerpt, Redactor } from "../../transport";
import { accountFor } from "../account";
import { internalErrorIn, internalErrorReport } from "../process/internal-error";
import { accountName, nameSettingsFor, type ReadSetting, settingsOf } from "../settings/settings";

export type CollectionFamily = Exclude<ReadableFamily, { readonly kind: "module" }>;

/**
 * Returns the only object that matches.
 *
 * @param name - A class, or a read-only collection.
 * @throws UserError if none or several match.
 */
export async function getObject(name: string, criteria: Props, config: ReadSetting): Promise<View> {
  const family = await loadOrThrow(name);
  const key = findLookupKey(family, criteria);
  try {
    const account = accountFor(settingsOf(config));
    if (family.kind === "module") return await getModule(account, family, criteria);
    if (key.includes("id")) return await getById(account, family, criteria);
    return await getByKey(account, family, key, criteria);
  } catch (error) {
    throw explainForAccount(config, error);
  }
}

/** Fetches pages on demand. Throws a UserError if the collection cannot be listed by these arguments. */
export async function* eachObject(
  name: string,
  parents: Props,
  config: ReadSetting,
  filter?: string,
): AsyncGenerator<View, void> {
  const family = await loadOrThrow(name);
  if (family.kind === "module") throw new Error(`${name} is not a collection`);
  validateListArguments(family, parents, filter);
  try {
    const path = pathValues(family, parents);
    const { api } = accountFor(settingsOf(config));
    for await (const item of api.list({ ...collectionOf(family, path), filter }))
      yield view(family, item, path);
  } catch (error) {
    throw explainForAccount(config, error);
  }
}

/** Accepts unknown ids. Throws a UserError if the collection cannot be listed by these arguments. */
export function validateListArguments(family: ReadableFamily, parents: Props, filter: unknown): void {
  const subject = `${family.name} objects are listed`;
  const { pathKeys } = family;
  const allowed = [...pathKeys, ...(family.kind !== "module" && family.filterableBy ? ["filter"] : [])];
  const unknownKey = presentKeys(parents).find((key) => !pathKeys.includes(key));
  if (unknownKey !== undefined) {
    const near = nearest(unknownKey, allowed);
    const help = near === undefined ? "leave it out" : `did you mean ${near}?`;
    throw new UserError(`${subject} by ${formatKeys(allowed)}, not by ${unknownKey}: ${help}`);
  }
  requireTexts(subject, pathKeys, parents);
  rejectStrayText(subject, "filter", filter);
  if (filter !== undefined && !allowed.includes("filter"))
    throw new UserError(`${subject} without a filter: the service takes none here`);
}

/** Returns the ids of the objects with the natural key of some inputs; undefined if they have none or it is unknown. */
export async function idsByName(
  name: string,
  inputs: Props,
  config: ReadSetting,
): Promise<readonly string[] | undefined> {
  const family = await loadOrThrow(name);
  const names = family.kind === "resource" ? namesOf(family, inputs) : [];
  if (family.kind !== "resource" || names.length === 0) return undefined;
  const account = accountFor(settingsOf(config));
  const ids: string[] = [];
  for await (const { id, names: objectNames } of namedObjects(account, { family, inputs }, "filtered"))
    if (haveCommon(names, objectNames)) ids.push(id);
  return ids;
}

function explainForAccount(config: ReadSetting, error: unknown): unknown {
  const internal = internalErrorIn(error);
  if (internal !== undefined) return new UserError(internalErrorReport(internal, "a look-up"));
  if (error instanceof Error) error.message = nameSettingsFor(accountName(config), error.message);
  return error;
}

async function loadOrThrow(name: string): Promise<ReadableFamily> {
  const family = await loadReadable(name);
  if (!family) throw new Error(`there is no collection of ${name} objects`);
  return family;
}

/** Accepts unknown values. Throws a UserError for keys that cannot be used for a lookup. */
export function findLookupKey(family: ReadableFamily, criteria: Props): LookupKey {
  const lookups = lookupsOf(family);
  const keys = presentKeys(criteria).sort();
  const lookup = lookups.find((candidate) => candidate.map(nameOfKey).sort().join() === keys.join());
  if (!lookup) {
    const allowed = lookups.map((candidate) => formatKeys(candidate.map(nameOfKey))).join(" or ");
    const names = [...new Set(lookups.flat().map(nameOfKey))];
    const [near] = keys.filter((key) => !names.includes(key)).map((key) => nearest(key, names));
    const hint = near === undefined ? "" : `did you mean ${near}? `;
    throw new UserError(
      `${family.name} is looked up by ${allowed}, not by ${formatKeys(keys)}; ${hint}pass an output of a resource to get${family.name}Output`,
    );
  }
  requireTexts(`${family.name} is looked up`, keys, criteria);
  return lookup;
}

const presentKeys = (values: Props) => Object.keys(values).filter((key) => (values[key] ?? null) !== null);

const USE_OUTPUT = "pass an output of a resource to the function whose name ends in Output";

function requireTexts(subject: string, keys: readonly string[], values: Props): void {
  for (const key of keys) {
    const value = values[key];
    rejectStrayText(subject, key, value);
    if (typeof value !== "string" || value === "")
      throw new UserError(`${subject} by ${key}, which must be a non-empty string; ${USE_OUTPUT}`);
  }
}

function rejectStrayText(subject: string, key: string, value: unknown): void {
  const stray = typeof value === "string" ? detectStrayText(value) : undefined;
  if (stray?.isError) throw new UserError(`${subject}: ${key} ${stray.reason}; ${USE_OUTPUT}`);
}

async function getById(account: Run, family: CollectionFamily, criteria: Props): Promise<View> {
  const id = String(criteria.id);
  const path = pathValues(family, criteria);
  const response = await account.api.find(itemPath(collectionOf(family, path).path, id), id);
  if (!response) throw new UserError(`there is no ${family.name} with ${formatCriteria(criteria)}`);
  return view(family, response, path);
}

async function getModule(
  account: Run,
  family: Extract<ReadableFamily, { readonly kind: "module" }>,
  criteria: Props,
): Promise<View> {
  const { id } = criteria;
  const path = typeof id === "string" ? idsInModuleId(family, id) : pathValues(family, criteria);
  const response = await account.api.find(fillPath(family.path, path));
  // The service may return the same response for a missing edge or route as for one without the module.
  if (!response || Object.keys(response).length === 0)
    throw new UserError(
      `${family.name} is not set for ${formatCriteria(criteria)}, or there is no such object`,
    );
  return view(family, response, path);
}

async function getByKey(
  account: Run,
  family: CollectionFamily,
  key: LookupKey,
  criteria: Props,
): Promise<View> {
  const path = pathValues(family, criteria);
  const matching: View[] = [];
  // All candidates are read, because a second object may match.
  for await (const object of listCandidates(account.api, family, { parents: path, criteria })) {
    const candidate = view(family, object, path);
    if (key.every((part) => matches(family, part, candidate.value, criteria))) matching.push(candidate);
  }
  const [object] = matching;
  if (!object)
    throw new UserError(
      `there is no ${family.name} with ${formatCriteria(criteria)}: correct it; for an object that this program declares, use the outputs of its resource`,
    );
  if (matching.length > 1) {
    const ids = matching.map(({ value }) => String(value.id)).join(", ");
    throw new UserError(
      `${matching.length} ${family.name} objects have ${formatCriteria(criteria)}: look one up by its id (${excerpt(ids, new Redactor())})`,
    );
  }
  return object;
}

function matches(family: ReadableFamily, key: string | Element, value: Props, criteria: Props): boolean {
  const { inputs, outputs } = visibleFields(family);
  const property = typeof key === "string" ? key : key.property;
  // Never undefined: a test checks the lookup properties of all definitions.
  const field = knownField({ ...outputs, ...inputs }, property);
  if (typeof key === "string") return areEqual(field, value[key], criteria[key]);
  const elements = value[property];
  return (
    Array.isArray(elements) && elements.some((element) => areEqual(field, [element], [criteria[key.name]]))
  );
}

const pathValues = ({ pathKeys }: ReadableFamily, values: Props) =>
  Object.fromEntries(pathKeys.map((key) => [key, String(values[key])]));

const formatKeys = (keys: readonly string[]) => (keys.length === 0 ? "{}" : `{ ${keys.join(", ")} }`);

/** Formats lookup keys, which are ids, names, addresses and notes, and no secrets. */
const formatCriteria = (criteria: Props) =>
  Object.entries(criteria)
    // Metadata may be long.
    .map(([key, value]) => `${key} ${excerpt(JSON.stringify(value), new Redactor(), 200)}`)
    .join(" and ");
