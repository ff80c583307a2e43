import { listFirst } from "./collections";
import { type Field, type Shape, type Step, shapeOf, walkShape } from "./field";
import { formatPath } from "./property-path";

type Path = readonly Step[];

/** Paths of secrets inside values that aren't secret as a whole, such as a password in a traffic policy. */
export function embeddedPaths(shape: Shape, values: Readonly<Record<string, unknown>>): readonly Path[] {
  const paths: Path[] = [];
  walkShape(shape, values, ({ meta }, value, path) => {
    if (meta.embedded && value !== undefined && value !== null)
      paths.push(...meta.embedded.paths(value).map((below) => [...path, ...below]));
    return meta.embedded === undefined;
  });
  return paths;
}

export const mayEmbed = (field: Field): boolean =>
  field.meta.embedded !== undefined || Object.values(shapeOf(field) ?? {}).some(mayEmbed);

/** Placeholder for secret and unknown values. It parses as an interpolation, which the service fills in. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the spelling of traffic policies.
export const FILLED_IN = "${known.later}";

const MAX_NAMED = 5;

/** Returns the warning about plaintext secrets. It never contains a value. */
export function plainSecrets(paths: readonly Path[]): string | undefined {
  if (paths.length === 0) return undefined;
  return `${listFirst(paths.map(formatPath), MAX_NAMED)}: a password or key is in plain text, visible to everyone who can read the program or its configuration. Pass it as a secret (pulumi.secret or config.requireSecret), or store it in a vault and refer to it with secretRef(vault, secret).`;
}
