import { nearest } from "../../traffic-policy/language/nearest";
import type { Account, Call } from "../account/account";
import { conflictingObject } from "../catalog/in-use";
import { matchCollection } from "../catalog/index";
import { ApiFailure, emulatesService, invalid, missingObjectFailure, refusal, reject } from "../failure";
import { isObject, type Json, type JsonObject } from "../json";
import type { Family } from "../schema/family";
import { type Fields, type Module, unsetValue } from "../schema/params";
import { readFields, refuseUnknown } from "../schema/read";
import type { StoredObject } from "../store/storage";
import { readFilter } from "./filter";
import { presentModule, presentObject } from "./present";

/** Returns the path of a family's collection, with the parent's id filled in. */
export function concretePath(family: Family, path: Readonly<Record<string, string>>): string {
  return family.collection.replace(/\{(\w+)\}/g, (_, name: string) => path[name] ?? "");
}

/** The operations on objects and modules, in one implementation for all families. */
export class Resources {
  constructor(readonly account: Account) {}

  create(family: Family, call: Call, body: JsonObject): JsonObject {
    this.#requireParent(family, call);
    const { object, token } = this.build(family, call, withoutIgnoredKeys(call, body, family.create));
    return { ...this.#present(family, call, object), ...token };
  }

  /** Stores a new object. `identity`: an id or a time of creation, which only seeds may state. */
  build(
    family: Family,
    call: Call,
    values: JsonObject,
    identity: Partial<StoredObject> = {},
  ): { readonly object: StoredObject; readonly token: JsonObject } {
    const accepted = family.readParams?.(call, values) ?? values;
    const body = call.trusted ? seedParams(call, accepted, family) : accepted;
    const params = readFields(family.create, body, call, "create");
    this.#check(family, call, params);
    const derived = { ...family.onCreate?.(call, params), ...family.derive?.(call, params, params) };
    const fields = { ...filterKeys(params, (name) => !family.create[name]?.writeOnly), ...derived };
    const { response = {}, stored: hash = {} } = family.issueToken?.() ?? {};
    const seeded = call.trusted ? filterKeys(values, (name) => family.seedable?.includes(name)) : {};
    const stored = { ...fields, ...hash, ...seeded };
    const object = this.account.add(concretePath(family, call.path), family.idPrefix, stored, identity);
    family.onWrite?.(call, object);
    return { object, token: response };
  }

  get(family: Family, call: Call, id: string): JsonObject {
    return this.#present(family, call, this.find(family, call, id));
  }

  /** @param selection - Which objects of the collection are listed, and at which URI; all of them by default. */
  list(
    family: Family,
    call: Call,
    query: URLSearchParams,
    selection?: { readonly uri: string; readonly includes: (object: StoredObject) => boolean },
  ): JsonObject {
    this.#requireParent(family, call);
    const collection = concretePath(family, call.path);
    const limit = pageLimit(call, query.get("limit"));
    // One public client spells it beforeId. If this were ignored, that client would request the first page forever.
    const beforeId = query.get("before_id") || query.get("beforeId") || undefined;
    const conditions = this.#listConditions(family, call, query);
    const isListed = selection?.includes ?? family.isListed;
    if (isListed) conditions.unshift(isListed);
    const pageLength = conditions.length > 0 ? Number.MAX_SAFE_INTEGER : limit;
    const page = this.account.storage.page(collection, pageLength, beforeId);
    if (!page) throw invalid(call, "before_id is not the id of an object in this list.", "before_id");
    const selected = page.objects.filter((object) => conditions.every((selects) => selects(object)));
    const objects = selected.slice(0, limit);
    const last = objects.at(-1);
    const uri = selection?.uri ?? this.account.uri(collection);
    const hasMore = page.more || selected.length > objects.length;
    return {
      [family.listKey]: objects.map((object) => this.#present(family, call, object)),
      uri,
      next_page_uri: hasMore && last ? `${uri}?${nextQuery(query, last.id, limit)}` : null,
    };
  }

  /** Returns the conditions of a query that the listed objects must meet. */
  #listConditions(family: Family, call: Call, query: URLSearchParams): ((object: StoredObject) => boolean)[] {
    if (!emulatesService(call)) return [];
    const conditions = Object.entries(family.selectors ?? {}).flatMap(([name, select]) => {
      const values = query.getAll(name).filter((value) => value !== "");
      return values.length === 0 ? [] : [select(values)];
    });
    const filter = query.get("filter");
    if (!filter || !family.filter) return conditions;
    const matches = readFilter(filter, family.filter, this.account.clock.now());
    return [...conditions, (object) => matches(this.#present(family, call, object))];
  }

  update(family: Family, call: Call, id: string, body: JsonObject): JsonObject {
    const previous = this.find(family, call, id);
    family.refuseUpdate?.(previous);
    const patchable = filterKeys(family.create, (param) => family.update.includes(param));
    const params = withoutIgnoredKeys(call, body, patchable);
    const read = readFields(patchable, params, call, "patch", previous.fields);
    if (family.emptyUpdate !== undefined && Object.keys(read).length === 0)
      reject(call, family.emptyUpdate, "The update contains no changes.");
    const changes = emulatesService(call) ? { ...resetValues(patchable), ...read } : read;
    const object = this.store(family, call, previous, changes);
    const response = this.#present(family, call, object);
    return emulatesService(call)
      ? { ...response, ...family.responseToUpdate?.(call, object, previous) }
      : response;
  }

  /** Stores changed parameters of an object, with all derived values. */
  store(family: Family, call: Call, previous: StoredObject, changes: JsonObject): StoredObject {
    const merged = { ...previous.fields, ...changes };
    if (!call.trusted) this.#check(family, call, merged, previous);
    const derived = family.derive?.(call, merged, changes, previous) ?? {};
    const object: StoredObject = { ...previous, fields: { ...merged, ...derived } };
    this.account.storage.put(concretePath(family, call.path), object);
    family.onWrite?.(call, object, previous);
    return object;
  }

  delete(family: Family, call: Call, id: string): void {
    const object = this.find(family, call, id);
    if (!call.trusted) family.refuseDeletion?.(call, object);
    this.account.storage.delete(concretePath(family, call.path), id);
    family.onDelete?.(call, object);
  }

  /** Replaces a module. One public client wraps it as `{ module: {…} }`. */
  putModule(family: Family, call: Call, id: string, name: string, body: JsonObject): Json {
    const module = requireModule(family, name);
    const previous = this.find(family, call, id);
    const params = withoutIgnoredKeys(call, body, module.fields);
    const value = isObject(body.module) ? body.module : params;
    const fields = { [name]: { type: "module", module } } as const;
    const changes = readFields(fields, { [name]: value }, call, "patch", previous.fields);
    const object = this.store(family, call, previous, changes);
    return presentModule(this.account, module, id, object.fields[name] ?? null);
  }

  getModule(family: Family, call: Call, id: string, name: string): Json {
    const module = requireModule(family, name);
    const value = this.find(family, call, id).fields[name] ?? null;
    if (value === null) this.#absentModule(name);
    return presentModule(this.account, module, id, value);
  }

  deleteModule(family: Family, call: Call, id: string, name: string): void {
    requireModule(family, name);
    const previous = this.find(family, call, id);
    if ((previous.fields[name] ?? null) === null) this.#absentModule(name);
    this.store(family, { ...call, trusted: true }, previous, { [name]: null });
  }

  /** @throws ApiFailure (404) if the object does not exist */
  find(family: Family, call: Call, id: string): StoredObject {
    const collection = concretePath(family, call.path);
    const object = this.account.storage.get(collection, id);
    if (object) return object;
    const why = `There is no ${collection}/${id}.`;
    if (!emulatesService(call)) throw new ApiFailure("notFound", why);
    if (!id.startsWith(`${family.idPrefix}_`))
      throw refusal(227, `${id} is not an id of ${collection}, which begin with ${family.idPrefix}_.`);
    throw family.notFound === undefined
      ? new ApiFailure("notFound", why)
      : missingObjectFailure(family.notFound, why);
  }

  #check(family: Family, call: Call, fields: JsonObject, previous?: StoredObject): void {
    family.check?.(call, fields, previous);
    if (!family.unique) return;
    const { keys, code } = family.unique;
    const hasSameKeys = (other: JsonObject) => keys.every((key) => other[key] === fields[key]);
    const existing = conflictingObject(call, concretePath(family, call.path), previous, hasSameKeys);
    if (existing) reject(call, code, `${existing.id} has the same ${keys.join(" and ")}.`, keys.at(-1));
  }

  #present(family: Family, call: Call, object: StoredObject): JsonObject {
    return presentObject(this.account, family, concretePath(family, call.path), object);
  }

  #requireParent(family: Family, call: Call): void {
    const [, parentPath = "", name = ""] = /^(.+?)\/\{(\w+)\}/.exec(family.collection) ?? [];
    const parent = matchCollection(parentPath);
    if (parent) this.find(parent.family, call, call.path[name] ?? "");
  }

  /** The reference documents neither response, so a setting decides. */
  #absentModule(name: string): void {
    if (this.account.settings.absentModules === "not-found")
      throw new ApiFailure("notFound", `The module ${name} is not set.`);
  }
}

function requireModule({ create }: Family, name: string): Module {
  const module = create[name]?.module;
  if (!module) throw new ApiFailure("noOperation", `This object has no module ${name}.`);
  return module;
}

/** Removes keys that public clients send in the body although the service doesn't need them there. */
function withoutIgnoredKeys(call: Call, body: JsonObject, fields: Fields): JsonObject {
  const { edge_id } = call.path;
  if (edge_id !== undefined && body.edge_id && body.edge_id !== edge_id)
    reject(call, 7110, `edge_id must equal the one in the path, ${edge_id}.`, "edge_id");
  return filterKeys(body, (name) => Object.hasOwn(fields, name) || !/^(id|edge_id|module)$/.test(name));
}

/** Returns the create parameters of a seed, which may also contain an id, a time, and seedable values of the family. */
function seedParams(call: Call, body: JsonObject, family: Family): JsonObject {
  const { create, seedable = [], seedHints = [] } = family;
  const values = withoutIgnoredKeys(call, body, create);
  const seedableNames = [...Object.keys(create), "created_at", ...seedable, ...seedHints];
  // A seed may be a complete response, so only likely misspellings of parameters are refused.
  const isMisspelled = (name: string) =>
    name.length >= 5 && !seedableNames.includes(name) && nearest(name, seedableNames) !== undefined;
  refuseUnknown(seedableNames, filterKeys(values, isMisspelled), "");
  return filterKeys(values, (name) => Object.hasOwn(create, name));
}

function filterKeys<T>(
  values: Readonly<Record<string, T>>,
  includes: (name: string) => boolean | undefined,
): Record<string, T> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => includes(name)));
}

/** Returns the empty values of the parameters that an update resets if it omits them. */
function resetValues(fields: Fields): JsonObject {
  const reset = Object.entries(fields).filter(([, param]) => param.emptiedByUpdate);
  return Object.fromEntries(reset.map(([name, param]) => [name, unsetValue(param)]));
}

/** Returns the query of the next page: the same conditions, after the last object of this page. */
function nextQuery(query: URLSearchParams, lastId: string, limit: number): string {
  const next = new URLSearchParams({ before_id: lastId, limit: String(limit) });
  for (const [name, value] of query)
    if (!["before_id", "beforeId", "limit"].includes(name)) next.append(name, value);
  return next.toString().replaceAll("+", "%20");
}

function pageLimit(call: Call, limit: string | null): number {
  const { pageSize, reference } = call.account.settings;
  if (limit === null || limit === "") return pageSize;
  if (reference) {
    if (limit === "0") return pageSize;
    if (!/^\d+$/.test(limit)) throw new ApiFailure("invalid", "limit must be a whole number.", "limit");
    return Math.min(Number(limit), pageSize);
  }
  if (!/^[+-]?\d+$/.test(limit)) throw refusal(244, "limit must be a number from 1 to 100.", "limit");
  if (Number(limit) < 1 || Number(limit) > 100)
    throw refusal(233, `limit must be from 1 to 100, not ${limit}.`, "limit");
  return Math.min(Number(limit), pageSize);
}
