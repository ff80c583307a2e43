import { type DescribedValue, isRecord } from "../../provider/inspect";
import { checkPolicy } from "../../traffic-policy";
import { type Code, escapeTemplate, formatCode, raw, stringLiteral, textLiteral, valueCode } from "./code";
import { survivesPulumi } from "./lost-values";
import { type Piece, type SecretFinder, splitAtMentions } from "./mentioned-objects";
import type { HostFinder } from "./reserved-hosts";

export interface CodeContext {
  /** Returns the variable of another object; undefined if this one can't refer to it. */
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

export function codeOf(value: DescribedValue, context: CodeContext): Code {
  switch (value.kind) {
    case "plain":
      // Only traffic policies name vault secrets.
      return plainCode(value.value, { ...context, secretOf: undefined });
    case "document":
      return plainCode(documentOf(value.value), context);
    case "part":
      return plainCode(value.value, context);
    case "reference": {
      const variable = context.variableOf(value.id);
      return raw(variable === undefined ? stringLiteral(value.id) : `${variable}.id`);
    }
    case "host":
      return hostCode(value.text, context);
    case "secret":
      return raw(context.secret(value.path));
    case "list":
      return { kind: "list", items: value.items.map((item) => codeOf(item, context)) };
    case "map":
    case "object": {
      const isById = value.kind === "map" && value.hasIdKeys;
      if (isById && value.entries.some(([id]) => context.variableOf(id) !== undefined))
        return mapByIdCode(value.entries, context);
      return { kind: "object", entries: value.entries.map(([key, child]) => [key, codeOf(child, context)]) };
    }
  }
}

/** Writes a reserved host as a reference to its reservation, so that the engine creates the reservation first. */
function hostCode(text: string, { hostOf, variableOf, usesEngine }: CodeContext): Code {
  const { id = "", key, reservedRange } = hostOf?.(text) ?? {};
  const variable = reservedRange && variableOf(id);
  if (!reservedRange || variable === undefined) return raw(textLiteral(text));
  const [before, after] = [text.slice(0, reservedRange[0]), text.slice(reservedRange[1])];
  usesEngine();
  return raw(`pulumi.interpolate\`${escapeTemplate(before)}\${${variable}.${key}}${escapeTemplate(after)}\``);
}

const plainCode = (value: unknown, context: CodeContext): Code =>
  valueCode(value, (leaf) => (typeof leaf === "string" ? textCode(leaf, context) : undefined));

/** Converts a policy to an object if that is equivalent and compiles, otherwise to a string. */
export function documentOf(value: unknown): unknown {
  if (typeof value === "string") return parsePolicy(value) ?? value;
  return survivesPulumi(value) && isTyped(value) ? value : JSON.stringify(value);
}

/** True if the package's types cover the policy; otherwise it wouldn't compile as an object. */
const isTyped = (policy: unknown): boolean =>
  checkPolicy(policy).every(({ isError, isUnknown, path }) => !isError && !isUnknown && path.length > 0);

/** A string in which ids of other objects and names of vault secrets become references. */
function textCode(text: string, context: CodeContext): Code {
  const isKnown = (id: string) => context.variableOf(id) !== undefined;
  const pieces = splitAtMentions(text, isKnown, (names) => {
    const ids = context.secretOf?.(names);
    return ids && isKnown(ids.vault) && isKnown(ids.secret) ? ids : undefined;
  });
  const [first, second] = pieces;
  if (first && second === undefined)
    return raw("text" in first ? textLiteral(text) : referenceTo(first, context));
  context.usesEngine();
  const parts = pieces.map((piece) =>
    "text" in piece ? escapeTemplate(piece.text) : `\${${referenceTo(piece, context)}}`,
  );
  // As in textLiteral: a line feed only at an end doesn't make the string multi-line.
  const lineFeed = text.trim().includes("\n") ? "\n" : "\\n";
  return raw(`pulumi.interpolate\`${parts.join("").replaceAll("\n", lineFeed)}\``);
}

function referenceTo(piece: Exclude<Piece, { readonly text: string }>, { variableOf }: CodeContext): string {
  if ("id" in piece) return `${variableOf(piece.id)}.id`;
  if ("nameOf" in piece) return `${variableOf(piece.nameOf)}.name`;
  return `edge.secretRef(${variableOf(piece.vault)}, ${variableOf(piece.secret)})`;
}

/** The code of a map by ids of objects that the program declares, whose ids are outputs. */
function mapByIdCode(entries: readonly (readonly [string, DescribedValue])[], context: CodeContext): Code {
  const { variableOf, usesEngine } = context;
  usesEngine();
  return {
    kind: "map of outputs",
    resources: entries.flatMap(([id]) => variableOf(id) ?? []),
    pairs: entries.map(([id, value]) => [
      variableOf(id) ?? stringLiteral(id),
      formatCode(codeOf(value, context)),
    ]),
  };
}

/**
 * Parses a policy in JSON. Undefined if the object isn't equivalent (numbers beyond JavaScript's precision, duplicate
 * keys, or values that no program can contain) or wouldn't compile.
 */
function parsePolicy(text: string): object | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(parsed)) return undefined;
  const withoutWhitespace = (json: string) =>
    json.replace(/"(?:[^"\\]|\\.)*"|\s+/g, (part) => (part.startsWith('"') ? part : ""));
  return withoutWhitespace(text) === JSON.stringify(parsed) && survivesPulumi(parsed) && isTyped(parsed)
    ? parsed
    : undefined;
}
