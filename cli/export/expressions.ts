import type { Described } from "../../provider/inspect";
import { checkPolicy } from "../../provider/traffic-policy";
import { type Code, laidOut, quoted, raw, templated, textLiteral } from "./code";
import type { HostFinder } from "./hosts";
import { survivesPulumi } from "./lost-values";
import { type Piece, piecesOf, type SecretFinder } from "./mentions";

/** How to write the values of one object. */
export interface Speaker {
  /** The variable of another object, if this one may refer to it. */
  readonly variableOf: (id: string) => string | undefined;
  /** The secrets of vaults that traffic policies may name; none by default. */
  readonly secretOf?: SecretFinder | undefined;
  /** The hosts that others reserve; none by default. */
  readonly hostOf?: HostFinder | undefined;
  /** The expression of a secret. */
  readonly secret: (path: readonly string[]) => string;
  /** Called for each expression that needs the engine's SDK. */
  readonly usesEngine: () => void;
}

export function expression(value: Described, speaker: Speaker): Code {
  switch (value.kind) {
    case "plain":
      return plain(value.value, { ...speaker, secretOf: undefined });
    case "document":
      return document(value.value, speaker);
    case "part":
      return plain(value.value, speaker);
    case "reference":
      return reference(value.id, speaker);
    case "host":
      return host(value.text, speaker);
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

/** A text with the reserved host in it as a reference, so that the engine knows the order. */
function host(text: string, { hostOf, variableOf, usesEngine }: Speaker): Code {
  const { id, key, at } = hostOf?.(text) ?? {};
  const variable = id !== undefined && at !== undefined ? variableOf(id) : undefined;
  if (variable === undefined || at === undefined) return raw(textLiteral(text));
  const [before, after] = [text.slice(0, at[0]), text.slice(at[1])];
  usesEngine();
  return raw(`pulumi.interpolate\`${templated(before)}\${${variable}.${key}}${templated(after)}\``);
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

/** A policy as an object if that means the same, else as its string. */
function document(value: unknown, speaker: Speaker): Code {
  return plain(documentOf(value), speaker);
}

/** The same of the value of a policy. */
export const documentOf = (value: unknown): unknown =>
  typeof value === "string"
    ? (readableDocument(value) ?? value)
    : survivesPulumi(value) && isTyped(value)
      ? value
      : JSON.stringify(value);

/** Whether the types of the package have all of a policy: as an object it would not compile otherwise. */
const isTyped = (policy: unknown): boolean =>
  checkPolicy(policy).every(({ isError, isUnknown, path }) => !isError && !isUnknown && path.length > 0);

/** A string; ids of other objects, and secrets of vaults, in it become references. */
function textOf(text: string, speaker: Speaker): Code {
  const isKnown = (id: string) => speaker.variableOf(id) !== undefined;
  const pieces = piecesOf(text, isKnown, (named) => {
    const ids = speaker.secretOf?.(named);
    return ids && isKnown(ids.vault) && isKnown(ids.secret) ? ids : undefined;
  });
  const [only] = pieces;
  if (only && pieces.length === 1)
    return raw("text" in only ? textLiteral(text) : referenceTo(only, speaker));
  speaker.usesEngine();
  const parts = pieces.map((piece) =>
    "text" in piece ? templated(piece.text) : `\${${referenceTo(piece, speaker)}}`,
  );
  return raw(
    `pulumi.interpolate\`${parts.join("").replace(/\n/g, text.trim().includes("\n") ? "\n" : "\\n")}\``,
  );
}

function referenceTo(piece: Exclude<Piece, { readonly text: string }>, { variableOf }: Speaker): string {
  if ("id" in piece) return `${variableOf(piece.id)}.id`;
  if ("nameOf" in piece) return `${variableOf(piece.nameOf)}.name`;
  return `edge.secretRef(${variableOf(piece.vault)}, ${variableOf(piece.secret)})`;
}

/** A map with ids as keys: the ids are outputs, so the map is built from them. */
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
 * The object of a policy in JSON. Undefined where the object would mean something else: numbers beyond JavaScript's
 * precision, duplicate keys, or values that no program can hold; and where it would not compile.
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
  return squeezed(text) === JSON.stringify(parsed) && survivesPulumi(parsed) && isTyped(parsed)
    ? parsed
    : undefined;
}
