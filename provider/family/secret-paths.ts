import { listFirst } from "./collections";
import { looksSecretAt } from "./credentials/possible";
import {
  classesOf,
  type Field,
  isRecord,
  isSecret,
  type Shape,
  type Step,
  shapeOf,
  valueAt,
  walkShape,
} from "./field";
import { formatPath } from "./property-path";
import type { Props } from "./resource";

type Path = readonly Step[];

/** Paths of secrets inside values that aren't secret as a whole, such as a password in a traffic policy. */
export function embeddedSecretPaths(shape: Shape, values: Props): readonly Path[] {
  const paths: Path[] = [];
  walkShape(shape, values, ({ meta }, value, path) => {
    if (meta.embedded && value !== undefined && value !== null)
      paths.push(...meta.embedded.paths(value).map((below) => [...path, ...below]));
    return meta.embedded === undefined;
  });
  return paths;
}

/** Paths of values from the service that look like secrets but aren't in `plain`. No program could mark them as secret. */
export function likelySecretPaths(shape: Shape, values: Props, plain: Props = {}): readonly Path[] {
  const paths: Path[] = [];
  const addIfSecret = (value: unknown, path: Path) => {
    const key = path.length > 1 ? String(path.at(-1)) : "";
    if (typeof value === "string" && looksSecretAt(key, value) && valueAt(plain, path) !== value)
      paths.push(path);
  };
  const addBelow = (value: unknown, path: Path): void => {
    addIfSecret(value, path);
    if (Array.isArray(value)) for (const [n, item] of value.entries()) addBelow(item, [...path, n]);
    if (isRecord(value)) for (const [key, item] of Object.entries(value)) addBelow(item, [...path, key]);
  };
  walkShape(shape, values, (field, value, path) => {
    if (isSecret(field) || classesOf(field) !== undefined) return false;
    if (field.meta.embedded) addBelow(value, path);
    else if (field.kind === "leaf" && field.values === undefined) addIfSecret(value, path);
    return field.meta.embedded === undefined;
  });
  return paths;
}

export const mayEmbed = (field: Field): boolean =>
  field.meta.embedded !== undefined || Object.values(shapeOf(field) ?? {}).some(mayEmbed);

/** Placeholder for secret and unknown values. It parses as an interpolation, which the service fills in. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the spelling of traffic policies.
export const PLACEHOLDER = "${known.later}";

const MAX_NAMED = 5;

/** Returns the warning about plaintext secrets. It never contains a value. */
export const describePlainSecrets = (paths: readonly Path[]): string =>
  `${listFirst(paths.map(formatPath), MAX_NAMED)}: a password or key is in plain text, visible to everyone who can read the program or its configuration. Pass it as a secret (pulumi.secret or config.requireSecret), or store it in a vault and refer to it with secretRef(vault, secret).`;
