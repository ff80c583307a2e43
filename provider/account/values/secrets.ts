import { type FieldMapper, isRecord, mapBelow, type Shape, type Step } from "../../family/field";
import { likelySecretPaths } from "../../family/secret-paths";
import { UNKNOWN } from "../../family/unknown";

/** The engine's signatures, copied from @pulumi/pulumi. */
export const SIGNATURE_KEY = "4dabf18193072939515e22adb298388d";
export const SECRET_SIGNATURE = "1b47061264138c4ac30d75fd1eb44270";
export const OUTPUT_SIGNATURE = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

type Values = Record<string, unknown>;
type Path = readonly Step[];

/** Wraps every secret, at any depth, in the engine's secret signature. */
export function markSecrets(shape: Shape, values: Readonly<Values>): Values {
  const result: Values = { ...values };
  for (const [key, field] of Object.entries(shape))
    if (Object.hasOwn(values, key)) result[key] = markValue(field, values[key]);
  return result;
}

const markValue: FieldMapper = (field, value) => {
  if (value === undefined || value === null || value === UNKNOWN) return value;
  const { secret, embedded } = field.meta;
  if (secret === true) return markSecret(value);
  return embedded ? embedded.mark(value, markSecret) : mapBelow(field, value, markValue);
};

/** Returns a copy as JSON, in which all secrets and the values at `paths` are masked. */
export const maskSecrets = (shape: Shape, values: Readonly<Values>, paths: readonly Path[]): Values =>
  JSON.parse(JSON.stringify(mapPaths(markSecrets(shape, values), paths, mask)), (_, value) =>
    isMarked(value) ? mask() : value,
  );

const mask = () => "[secret]";

type MapSecret = (secret: unknown) => unknown;

const markSecret: MapSecret = (value) =>
  value === undefined || value === null || value === UNKNOWN || isMarked(value)
    ? value
    : { [SIGNATURE_KEY]: SECRET_SIGNATURE, value };

const isMarked = (value: unknown) => isRecord(value) && Object.hasOwn(value, SIGNATURE_KEY);

/** Marks secrets in values that the service returned, including inputs that look like secrets. */
export function markReadSecrets(
  { inputs, outputs }: { readonly inputs: Shape; readonly outputs: Shape },
  values: Readonly<Values>,
): Values {
  const encoded = markSecrets({ ...outputs, ...inputs }, values);
  return withSecretPaths(encoded, likelySecretPaths(inputs, encoded));
}

export const withSecretPaths = (values: Readonly<Values>, paths: readonly Path[]): Values =>
  mapPaths(values, paths, markSecret);

export const mapPaths = (values: Readonly<Values>, paths: readonly Path[], map: MapSecret) =>
  paths.reduce<unknown>((mapped, path) => mapAt(mapped, path, map), { ...values }) as Values;

export const withSecretKeys = (values: Readonly<Values>, keys: readonly string[]): Values =>
  withSecretPaths(
    values,
    keys.map((key) => [key]),
  );

function mapAt(value: unknown, [step, ...below]: Path, map: MapSecret): unknown {
  if (step === undefined) return map(value);
  if (isMarked(value)) return value;
  if (Array.isArray(value)) return value.map((item, n) => (n === step ? mapAt(item, below, map) : item));
  if (!isRecord(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: mapAt(value[step], below, map) };
}
