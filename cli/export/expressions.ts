import type { Described } from "../../provider/inspect";
import { checkPolicy } from "../../traffic-policy";
import { type Code, escapeTemplate, formatCode, raw, stringLiteral, textLiteral, valueCode } from "./code";
import { survivesPulumi } from "./lost-values";
import { type Piece, type SecretFinder, splitAtMentions } from "./mentioned-objects";
import type { HostFinder } from "./reserved-hosts";

export interface CodeContext {
  /** Returns the variable of another object, if this one may refer to it. */
  readonly variableOf: (id: string) => string | undefined;
  /** Finds the vault secrets that traffic policies may name; none by default. */
  readonly secretOf?: SecretFinder | undefined;
  /** Finds the object that reserves a host; none by default. */
  readonly hostOf?: HostFinder | undefined;
  /** Returns the code of the secret at a path. */
  readonly secret: (path: readonly string[]) => string;
  /** Called for each expression that needs the engine's SDK. */
  readonly usesEngine: () => void;
}

export function expression(value: Described, context: CodeContext): Code {
  switch (value.kind) {
    case "plain":
      return plain(value.value, { ...context, secretOf: undefined });
    case "document":
      return plain(documentOf(value.value), context);
    case "part":
      return plain(value.value, context);
    case "reference":
      return reference(value.id, context);
    case "host":
      return host(value.text, context);
    case "secret":
      return raw(context.secret(value.path));
    case "list":
      return { kind: "list", items: value.items.map((item) => expression(item, context)) };
    case "map":
      if (value.hasIdKeys && value.entries.some(([id]) => context.variableOf(id) !== undefined))
        return mapById(value.entries, context);
      return objectCode(value.entries, context);
    case "object":
      return objectCode(value.entries, context);
  }
}

function objectCode(entries: readonly (readonly [string, Described])[], context: CodeContext): Code {
  return { kind: "object", entries: entries.map(([key, child]) => [key, expression(child, context)]) };
}

function reference(id: string, { variableOf }: CodeContext): Code {
  const variable = variableOf(id);
  return raw(variable === undefined ? stringLiteral(id) : `${variable}.id`);
}

/** Writes the reserved host within a text as a reference, so that the engine knows the order. */
function host(text: string, { hostOf, variableOf, usesEngine }: CodeContext): Code {
  const { id, key, reservedRange } = hostOf?.(text) ?? {};
  const variable = id !== undefined && reservedRange !== undefined ? variableOf(id) : undefined;
  if (variable === undefined || reservedRange === undefined) return raw(textLiteral(text));
  const [before, after] = [text.slice(0, reservedRange[0]), text.slice(reservedRange[1])];
  usesEngine();
  return raw(`pulumi.interpolate\`${escapeTemplate(before)}\${${variable}.${key}}${escapeTemplate(after)}\``);
}

const plain = (value: unknown, context: CodeContext): Code =>
  valueCode(value, (leaf) => (typeof leaf === "string" ? textCode(leaf, context) : undefined));

/** The value of a policy as an equivalent object, or as a string. */
export const documentOf = (value: unknown): unknown =>
  typeof value === "string"
    ? (readableDocument(value) ?? value)
    : survivesPulumi(value) && isTyped(value)
      ? value
      : JSON.stringify(value);

/** True if the package's types cover the policy; otherwise it wouldn't compile as an object. */
const isTyped = (policy: unknown): boolean =>
  checkPolicy(policy).every(({ isError, isUnknown, path }) => !isError && !isUnknown && path.length > 0);

/** A string in which ids of other objects and names of vault secrets become references. */
function textCode(text: string, context: CodeContext): Code {
  const isKnown = (id: string) => context.variableOf(id) !== undefined;
  const pieces = splitAtMentions(text, isKnown, (named) => {
    const ids = context.secretOf?.(named);
    return ids && isKnown(ids.vault) && isKnown(ids.secret) ? ids : undefined;
  });
  const [only] = pieces;
  if (only && pieces.length === 1)
    return raw("text" in only ? textLiteral(text) : referenceTo(only, context));
  context.usesEngine();
  const parts = pieces.map((piece) =>
    "text" in piece ? escapeTemplate(piece.text) : `\${${referenceTo(piece, context)}}`,
  );
  return raw(
    `pulumi.interpolate\`${parts.join("").replace(/\n/g, text.trim().includes("\n") ? "\n" : "\\n")}\``,
  );
}

function referenceTo(piece: Exclude<Piece, { readonly text: string }>, { variableOf }: CodeContext): string {
  if ("id" in piece) return `${variableOf(piece.id)}.id`;
  if ("nameOf" in piece) return `${variableOf(piece.nameOf)}.name`;
  return `edge.secretRef(${variableOf(piece.vault)}, ${variableOf(piece.secret)})`;
}

/** A map whose keys are ids. The ids are outputs, so the map is built from them. */
function mapById(entries: readonly (readonly [string, Described])[], context: CodeContext): Code {
  const { variableOf, usesEngine } = context;
  usesEngine();
  return {
    kind: "map of outputs",
    resources: entries.flatMap(([id]) => variableOf(id) ?? []),
    pairs: entries.map(([id, value]) => [
      variableOf(id) ?? stringLiteral(id),
      formatCode(expression(value, context)),
    ]),
  };
}

/**
 * Parses a policy in JSON. Undefined if the object isn't equivalent (numbers beyond JavaScript's precision, duplicate
 * keys, or values that no program can contain) or wouldn't compile.
 */
function readableDocument(text: string): object | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (parsed === null || typeof parsed !== "object" || Array.isArray(parsed)) return undefined;
  const withoutWhitespace = (json: string) =>
    json.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ""));
  return withoutWhitespace(text) === JSON.stringify(parsed) && survivesPulumi(parsed) && isTyped(parsed)
    ? parsed
    : undefined;
}
