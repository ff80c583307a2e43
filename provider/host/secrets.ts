import type { z } from "zod";
import { metaOf, type Shape, schemaAt, shapeOf } from "../family/fields";
import { UNKNOWN } from "../family/unknown";

/** The engine's mark of a secret. A unit test pins both to the values of @pulumi/pulumi. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";

/** The same values with every secret, at any depth, in the engine's secret signature. */
export function markSecrets(
  shape: Shape,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const marked = Object.entries(values).map(([key, value]) => {
    const schema = schemaAt(shape, key);
    return [key, schema ? markValue(schema, value) : value] as const;
  });
  return Object.fromEntries(marked);
}

function markValue(schema: z.ZodType, value: unknown): unknown {
  if (value === undefined || value === null || value === UNKNOWN) return value;
  if (metaOf(schema).secret) return { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };
  const shape = shapeOf(schema);
  const isNested = shape && typeof value === "object" && !Array.isArray(value);
  return isNested ? markSecrets(shape, value as Record<string, unknown>) : value;
}
