import { camelCase } from "es-toolkit/string";
import type { AccountObject, Described, Secret } from "../../provider/host/inspect";
import { quoted } from "./code";
import type { Name } from "./names";

/** A secret of the program: it stands in the stack's configuration, never in a file of the program. */
export interface ProgramSecret extends Secret {
  /** Configuration key within the project's namespace, and the constant in secrets.ts. */
  readonly key: string;
  readonly object: AccountObject;
  readonly name: Name;
}

/** The secrets below the inputs of one object. `taken` keeps keys unique in the program. */
export function secretsBelow(
  object: AccountObject,
  name: Name,
  inputs: Described,
  taken: Set<string>,
): ProgramSecret[] {
  if (inputs.kind === "secret") {
    const words = [name.resource, ...inputs.path].join(" ");
    const wanted = camelCase(/^\d/.test(words) ? `${object.family.name} ${words}` : words);
    let key = wanted;
    for (let n = 2; taken.has(key); n += 1) key = `${wanted}${n}`;
    taken.add(key);
    return [{ ...inputs, key, object, name }];
  }
  if (inputs.kind !== "object") return [];
  return inputs.entries.flatMap(([, child]) => secretsBelow(object, name, child, taken));
}

/** What a secret is and what to do about it, in a sentence. */
export function secretHint({ object, name, path, knowledge }: ProgramSecret): string {
  const what = `\`${path.join(".")}\` of the ${object.family.name} \`${name.resource}\``;
  if (knowledge === "told") return `${what}.`;
  if (knowledge === "trusted")
    return `${what}. The service never returns it; an adopted object does without.`;
  if (knowledge === "needed")
    return `${what}. The service does not return it: the first update sends what is set here.`;
  return `${what}, if it has one: the service does not return it.`;
}

const COMMAND = "pulumi config set --secret";

/** The file secrets.ts. */
export function secretsFile(secrets: readonly ProgramSecret[]): string {
  const constants = secrets.map((secret) => {
    const { key, knowledge } = secret;
    const value =
      knowledge === "possible"
        ? `config.getSecret(${quoted(key)})`
        : knowledge === "trusted"
          ? `untold(${quoted(key)})`
          : `config.requireSecret(${quoted(key)})`;
    const start = `export const ${key} =`;
    const separator = start.length + value.length < 100 ? " " : "\n  ";
    return `/** ${secretHint(secret)} */\n${start}${separator}${value};\n`;
  });
  const untold = `
/** A secret that may be missing as long as its object is adopted, although a new object would need it. */
function untold(key: string): pulumi.Output<string> {
  return pulumi.output(config.getSecret(key)) as pulumi.Output<string>;
}
`;
  return [
    `import * as pulumi from "@pulumi/pulumi";\n\n`,
    `// Each value is set with \`${COMMAND} <key>\`.\nconst config = new pulumi.Config();\n\n`,
    constants.join("\n"),
    secrets.some(({ knowledge }) => knowledge === "trusted") ? untold : "",
  ].join("");
}
