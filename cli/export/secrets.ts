import { type DescribedSecret, type DescribedValue, nestedIn, valueAt } from "../../provider/inspect";
import { camelCase, listSection } from "../common";
import { docComment, stringLiteral } from "./code";
import type { NamedObject, UniqueTexts } from "./names";

/** A secret that the program reads from its configuration. */
export interface ProgramSecret extends DescribedSecret {
  /** Its key in the configuration of the project, and the name of its constant in secrets.ts. */
  readonly key: string;
  readonly object: NamedObject;
  /** Undefined if the service doesn't return it. */
  readonly value: string | undefined;
}

const MAX_KEY_LENGTH = 100;

export const secretsIn = (inputs: DescribedValue): DescribedSecret[] =>
  nestedIn(inputs).filter((value) => value.kind === "secret");

/** The secrets of an object; `keys` keeps their keys unique in the program. */
export function secretsOf(object: NamedObject, inputs: DescribedValue, keys: UniqueTexts): ProgramSecret[] {
  return secretsIn(inputs).map((secret) => {
    const value = secret.knowledge === "returned" ? valueAt(object.inputs, secret.path) : undefined;
    const text = typeof value === "string" ? value : JSON.stringify(value);
    return { ...secret, key: configurationKey(object, secret.path, keys), object, value: text };
  });
}

export function configurationKey(object: NamedObject, path: readonly string[], keys: UniqueTexts): string {
  // Keys of maps may contain anything, but become part of a name in the program.
  const words = [object.resource, ...path]
    .join(" ")
    .slice(0, 1000)
    .replace(/[^A-Za-z0-9]+/g, " ");
  const preferred = camelCase(/^\d/.test(words) ? `${object.family.name} ${words}` : words);
  return keys.add(preferred.slice(0, MAX_KEY_LENGTH));
}

/** Says where a secret is used and what happens if it is not set. */
export function secretHint({ object, path, knowledge }: ProgramSecret): string {
  const property = `\`${displayPath(path)}\` of the ${object.family.name} \`${object.resource}\``;
  if (knowledge === "returned") return `${property}.`;
  if (knowledge === "trusted")
    return `${property}. The service never returns it; an adopted object does not need it. The first value that is set is assumed to match the service's and is not sent.`;
  if (knowledge === "needed")
    return `${property}. The service does not return it: the first update sends the value that is set here.`;
  return `${property}, if it has one: the service does not return it.`;
}

/** Lists the secrets that the user has to set: those whose values are not in `file`. */
export function secretsToSet(secrets: readonly ProgramSecret[], file: string | undefined): string[] {
  const missing = secrets.filter(({ value }) => file === undefined || value === undefined);
  return listSection(
    "secrets to set with `pulumi config set --secret <key>`:",
    missing.map((secret) => `${secret.key}: ${secretHint(secret)}`),
  );
}

/** Formats a path such as `labels["a b"][0]`. */
export const displayPath = (path: readonly string[]): string =>
  path
    .map((step, n) => {
      if (/^\d+$/.test(step)) return `[${step}]`;
      if (!/^[\w-]+$/.test(step)) return `[${stringLiteral(step)}]`;
      return n > 0 ? `.${step}` : step;
    })
    .join("");

/** The code that reads a secret. `!` is for required inputs that an adopted object doesn't need. */
function readerOf({ key, knowledge }: ProgramSecret): string {
  const isRequired = knowledge === "returned" || knowledge === "needed";
  const call = `config.${isRequired ? "requireSecret" : "getSecret"}(${stringLiteral(key)})`;
  return knowledge === "trusted" ? `${call}!` : call;
}

export function secretsFile(secrets: readonly ProgramSecret[]): string {
  const constants = secrets.map((secret) => {
    const value = readerOf(secret);
    const start = `export const ${secret.key} =`;
    const separator = start.length + value.length < 100 ? " " : "\n  ";
    return `${docComment(secretHint(secret))}${start}${separator}${value};\n`;
  });
  return [
    `import * as pulumi from "@pulumi/pulumi";\n\n`,
    `// Each value is set with \`pulumi config set --secret <key>\`.\nconst config = new pulumi.Config();\n\n`,
    constants.join("\n"),
  ].join("");
}
