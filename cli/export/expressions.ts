import type { Described } from "../../provider/host/inspect";
import { type Code, quoted, raw, templated, textLiteral } from "./code";
import { piecesOf } from "./mentions";

/** How the values of one object are said. */
export interface Speaker {
  /** The variable of another object, where this one may refer to it. */
  readonly variableOf: (id: string) => string | undefined;
  /** The expression of a secret. */
  readonly secret: (path: readonly string[]) => string;
  /** Called for each expression that needs the SDK of the engine. */
  readonly usesEngine: () => void;
}

export function expression(value: Described, speaker: Speaker): Code {
  switch (value.kind) {
    case "plain":
      return plain(value.value, speaker);
    case "document":
      return plain(
        typeof value.value === "string" ? (readableDocument(value.value) ?? value.value) : value.value,
        speaker,
      );
    case "reference":
      return reference(value.id, speaker);
    case "secret":
      return raw(speaker.secret(value.path));
    case "list":
      return { kind: "list", items: value.items.map((item) => expression(item, speaker)) };
    case "object":
      return {
        kind: "object",
        entries: value.entries.map(([key, child]) => [key, expression(child, speaker)]),
      };
    case "map":
      return value.refers
        ? mapById(value.entries, speaker)
        : plain(Object.fromEntries(value.entries), speaker);
  }
}

function reference(id: string, { variableOf }: Speaker): Code {
  const variable = variableOf(id);
  return raw(variable === undefined ? quoted(id) : `${variable}.id`);
}

function plain(value: unknown, speaker: Speaker): Code {
  if (typeof value === "string") return textOf(value, speaker);
  if (Array.isArray(value)) return { kind: "list", items: value.map((item) => plain(item, speaker)) };
  if (value !== null && typeof value === "object")
    return {
      kind: "object",
      entries: Object.entries(value).map(([key, item]) => [key, plain(item, speaker)]),
    };
  return raw(JSON.stringify(value));
}

/** A text; where it mentions other objects, they are asked for their ids. */
function textOf(text: string, { variableOf, usesEngine }: Speaker): Code {
  const pieces = piecesOf(text, (id) => variableOf(id) !== undefined);
  const [only] = pieces;
  if (only && pieces.length === 1) return raw("id" in only ? `${variableOf(only.id)}.id` : textLiteral(text));
  usesEngine();
  const parts = pieces.map((piece) =>
    "id" in piece ? `\${${variableOf(piece.id)}.id}` : templated(piece.text),
  );
  return raw(
    `pulumi.interpolate\`${parts.join("").replace(/\n/g, text.trim().includes("\n") ? "\n" : "\\n")}\``,
  );
}

/** A map whose keys are ids: those are known when the objects are there, so that the map is made of them. */
function mapById(entries: readonly (readonly [string, unknown])[], speaker: Speaker): Code {
  const { variableOf, usesEngine } = speaker;
  const known = entries.filter(([id]) => variableOf(id) !== undefined);
  if (known.length === 0) return plain(Object.fromEntries(entries), speaker);
  usesEngine();
  return {
    kind: "map of outputs",
    resources: known.map(([id]) => variableOf(id) as string),
    pairs: entries.map(([id, value]) => [variableOf(id) ?? quoted(id), JSON.stringify(value)]),
  };
}

/**
 * A policy that is an object in JSON, as that object. Undefined where the object would not mean the same: numbers beyond
 * what JavaScript keeps, keys that are given twice.
 */
function readableDocument(text: string): object | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed)) return undefined;
  const squeezed = (json: string) =>
    json.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ""));
  return squeezed(text) === JSON.stringify(parsed) ? parsed : undefined;
}
