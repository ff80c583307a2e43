import { type Field, isRequired, type Shape } from "../../provider/family/field";
import { isNullable, limitsOf, nestedTypeName, singular } from "./family-texts";

export class TypeTexts {
  private readonly interfaces = new Map<string, string>();

  constructor(private readonly reserved: ReadonlySet<string>) {}

  input(field: Field, key: string): string {
    return this.typeOf(field, key, true);
  }

  output(field: Field, key: string): string {
    return this.typeOf(field, key, false);
  }

  declarations(): string[] {
    return [...this.interfaces.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, text]) => text);
  }

  private typeOf(field: Field, key: string, isInput: boolean): string {
    const { typeName, outputTypeName = typeName } = field.meta;
    const name = isInput ? typeName : outputTypeName;
    if (name) return name;
    switch (field.kind) {
      case "object":
        return this.declareInterface(field.shape, field.shapeName ?? key, isInput);
      case "list":
        return `${this.element(field.item, key, isInput)}[]`;
      case "map":
        return `Record<string, ${this.element(field.value, key, isInput)}>`;
      case "union":
        return field.options.map((option) => this.typeOf(option, key, isInput)).join(" | ");
      case "leaf": {
        const values = isInput ? field.values : (field.responseValues ?? field.values);
        if (values) return values.map((value) => JSON.stringify(value)).join(" | ");
        return field.type === "any" ? "unknown" : field.type;
      }
    }
  }

  private element(field: Field, key: string, isInput: boolean): string {
    const text = this.typeOf(field, singular(key), isInput);
    if (isInput) return inputText(text);
    return text.includes("|") ? `(${text})` : text;
  }

  private declareInterface(shape: Shape, key: string, isInput: boolean): string {
    const baseName = nestedTypeName(key, shape, this.reserved);
    const name = isInput ? `${baseName}Args` : baseName;
    const lines = Object.entries(shape).map(([childKey, child]) => {
      const type = this.typeOf(child, childKey, isInput);
      const { description } = child.meta;
      const doc = isInput ? [description, ...limitsOf(child)].join(" ") : description;
      const value = isInput ? inputText(type) : nullable(child, type);
      return propertyText(optional(childKey, !isRequired(child)), value, doc);
    });
    const text = `export interface ${name} {\n${lines.join("")}}`;
    const registered = this.interfaces.get(name);
    if (registered !== undefined && registered !== text)
      throw new Error(`two different shapes would be called ${name}`);
    this.interfaces.set(name, text);
    return name;
  }
}

/** Wraps a type as an input. `ObjectInput` lets the compiler suggest the closest property for a misspelled one. */
export function inputText(type: string): string {
  if (type === "string | TrafficPolicy") return "TrafficPolicyInput";
  return /^\w+Args$/.test(type) ? `ObjectInput<${type}>` : `pulumi.Input<${type}>`;
}

export const nullable = (field: Field, type: string) => (isNullable(field) ? `${type} | null` : type);

export const optional = (key: string, isOptional: boolean) => (isOptional ? `${key}?` : key);

/** A property of an interface. */
export const propertyText = (key: string, type: string, doc: string) =>
  `${comment(doc, "  ")}  ${key}: ${type};\n`;

/** A doc comment. If it needs several lines, they fit the formatter's line width of 110, including their ` * `. */
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
