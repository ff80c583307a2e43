import { createHash } from "node:crypto";
import { attempt } from "../../family/attempt";
import type { Props, ResourceFamily, Wire } from "../../family/resource";

export const METADATA = "metadata";
const LENGTH = 22;
const IN_JSON = new RegExp(`,?"tunnel-edge":"([\\w-]{${LENGTH}})"\\}$`);
const IN_TEXT = new RegExp(` ?\\[tunnel-edge:([\\w-]{${LENGTH}})\\]$`);

/** Returns a resource's ownership mark: the same in every run of the program and stack, and it doesn't reveal them. */
export function markOf(family: ResourceFamily, path: string, name: string): string {
  return createHash("sha256")
    .update(JSON.stringify([family.name, path, name]))
    .digest("base64url")
    .slice(0, LENGTH);
}

/** Returns the mark for an object that an interrupted run created. If another program manages it, that sees a different mark. */
export const claimedMark = (mark: string): string =>
  createHash("sha256").update(`claimed ${mark}`).digest("base64url").slice(0, LENGTH);

export const canBeMarked = (family: ResourceFamily) => METADATA in family.inputs;

/** Adds a mark to the metadata, as a key if that is a JSON object. Returns the same body if the mark doesn't fit. */
export function addMark(family: ResourceFamily, body: Wire, mark: string): Wire {
  const before = typeof body[METADATA] === "string" ? body[METADATA] : "";
  const isJsonObject = before.trimStart().startsWith("{") && attempt(() => JSON.parse(before)) !== undefined;
  const after = isJsonObject ? inJson(before, mark) : `${before}${before && " "}[tunnel-edge:${mark}]`;
  const field = family.inputs[METADATA];
  const { maxBytes = Infinity, maxCharacters = Infinity } = field?.kind === "leaf" ? field : {};
  const isTooLong = Buffer.byteLength(after) > maxBytes || [...after].length > maxCharacters;
  return isTooLong ? body : { ...body, [METADATA]: after };
}

export function markIn(object: Props): string | undefined {
  const text = object[METADATA];
  if (typeof text !== "string") return undefined;
  return (IN_JSON.exec(text.trimEnd()) ?? IN_TEXT.exec(text))?.[1];
}

export function stripMark(object: Wire): Wire {
  const text = object[METADATA];
  if (typeof text !== "string") return object;
  const json = text.trimEnd();
  const plain = IN_JSON.test(json)
    ? json.replace(IN_JSON, "}") + text.slice(json.length)
    : text.replace(IN_TEXT, "");
  return { ...object, [METADATA]: plain };
}

/** Appends the mark as the last key of a JSON object's text. */
function inJson(text: string, mark: string): string {
  const json = text.trimEnd();
  const content = json.slice(0, -1);
  const comma = content.trimEnd().endsWith("{") ? "" : ",";
  return `${content}${comma}"tunnel-edge":"${mark}"}${text.slice(json.length)}`;
}
