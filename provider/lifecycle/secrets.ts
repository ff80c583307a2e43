import { z } from "zod";
import { metaOf, type Shape, shapeOf, unwrap } from "../family/fields";
import type { Props } from "../family/resource";

/** All values below a shape that are, or may be, secret, for the transport to keep out of errors. */
export function secretsIn(shape: Shape, values: Props): string[] {
  return Object.entries(shape).flatMap(([key, schema]) => secretsBelow(schema, values[key]));
}

function secretsBelow(schema: z.ZodType, value: unknown): string[] {
  const { secret, mayBeSecret } = metaOf(schema);
  if (typeof value === "string") return secret || mayBeSecret ? [value] : [];
  if (value === null || typeof value !== "object") return [];
  const inner = unwrap(schema);
  if (inner instanceof z.ZodRecord) {
    return Object.values(value).flatMap((item) => secretsBelow(inner.valueType as z.ZodType, item));
  }
  const shape = shapeOf(inner);
  return shape ? secretsIn(shape, value as Props) : [];
}
