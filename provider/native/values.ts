import { ListValue, NullValue, Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { ENGINE_MARKS } from "../account/engine-marks";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../account/secrets";
import { UNKNOWN } from "../family/unknown";
import { UserError } from "../lifecycle";

type Props = Record<string, unknown>;

/** No program nests values deeper, and no stack holds values that do. */
const DEEPEST = 100;

/** The values of a message: secrets without their mark, and one placeholder for all kinds of unknown values. */
export function valuesOf(struct: Struct | undefined): Props {
  return struct ? recordOf(struct, 0) : {};
}

function recordOf(struct: Struct, depth: number): Props {
  const entries: [string, unknown][] = [];
  struct.getFieldsMap().forEach((value: Value, key: string) => {
    entries.push([key, plainOf(value, depth + 1)]);
  });
  // A key such as `__proto__` stays a key.
  return Object.fromEntries(entries);
}

function plainOf(value: Value, depth: number): unknown {
  if (depth > DEEPEST)
    throw new UserError(`values are nested more than ${DEEPEST} levels deep: flatten them`);
  switch (value.getKindCase()) {
    case Value.KindCase.STRING_VALUE: {
      const text = value.getStringValue();
      // Each type of value has a placeholder of its own; as a whole value the other marks do not occur.
      return ENGINE_MARKS.has(text) ? UNKNOWN : text;
    }
    case Value.KindCase.NUMBER_VALUE:
      return value.getNumberValue();
    case Value.KindCase.BOOL_VALUE:
      return value.getBoolValue();
    case Value.KindCase.LIST_VALUE:
      return (value.getListValue()?.getValuesList() ?? []).map((item) => plainOf(item, depth + 1));
    case Value.KindCase.STRUCT_VALUE:
      return unwrapped(recordOf(value.getStructValue() as Struct, depth));
    default:
      return null;
  }
}

/** The engine marks secrets, outputs, references to resources, assets and archives by a key. */
function unwrapped(record: Props): unknown {
  if (!Object.hasOwn(record, SIGNATURE_KEY)) return record;
  if (record[SIGNATURE_KEY] === SECRET_SIGNATURE) return record.value;
  if ("value" in record) return record.value ?? UNKNOWN;
  throw new UserError(
    "an asset, an archive or a resource was given as a value: give its text, or an output of the resource",
  );
}

/** A message with these values, which must be JSON. */
export function structOf(values: Readonly<Props>): Struct {
  const struct = new Struct();
  const fields = struct.getFieldsMap();
  for (const [key, value] of Object.entries(values))
    if (value !== undefined) fields.set(key.toWellFormed(), messageOf(value));
  return struct;
}

function messageOf(value: unknown): Value {
  const message = new Value();
  // Half of a character pair is no text that a message can carry, and would lose all of it.
  if (typeof value === "string") message.setStringValue(value.toWellFormed());
  else if (typeof value === "number") message.setNumberValue(value);
  else if (typeof value === "boolean") message.setBoolValue(value);
  else if (Array.isArray(value)) message.setListValue(new ListValue().setValuesList(value.map(messageOf)));
  else if (value !== null && typeof value === "object") message.setStructValue(structOf(value as Props));
  else message.setNullValue(NullValue.NULL_VALUE);
  return message;
}

/** A path in the engine's syntax, such as `headers["x.y"][0].name`. */
export function pathText(path: readonly (string | number)[]): string {
  return path
    .map((step, at) => {
      if (typeof step === "number") return `[${step}]`;
      if (!/^[A-Za-z_]\w*$/.test(step)) return `["${step.replace(/["\\]/g, "\\$&")}"]`;
      return at === 0 ? step : `.${step}`;
    })
    .join("");
}
