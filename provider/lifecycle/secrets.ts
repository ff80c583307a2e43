import type { z } from "zod";
import { metaOf, type Shape, shapeOf } from "../family/fields";
import type { Props } from "../family/resource";

/** All secret values below a shape, for the transport to keep out of errors. */
export function secretsIn(shape: Shape, values: Props): string[] {
  return Object.entries(shape).flatMap(([key, schema]) => secretsBelow(schema, values[key]));
}

function secretsBelow(schema: z.ZodType, value: unknown): string[] {
  if (typeof value === "string") return metaOf(schema).secret ? [value] : [];
  const shape = shapeOf(schema);
  return shape && value !== null && typeof value === "object" ? secretsIn(shape, value as Props) : [];
}
