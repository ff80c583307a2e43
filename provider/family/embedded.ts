import { type Field, type Shape, type Step, shapeOf, walkShape } from "./field";

type Path = readonly Step[];

/** Where values say secrets within a value that is none as a whole, such as the password of a traffic policy. */
export function embeddedPaths(shape: Shape, values: Readonly<Record<string, unknown>>): readonly Path[] {
  const found: Path[] = [];
  walkShape(shape, values, ({ meta }, value, path) => {
    if (meta.embedded && value !== undefined && value !== null)
      found.push(...meta.embedded.paths(value).map((below) => [...path, ...below]));
    return meta.embedded === undefined;
  });
  return found;
}

/** Whether a value of a field may have such a value in it. */
export const mayEmbed = (field: Field): boolean =>
  field.meta.embedded !== undefined || Object.values(shapeOf(field) ?? {}).some(mayEmbed);

/** Stands for what is secret or not known yet, and reads as a value that the service fills in. */
// biome-ignore lint/suspicious/noTemplateCurlyInString: the spelling of traffic policies.
export const FILLED_IN = "${known.later}";

/** Limit of places named in a warning. */
const MOST_NAMED = 5;

/** The warning about secrets in plain; undefined without any. Never repeats a value. */
export function plainSecrets(paths: readonly Path[]): string | undefined {
  if (paths.length === 0) return undefined;
  const named = paths.slice(0, MOST_NAMED).map(spelled).join(", ");
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : "";
  return `${named}${more}: a password or key is given in plain, so that whoever reads the program or its configuration knows it. Give it as a secret (pulumi.secret, or requireSecret of the configuration), or keep it in a vault and refer to it by secretRef(vault, secret). The state has it encrypted either way.`;
}

const spelled = (path: Path): string =>
  path.map((step, at) => (typeof step === "number" ? `[${step}]` : at === 0 ? step : `.${step}`)).join("");
