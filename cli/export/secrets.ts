import { type Described, type DescribedSecret, valueAt } from "../../provider/inspect";
import { camelCase } from "../common";
import { docComment, quoted } from "./code";
import type { NamedObject } from "./declaration";
import { asText } from "./lost-values";
import type { UniqueTexts } from "./names";

/** A secret of the program: it is stored in the stack's configuration, never in a file of the program. */
export interface ProgramSecret extends DescribedSecret {
  /** Configuration key within the project's namespace, and the constant in secrets.ts. */
  readonly key: string;
  readonly object: NamedObject;
}

const LONGEST_KEY = 100;

/** The secrets at any depth. */
export function secretsIn(inputs: Described): DescribedSecret[] {
  if (inputs.kind === "secret") return [inputs];
  if (inputs.kind === "list") return inputs.items.flatMap(secretsIn);
  if (inputs.kind !== "object" && inputs.kind !== "map") return [];
  return inputs.entries.flatMap(([, child]) => secretsIn(child));
}

/** The secrets of one object. `taken` keeps keys unique in the program. */
export function secretsOf(object: NamedObject, inputs: Described, taken: UniqueTexts): ProgramSecret[] {
  return secretsIn(inputs).map((secret) => ({ ...secret, key: keyOf(object, secret.path, taken), object }));
}

/** A key of the configuration for a secret, unique among those that are `taken`. */
export function keyOf(object: NamedObject, path: readonly string[], taken: UniqueTexts): string {
  const words = asciiOnly([object.resource, ...path].join(" "));
  const preferred = camelCase(/^\d/.test(words) ? `${object.family.name} ${words}` : words);
  return taken.add(preferred.slice(0, LONGEST_KEY));
}

/** Keys of maps can be any string; they become part of a name in the program. */
const asciiOnly = (text: string) => text.slice(0, 1000).replace(/[^A-Za-z0-9]+/g, " ");

/** A secret that the service returns, as a configuration value. */
export const returnedValue = ({ object, path }: ProgramSecret): string =>
  asText(valueAt(object.inputs, path));

/** What a secret is and what to do about it, in a sentence. */
export function secretHint({ object, path, knowledge }: ProgramSecret): string {
  const what = `\`${shownPath(path)}\` of the ${object.family.name} \`${object.resource}\``;
  if (knowledge === "told") return `${what}.`;
  if (knowledge === "trusted")
    return `${what}. The service never returns it; an adopted object does without. The first value that is set counts as what the service has, and is not sent.`;
  if (knowledge === "needed")
    return `${what}. The service does not return it: the first update sends what is set here.`;
  return `${what}, if it has one: the service does not return it.`;
}

/** A property path whose steps can be any string. */
export const shownPath = (path: readonly string[]): string =>
  path
    .map((step, n) =>
      /^\d+$/.test(step)
        ? `[${step}]`
        : /^[\w-]+$/.test(step)
          ? `${n > 0 ? "." : ""}${step}`
          : `[${quoted(step)}]`,
    )
    .join("");

const COMMAND = "pulumi config set --secret";

/** The file secrets.ts. */
export function secretsFile(secrets: readonly ProgramSecret[]): string {
  const constants = secrets.map((secret) => {
    const { key, knowledge } = secret;
    const value =
      knowledge === "possible"
        ? `config.getSecret(${quoted(key)})`
        : knowledge === "trusted"
          ? `optionalSecret(${quoted(key)})`
          : `config.requireSecret(${quoted(key)})`;
    const start = `export const ${key} =`;
    const separator = start.length + value.length < 100 ? " " : "\n  ";
    return `${docComment(secretHint(secret))}${start}${separator}${value};\n`;
  });
  const optionalSecret = `
/** A secret that may be missing as long as its object is adopted, although a new object would need it. */
function optionalSecret(key: string): pulumi.Output<string> {
  return pulumi.output(config.getSecret(key)) as pulumi.Output<string>;
}
`;
  return [
    `import * as pulumi from "@pulumi/pulumi";\n\n`,
    `// Each value is set with \`${COMMAND} <key>\`.\nconst config = new pulumi.Config();\n\n`,
    constants.join("\n"),
    secrets.some(({ knowledge }) => knowledge === "trusted") ? optionalSecret : "",
  ].join("");
}
