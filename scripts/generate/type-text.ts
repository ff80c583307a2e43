import { z } from "zod";
import {
  type FieldMeta,
  isRequired,
  metaOf,
  type Shape,
  shapeOf,
  unwrap,
} from "../../provider/family/fields";

/** Collects the named interfaces that nested objects become. */
export class TypeTexts {
  private readonly interfaces = new Map<string, string>();

  constructor(private readonly reserved: ReadonlySet<string>) {}

  /** TypeScript type of a property as a program gives it. */
  input(schema: z.ZodType, key: string): string {
    return this.typeOf(schema, key, true);
  }

  /** TypeScript type of a property as it comes out. */
  output(schema: z.ZodType, key: string): string {
    return this.typeOf(schema, key, false);
  }

  /** All interfaces met so far, sorted by name. */
  declarations(): string[] {
    return [...this.interfaces.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  }

  /** The shared types that a text names. */
  usedIn(text: string): string[] {
    return ["Ref", "TrafficPolicy", ...[...this.interfaces.keys()].sort()].filter((name) =>
      new RegExp(`\\b${name}\\b`).test(text),
    );
  }

  private typeOf(schema: z.ZodType, key: string, asInput: boolean): string {
    const inner = unwrap(schema);
    const { typeName } = metaOf(inner);
    if (typeName) return typeName;
    const shape = shapeOf(inner);
    if (shape) return this.named(shape, metaOf(inner).shapeName ?? key, asInput);
    if (inner instanceof z.ZodArray) return `${this.element(inner.element as z.ZodType, key, asInput)}[]`;
    if (inner instanceof z.ZodRecord)
      return `Record<string, ${this.element(inner.valueType as z.ZodType, key, asInput)}>`;
    if (inner instanceof z.ZodUnion) {
      return inner.options.map((option) => this.typeOf(option as z.ZodType, key, asInput)).join(" | ");
    }
    if (inner instanceof z.ZodEnum) {
      const values = asInput ? inner.options : (metaOf(inner).answers ?? inner.options);
      return values.map((value) => JSON.stringify(value)).join(" | ");
    }
    if (inner instanceof z.ZodString) return "string";
    if (inner instanceof z.ZodNumber) return "number";
    if (inner instanceof z.ZodBoolean) return "boolean";
    return "unknown";
  }

  private element(schema: z.ZodType, key: string, asInput: boolean): string {
    const text = this.typeOf(schema, singular(key), asInput);
    if (asInput) return `pulumi.Input<${text}>`;
    return text.includes("|") ? `(${text})` : text;
  }

  private named(shape: Shape, key: string, asInput: boolean): string {
    const stem = key.charAt(0).toUpperCase() + key.slice(1);
    const plain = this.reserved.has(stem) || "enabled" in shape ? `${stem}Module` : stem;
    const name = asInput ? `${plain}Args` : plain;
    const lines = Object.entries(shape).map(([childKey, child]) => {
      const type = this.typeOf(child, childKey, asInput);
      const optional = isRequired(child) ? "" : "?";
      const meta = metaOf(child);
      const doc = asInput ? [meta.description, ...limitsOf(meta)].join(" ") : meta.description;
      return `${comment(doc, "  ")}  ${childKey}${optional}: ${asInput ? `pulumi.Input<${type}>` : nullable(child, type)};`;
    });
    const text = `export interface ${name} {\n${lines.join("\n")}\n}`;
    const known = this.interfaces.get(name);
    if (known !== undefined && known !== text)
      throw new Error(`two different shapes would be called ${name}`);
    this.interfaces.set(name, text);
    return name;
  }
}

/** What is said of an input beside its meaning: its limits, and what holds when it is not given. */
export function limitsOf({ maxBytes, range, default: fallback, serverDefault }: FieldMeta): string[] {
  const [low, high = 0] = range ?? [];
  const facts = [
    maxBytes === undefined ? "" : `At most ${maxBytes} bytes of UTF-8.`,
    low === undefined
      ? ""
      : high === Number.MAX_SAFE_INTEGER
        ? `At least ${low}.`
        : `From ${low} to ${high}.`,
    fallback === undefined ? "" : `Default: \`${JSON.stringify(fallback)}\`.`,
    serverDefault ? "When unset, the service picks a value." : "",
  ];
  return facts.filter((text) => text !== "");
}

const nullable = (schema: z.ZodType, type: string) => (isNullable(schema) ? `${type} | null` : type);

/** Whether a field of a response may be null. */
export const isNullable = (schema: z.ZodType) => schema instanceof z.ZodNullable;

/** Whether an input has a value in every object: the program's, the default, or one that the service picks. */
export function isAlwaysSet(schema: z.ZodType): boolean {
  const { default: fallback, serverDefault, nullable: mayBeNull, writeOnly } = metaOf(schema);
  return isRequired(schema) || fallback !== undefined || (serverDefault === true && !mayBeNull && !writeOnly);
}

const singular = (key: string) => key.replace(/s$/, "");

/** A doc comment, wrapped; empty for an empty text. */
export function comment(text: string, indent = ""): string {
  if (text === "") return "";
  const lines = text.split("\n").flatMap((line) => wrap(line, 106 - indent.length));
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join("\n")}\n${indent} */\n`;
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + word.length + 1 > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
