import type { Account } from "../account/account";
import { matchCollection } from "../catalog/index";
import { asText, isObject, type Json, type JsonObject, textsIn } from "../json";
import type { Family, ResponseField } from "../schema/family";
import type { Fields, Module, Param } from "../schema/params";
import type { StoredObject } from "../store/storage";

/** Returns an object as GET does. `collection` is the concrete path of its collection. */
export function presentObject(
  account: Account,
  family: Family,
  collection: string,
  object: StoredObject,
): JsonObject {
  const response: JsonObject = { id: object.id };
  if (!family.without?.includes("uri")) response.uri = account.uri(`${collection}/${object.id}`);
  if (!family.without?.includes("created_at")) response.created_at = object.created_at;
  for (const [name, spec] of Object.entries(family.response))
    response[name] = presentField(account, family, name, spec, object);
  if (!account.settings.reference)
    for (const name of family.omittedFields?.(object) ?? []) delete response[name];
  return account.settings.liveShapes ? asLive(response, family) : response;
}

function presentField(
  account: Account,
  family: Family,
  name: string,
  spec: ResponseField,
  object: StoredObject,
): Json {
  if (spec.compute) return spec.compute(account, object);
  if (spec.onceOnly) return null;
  const value = object.fields[spec.from ?? name] ?? null;
  const { to = [], nestedCollection } = spec;
  if (spec.type === "Ref") return value === null ? null : account.ref(to, asText(value));
  if (spec.type === "List<Ref>") return textsIn(value).map((id) => account.ref(to, id));
  if (nestedCollection !== undefined) return nestedObjects(account, nestedCollection, object);
  const param = family.create[name];
  if (param?.type === "object" && isObject(value)) return presentParam(account, name, param, value).value;
  if (spec.type !== "module") return value;
  return param?.module ? presentModule(account, param.module, object.id, value) : null;
}

function nestedObjects(account: Account, collection: string, { id }: StoredObject): Json {
  const path = collection.replace(/\{\w+\}/, () => id);
  const { family } = matchCollection(path) ?? {};
  if (!family) throw new Error(`the emulator has no family for ${path}`);
  return account.storage.all(path).map((object) => presentObject(account, family, path, object));
}

/** Returns a module as responses contain it: ids as Refs, and secrets in plain text or hidden. */
export function presentModule(account: Account, module: Module, ownerId: string, value: Json): Json {
  if (!isObject(value)) return null;
  const computed = account.settings.reference ? {} : module.computed?.(ownerId);
  const response = { ...presentFields(account, module.fields, value), ...computed };
  return account.settings.liveShapes ? { ...response, ...LIVE_EXTRA } : response;
}

function presentFields(account: Account, fields: Fields, value: JsonObject): JsonObject {
  const response: JsonObject = {};
  for (const [name, param] of Object.entries(fields)) {
    if (param.writeOnly) continue;
    const presented = presentParam(account, name, param, value[name] ?? null);
    response[presented.key] = presented.value;
  }
  return response;
}

function presentParam(
  account: Account,
  name: string,
  param: Param,
  value: Json,
): { key: string; value: Json } {
  const { as, to = [], fields = {} } = param;
  const { liveShapes, hideSecrets } = account.settings;
  const shape = (plain: Json) => (liveShapes ? emptyAsNull(plain) : plain);
  if (as !== undefined && param.type === "List<string>")
    return { key: as, value: shape(textsIn(value).map((id) => account.ref(to, id))) };
  if (as !== undefined) return { key: as, value: value === null ? null : account.ref(to, asText(value)) };
  if (param.secret && hideSecrets) return { key: name, value: "" };
  if (param.type !== "object" || !isObject(value)) return { key: name, value: shape(value) };
  const present = param.oneOf ? presentChoice : presentFields;
  return { key: name, value: present(account, fields, value) };
}

/** Returns only the chosen key; live services return the others as null. */
function presentChoice(account: Account, fields: Fields, value: JsonObject): JsonObject {
  const response: JsonObject = {};
  for (const [name, choice] of Object.entries(fields)) {
    const chosen = value[name];
    if (isObject(chosen)) response[name] = presentFields(account, choice.fields ?? {}, chosen);
    else if (account.settings.liveShapes) response[name] = null;
  }
  return response;
}

/** Unknown keys, as in responses of live services. */
const LIVE_EXTRA: JsonObject = { x_internal_revision: 7 };

/** The shapes that live services return: empty descriptions and metadata omitted, empty lists null, unknown keys. */
function asLive(response: JsonObject, family: Family): JsonObject {
  const live: JsonObject = {};
  for (const [name, value] of Object.entries(response)) {
    if ((name === "description" || name === "metadata") && value === "") continue;
    if (name === "region" && value === null) live[name] = "";
    else live[name] = family.create[name]?.type === "module" ? value : emptyAsNull(value);
  }
  return { ...live, ...LIVE_EXTRA };
}

function emptyAsNull(value: Json): Json {
  return Array.isArray(value) && value.length === 0 ? null : value;
}
