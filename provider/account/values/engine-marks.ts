import { UNKNOWN } from "../../family/unknown";
import { excerpt, Redactor } from "../../transport";
import { SIGNATURE_KEY } from "./secrets";

type Wire = Record<string, unknown>;

/**
 * Strings to which the engine and its SDKs give a special meaning wherever they occur: the key that turns a map into
 * an asset (which is then read from a file or fetched), an archive, a secret, a reference or an output; and the
 * placeholders for unknown values (pulumi/pulumi, `sdk/go/common/resource/sig` and `.../plugin/rpc.go`).
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

/**
 * Prefix that makes a mark a plain string again. A program that manages the property sees a drift, which the next
 * update corrects.
 */
const PREFIX = "mark of the engine: ";

/** Location of a mark in a response. */
interface Place {
  /** Id of the object, if it has one. */
  readonly object?: string;
  /** The object's top-level property that holds the mark at any depth, in wire spelling. */
  readonly property?: string;
}

/** Limit of reported objects; more lines would not help. */
const MOST_REPORTED = 100;

/** Makes marks in responses harmless and reports each location once. */
export function defuseEngineMarks(report: (line: string) => void): (response: Wire, call: string) => Wire {
  const reported = new Set<string>();
  return (response, call) =>
    withoutEngineMarks(response, ({ object, property = "the response" }) => {
      const where = excerpt([object, property].filter(Boolean).join(": "), new Redactor(), 200);
      if (reported.size >= MOST_REPORTED || reported.has(where)) return;
      reported.add(where);
      report(
        `warning: ${call}: ${where} holds a mark of Pulumi's own, which the engine would not take for text: ` +
          `it is read as "${PREFIX}..."; see who has set it, and change it`,
      );
    });
}

/**
 * A response in which the engine reads all strings and keys as plain strings.
 *
 * @param onFound - Called with every location of a mark.
 */
function withoutEngineMarks(response: Wire, onFound: (place: Place) => void): Wire {
  return holdsMark(response, isMark) ? (cleaned(response, {}, 0, onFound) as Wire) : response;
}

/** Whether a mark in a response was made harmless: no program can declare such an object. */
export const hadEngineMarks = (response: Wire): boolean => holdsMark(response, wasMark);

/** Whether a program cannot hold a string, because it is a mark or was one before it was made harmless. */
export const isEngineMark = (text: string): boolean => isMark(text) || wasMark(text);

const wasMark = (text: string) => text.startsWith(PREFIX) && isMark(text.slice(PREFIX.length));

const isMark = (text: string) => ENGINE_MARKS.has(text);

function holdsMark(value: unknown, matches: (text: string) => boolean): boolean {
  if (typeof value === "string") return matches(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsMark(item, matches));
  return Object.entries(value).some(([key, item]) => matches(key) || holdsMark(item, matches));
}

/** @param depth - 0 for the objects of a response: the response itself, or the items of its list. */
function cleaned(value: unknown, at: Place, depth: number, onFound: (place: Place) => void): unknown {
  const text = (given: string, place: Place) => {
    if (!isMark(given)) return given;
    onFound(place);
    return `${PREFIX}${given}`;
  };
  if (typeof value === "string") return text(value, at);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const isList = depth === 1 && at.object === undefined;
    return value.map((item) => cleaned(item, isList ? {} : at, isList ? 0 : depth + 1, onFound));
  }
  const { id } = value as { id?: unknown };
  const object = depth === 0 && typeof id === "string" ? id : at.object;
  const entries = Object.entries(value).map(([key, item]) => {
    const place = { object, property: depth === 0 ? key : at.property };
    return [text(key, place), cleaned(item, place, depth + 1, onFound)] as const;
  });
  return Object.fromEntries(entries);
}

/** A key to which the engine's SDK assigns a prototype instead of a value. */
const LOST_KEY = "__proto__";

/** Its replacement. A program that manages the map sees a drift, which the next update corrects. */
const LOST_KEY_PLACEHOLDER = `key that Pulumi loses: ${LOST_KEY}`;

/**
 * JSON whose keys all reach the engine.
 *
 * @param onFound - Called with the top-level property that holds a key which would be lost.
 */
export function withoutLostKeys(values: Wire, onFound: (property: string, instead: string) => void): Wire {
  const entries = Object.entries(values).map(([property, value]) => {
    if (!holdsLostKey(value)) return [property, value] as const;
    onFound(property, LOST_KEY_PLACEHOLDER);
    return [property, renamed(value)] as const;
  });
  return Object.fromEntries(entries);
}

function holdsLostKey(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.hasOwn(value, LOST_KEY) || Object.values(value).some(holdsLostKey);
}

function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([key, item]) => [key === LOST_KEY ? LOST_KEY_PLACEHOLDER : key, renamed(item)] as const,
  );
  return Object.fromEntries(entries);
}
