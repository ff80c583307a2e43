import { type Field, isRequired, type Shape, shapeOf } from "../../../provider/family/field";

/**
 * Counts what occurs in generated inputs: every optional property at any depth, both ends of every limit, every value of
 * every enum.
 */
export class Coverage {
  private readonly counts = new Map<string, number>();

  constructor(private readonly shape: Shape) {
    for (const what of expectedIn(shape)) this.counts.set(what, 0);
  }

  add(inputs: Readonly<Record<string, unknown>>): void {
    for (const what of occurringIn(this.shape, inputs))
      if (this.counts.has(what)) this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Cases that have never occurred. */
  missing(): string[] {
    return [...this.counts].filter(([, count]) => count === 0).map(([what]) => what);
  }

  get size(): number {
    return this.counts.size;
  }
}

/** Inputs tested with separate objects. */
const ELSEWHERE = new Set(["adoptId", "adopt"]);

function expectedIn(shape: Shape, below = ""): string[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    if (ELSEWHERE.has(key)) return [];
    const path = `${below}${key}`;
    const { maxBytes, range, values = [] } = schema.kind === "leaf" ? schema : {};
    return [
      ...(isRequired(schema) ? [] : [`${path} given`, `${path} left out`]),
      ...values.map((value) => `${path} is ${value}`),
      ...(maxBytes === undefined
        ? []
        : [`${path} of ${maxBytes} bytes`, `${path} of ${maxBytes} bytes in longer characters`]),
      ...endsOf(range)
        .filter((end) => (schema.meta.refuses?.(end) ?? []).length === 0)
        .map((end) => `${path} is ${end}`),
      ...endsOf(rangeOfValues(schema)).map((end) => `${path} holds ${end}`),
      ...expectedIn(shapeOf(schema) ?? {}, `${path}.`),
    ];
  });
}

function occurringIn(shape: Shape, inputs: Readonly<Record<string, unknown>>, below = ""): string[] {
  return Object.entries(shape).flatMap(([key, schema]) => {
    const path = `${below}${key}`;
    const value = inputs[key];
    if (value === undefined) return [`${path} left out`];
    const found = [`${path} given`];
    if (typeof value === "string" || typeof value === "number") found.push(`${path} is ${value}`);
    if (typeof value === "string") {
      const bytes = Buffer.byteLength(value);
      found.push(`${path} of ${bytes} bytes${bytes > value.length ? " in longer characters" : ""}`);
    }
    const nested = shapeOf(schema);
    if (nested) found.push(...occurringIn(nested, value as Readonly<Record<string, unknown>>, `${path}.`));
    else if (typeof value === "object" && value !== null)
      found.push(...Object.values(value).map((item) => `${path} holds ${item}`));
    return found;
  });
}

/** The ends of a range, if the range is the API's and not just that of positive numbers. */
const endsOf = (range: readonly [number, number] | undefined) =>
  range === undefined || range[1] === Number.MAX_SAFE_INTEGER ? [] : range;

function rangeOfValues(field: Field): readonly [number, number] | undefined {
  return field.kind === "map" && field.value.kind === "leaf" ? field.value.range : undefined;
}
