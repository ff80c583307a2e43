import { UNKNOWN } from "../../family/unknown";
import { excerpt, Redactor } from "../../transport";
import { SIGNATURE_KEY } from "./secrets";

type Wire = Record<string, unknown>;

/**
 * Strings with a special meaning to the engine and its SDKs: the key that turns a map into an asset (which is then read from
 * a file or fetched), an archive, a secret, a reference or an output; and the placeholders for unknown values
 * (pulumi/pulumi, `sdk/go/common/resource/sig` and `.../plugin/rpc.go`).
 */
export const ENGINE_MARKS: ReadonlySet<string> = new Set([
  SIGNATURE_KEY,
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Turns a mark into a plain string. A program that manages the property sees drift, which the next update corrects. */
const PREFIX = "mark of the engine: ";

const MAX_REPORTED = 100;

/** Returns a function that makes marks in responses harmless, and reports each location once. */
export function defuseEngineMarks(report: (line: string) => void): (response: Wire, call: string) => Wire {
  const reported = new Set<string>();
  return (response, call) => {
    if (!holdsText(response, isMark)) return response;
    return mapTexts(response, (text, path) => {
      if (!isMark(text)) return text;
      const where = excerpt(placeIn(response, path), new Redactor(), 200);
      if (reported.size < MAX_REPORTED && !reported.has(where)) {
        reported.add(where);
        report(
          `warning: ${call}: ${where} contains a string with a special meaning to Pulumi: ` +
            `it is read as "${PREFIX}..."; find out who set it, and change it`,
        );
      }
      return PREFIX + text;
    }) as Wire;
  };
}

/** Describes the location of a path: the id of the object, and the property in wire spelling. */
function placeIn(response: Wire, [key, position, below]: Path): string {
  const list = response[key as string];
  const item: unknown = Array.isArray(list) ? list[position as number] : undefined;
  const isListed = typeof response.id !== "string" && item !== null && typeof item === "object";
  const { id } = isListed ? (item as Wire) : response;
  return [typeof id === "string" ? id : [], (isListed ? below : key) ?? "the response"].flat().join(": ");
}

/** True if marks in a response were made harmless, so that no program can declare the object. */
export const hadEngineMarks = (response: Wire): boolean => holdsText(response, wasMark);

/** True if a program cannot contain a string, because it is a mark or was one before it was made harmless. */
export const isEngineMark = (text: string): boolean => isMark(text) || wasMark(text);

const wasMark = (text: string) => text.startsWith(PREFIX) && isMark(text.slice(PREFIX.length));

const isMark = (text: string) => ENGINE_MARKS.has(text);

/** A key to which the engine's SDK assigns a prototype instead of a value. */
const LOST_KEY = "__proto__";

/** Replaces that key. A program that manages the map sees drift, which the next update corrects. */
const LOST_KEY_PLACEHOLDER = `key that Pulumi loses: ${LOST_KEY}`;

/**
 * Renames keys that the engine's SDK would lose.
 *
 * @param onFound - Called with each top-level property that contains such a key.
 */
export function withoutLostKeys(values: Wire, onFound: (property: string, instead: string) => void): Wire {
  const entries = Object.entries(values).map(([property, value]) => {
    if (!holdsText(value, (text, isKey) => isKey && text === LOST_KEY)) return [property, value] as const;
    onFound(property, LOST_KEY_PLACEHOLDER);
    const renamed = (text: string, _: Path, isKey: boolean) =>
      isKey && text === LOST_KEY ? LOST_KEY_PLACEHOLDER : text;
    return [property, mapTexts(value, renamed)] as const;
  });
  return Object.fromEntries(entries);
}

type Path = readonly (string | number)[];

function holdsText(value: unknown, matches: (text: string, isKey: boolean) => boolean): boolean {
  if (typeof value === "string") return matches(value, false);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsText(item, matches));
  return Object.entries(value).some(([key, item]) => matches(key, true) || holdsText(item, matches));
}

function mapTexts(
  value: unknown,
  map: (text: string, path: Path, isKey: boolean) => string,
  path: Path = [],
): unknown {
  if (typeof value === "string") return map(value, path, false);
  if (Array.isArray(value)) return value.map((item, n) => mapTexts(item, map, [...path, n]));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const at = [...path, key];
    return [map(key, at, true), mapTexts(item, map, at)] as const;
  });
  return Object.fromEntries(entries);
}
