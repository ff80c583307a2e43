import { UNKNOWN } from "../family/unknown";
import { excerpt, Redactor } from "../transport";
import { SIGNATURE_KEY } from "./secrets";

type Wire = Record<string, unknown>;

/**
 * Texts that the engine and its SDKs take for something else than text, wherever they stand: the key by which a map
 * becomes an asset (which is then read from a file or fetched), an archive, a secret, a reference, an output; and the
 * stand-ins for values that are not known yet (pulumi/pulumi, `sdk/go/common/resource/sig` and `.../plugin/rpc.go`).
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

/** What a mark is read as: text again. A program that manages the property sees a drift, and the next update mends it. */
const PREFIX = "mark of the engine: ";

/** Where in a response a mark stands. */
interface Place {
  /** Id of the object, where it has one. */
  readonly object?: string;
  /** The object's own property that holds the mark at any depth, in wire spelling. */
  readonly property?: string;
}

/** Objects that are named; an account that holds more of them is not worth more lines. */
const MOST_REPORTED = 100;

/** Makes marks in responses harmless, and reports each place once. */
export function fitForTheEngine(report: (line: string) => void): (response: Wire, call: string) => Wire {
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
 * A response whose texts and keys are all text to the engine.
 *
 * @param tell - Told of every place where there was a mark.
 */
function withoutEngineMarks(response: Wire, tell: (place: Place) => void): Wire {
  return holdsMark(response, isMark) ? (cleaned(response, {}, 0, tell) as Wire) : response;
}

/** Whether a mark in a response was made harmless: no program can declare such an object. */
export const hadEngineMarks = (response: Wire): boolean => holdsMark(response, wasMark);

/** Whether no program can hold a text, since it is a mark, or was one before it was made harmless. */
export const isEngineMark = (text: string): boolean => isMark(text) || wasMark(text);

const wasMark = (text: string) => text.startsWith(PREFIX) && isMark(text.slice(PREFIX.length));

const isMark = (text: string) => ENGINE_MARKS.has(text);

function holdsMark(value: unknown, isIt: (text: string) => boolean): boolean {
  if (typeof value === "string") return isIt(value);
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => holdsMark(item, isIt));
  return Object.entries(value).some(([key, item]) => isIt(key) || holdsMark(item, isIt));
}

/** @param depth - 0 in the objects of a response: itself, or the items of its list. */
function cleaned(value: unknown, at: Place, depth: number, tell: (place: Place) => void): unknown {
  const text = (given: string, place: Place) => {
    if (!isMark(given)) return given;
    tell(place);
    return `${PREFIX}${given}`;
  };
  if (typeof value === "string") return text(value, at);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) {
    const isList = depth === 1 && at.object === undefined;
    return value.map((item) => cleaned(item, isList ? {} : at, isList ? 0 : depth + 1, tell));
  }
  const { id } = value as { id?: unknown };
  const object = depth === 0 && typeof id === "string" ? id : at.object;
  const entries = Object.entries(value).map(([key, item]) => {
    const place = { object, property: depth === 0 ? key : at.property };
    return [text(key, place), cleaned(item, place, depth + 1, tell)] as const;
  });
  return Object.fromEntries(entries);
}

/** The key to which the engine's SDK assigns a prototype instead of a value. */
const LOST_KEY = "__proto__";

/** What stands for it. A program that manages the map sees a drift, and the next update mends it. */
const INSTEAD_OF_LOST = `key that Pulumi loses: ${LOST_KEY}`;

/**
 * JSON whose keys all reach the engine.
 *
 * @param tell - Told of the top-level property that holds a key which would not.
 */
export function withoutLostKeys(values: Wire, tell: (property: string, instead: string) => void): Wire {
  const entries = Object.entries(values).map(([property, value]) => {
    if (!holdsLostKey(value)) return [property, value] as const;
    tell(property, INSTEAD_OF_LOST);
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
    ([key, item]) => [key === LOST_KEY ? INSTEAD_OF_LOST : key, renamed(item)] as const,
  );
  return Object.fromEntries(entries);
}
