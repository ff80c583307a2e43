import { isRecord } from "../../family/field";
import { UNKNOWN } from "../../family/unknown";
import { excerpt, Redactor } from "../../transport";
import { SIGNATURE_KEY } from "./secrets";

type Wire = Record<string, unknown>;

/** Keys and placeholders of the engine: pulumi/pulumi, `sdk/go/common/resource/sig` and `.../plugin/rpc.go`. */
export const ENGINE_MARKS: ReadonlySet<string> = new Set([
  SIGNATURE_KEY,
  UNKNOWN,
  // Unknown values that aren't strings: bool, number, array, asset, archive, and object.
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Matches `__proto__` as a key, not as a value. The engine's SDK assigns each key, and this one would set the prototype. */
const LOST_KEY = '__proto__(?=":)';

/** Makes a mark a plain string. In a property that a program manages, this is drift, which the next update corrects. */
const PREFIX = "mark of the engine: ";

const MARKS = [...ENGINE_MARKS, LOST_KEY].join("|");
/** Marks in JSON text. Quotes within strings follow a backslash. */
const MARK = new RegExp(`(?<!\\\\)"(${MARKS})"`, "g");
const FORMER_MARK = new RegExp(`(?<!\\\\)"${PREFIX}(?:${MARKS})"`);

const MAX_REPORTED = 100;

/** Returns a function that makes marks in responses harmless, and warns once for each location. */
export function defuseEngineMarks(report: (line: string) => void): (response: Wire, call: string) => Wire {
  const reported = new Set<string>();
  return (response, call) => {
    if (!holdsMark(response)) return response;
    for (const location of locationsIn(response)) {
      const shortened = excerpt(location, new Redactor(), 200);
      if (reported.size >= MAX_REPORTED || reported.has(shortened)) continue;
      reported.add(shortened);
      report(
        `warning: ${call}: ${shortened} contains a string with a special meaning to Pulumi: it is read as "${PREFIX}..."; find out who set it, and change it`,
      );
    }
    return JSON.parse(JSON.stringify(response).replace(MARK, `"${PREFIX}$1"`));
  };
}

/** Returns the properties that contain marks, in wire spelling, with the ids of their objects. */
function locationsIn(response: Wire): readonly string[] {
  // A response without an id is a page of a list.
  const listed = typeof response.id === "string" ? [] : Object.values(response).flat().filter(isRecord);
  const locations = (listed.length > 0 ? listed : [response]).flatMap(({ id, ...object }) =>
    Object.keys(object)
      .filter((key) => holdsMark({ [key]: object[key] }))
      .map((key) => (typeof id === "string" ? `${id}: ${key}` : key)),
  );
  return locations.length > 0 ? locations : ["the response"];
}

const holdsMark = (value: unknown): boolean => JSON.stringify(value).search(MARK) >= 0;

/** True if marks in a response were made harmless, so that no program can declare the object. */
export const hadEngineMarks = (response: unknown): boolean => FORMER_MARK.test(JSON.stringify(response));

/** True if a program cannot contain a string, because it is a mark or was one before it was made harmless. */
export const isEngineMark = (text: string): boolean => holdsMark(text) || hadEngineMarks(text);
