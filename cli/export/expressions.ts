import type { Described } from "../../provider/account";
import { type Code, laidOut, quoted, raw, templated, textLiteral } from "./code";
import { isHoldable } from "./holdable";
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
      return document(value.value, speaker);
    case "reference":
      return reference(value.id, speaker);
    case "secret":
      return raw(speaker.secret(value.path));
    case "list":
      return { kind: "list", items: value.items.map((item) => expression(item, speaker)) };
    case "map":
      if (value.refers && value.entries.some(([id]) => speaker.variableOf(id) !== undefined))
        return mapById(value.entries, speaker);
      return entriesOf(value.entries, speaker);
    case "object":
      return entriesOf(value.entries, speaker);
  }
}

function entriesOf(entries: readonly (readonly [string, Described])[], speaker: Speaker): Code {
  return { kind: "object", entries: entries.map(([key, child]) => [key, expression(child, speaker)]) };
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

/** A policy as an object where that means the same, else as its text. */
function document(value: unknown, speaker: Speaker): Code {
  if (typeof value === "string") return plain(readableDocument(value) ?? value, speaker);
  return plain(isHoldable(value) ? value : JSON.stringify(value), speaker);
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
function mapById(entries: readonly (readonly [string, Described])[], speaker: Speaker): Code {
  const { variableOf, usesEngine } = speaker;
  usesEngine();
  return {
    kind: "map of outputs",
    resources: entries.flatMap(([id]) => variableOf(id) ?? []),
    pairs: entries.map(([id, value]) => [variableOf(id) ?? quoted(id), laidOut(expression(value, speaker))]),
  };
}

/**
 * A policy that is an object in JSON, as that object. Undefined where the object would not mean the same: numbers beyond
 * what JavaScript keeps, keys that are given twice, what no program can hold.
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
  return squeezed(text) === JSON.stringify(parsed) && isHoldable(parsed) ? parsed : undefined;
}
