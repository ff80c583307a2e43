import ts from "typescript";
import { CommandError, EXIT } from "../../cli/common";
import { families as emulated } from "../../emulator/catalog";
import { lookups, managed, resources } from "../../provider/families";
import { description, metadata, stamps } from "../../provider/families/common";
import { commonInputs, commonOutputs } from "../../provider/family/resource";
import * as sdk from "../../sdk";
import { stemOf } from "../generate/families";

/** The command line's flags. */
export interface Flags {
  readonly path: string;
  readonly section?: string;
  readonly field: string;
  readonly byConvention?: true;
  readonly serviceOnly?: true;
  readonly naturalKey?: true;
  readonly plural?: string;
  readonly listKey?: string;
  readonly idPrefix?: string;
}

/** Values for the templates of a new family. */
export interface NewFamily {
  /** Class name. */
  readonly name: string;
  /** Stem of its file names. */
  readonly stem: string;
  /** Name of the constant that declares it. */
  readonly constant: string;
  /** The class in plain English. */
  readonly words: string;
  /** Undefined when it is the class name and an "s". */
  readonly plural: string | undefined;
  readonly path: string;
  readonly listKey: string;
  readonly idPrefix: string;
  /** Undefined for a family that only the service has. */
  readonly section: string | undefined;
  readonly byConvention: boolean;
  readonly serviceOnly: boolean;
  /** The one required property, in camelCase. */
  readonly field: string;
  /** The same in wire spelling. */
  readonly wireField: string;
  /** Whether the property is immutable and identifies the object. */
  readonly naturalKey: boolean;
}

/** Names that a new family cannot use. */
export interface Taken {
  /** Exports of the SDK, including those not generated yet. */
  readonly exports: ReadonlySet<string>;
  /** Classes by collection path. */
  readonly paths: ReadonlyMap<string, string>;
  /** Classes by prefix of the emulator's ids. */
  readonly idPrefixes: ReadonlyMap<string, string>;
  /** Properties that every class has. */
  readonly properties: ReadonlySet<string>;
}

export function taken(): Taken {
  const listed = [...managed, ...lookups].flatMap((family) =>
    "plural" in family ? [family.name, `list${family.plural}`] : [family.name],
  );
  const common = { description, metadata, ...stamps, ...commonInputs, ...commonOutputs };
  return {
    exports: new Set([...Object.keys(sdk), ...listed]),
    paths: new Map([...resources, ...lookups].map(({ path, name }) => [path, name])),
    idPrefixes: new Map(emulated.map(({ idPrefix, name }) => [idPrefix, name])),
    properties: new Set(["id", "urn", ...Object.keys(common)]),
  };
}

/** Validates the command line and fills in defaults. */
export function newFamily(name: string, flags: Flags, taken: Taken): NewFamily {
  const { path, section, field, byConvention = false, serviceOnly = false, naturalKey = false } = flags;
  const stem = stemOf(name);
  const constant = name.charAt(0).toLowerCase() + name.slice(1);
  const plural = flags.plural ?? `${name}s`;
  const listKey = flags.listKey ?? path.slice(path.lastIndexOf("/") + 1);
  const idPrefix = flags.idPrefix ?? stem.replace(/(\w)\w*-?/g, "$1");
  const exported = [name, `get${name}`, `each${name}`, `list${plural}`].find((one) => taken.exports.has(one));
  const isWireName = (text: string) => /^[a-z][a-z0-9_]*$/.test(text);

  need(
    (section === undefined) === serviceOnly,
    "a family has either a --section of the API reference that describes or mentions it, or --service-only",
  );
  need(
    !(byConvention && serviceOnly),
    "--by-convention and --service-only exclude each other: what the service's description says is not assumed",
  );
  need(
    /^([A-Z][a-z0-9]+)+$/.test(name),
    `${name} is not a class name: write words in PascalCase and abbreviations as words, such as IpPolicy`,
  );
  need(
    !isReserved(constant),
    `${name} would be declared as ${constant}, which is a word of the language: choose another name`,
  );
  need(
    flags.plural !== undefined || !/([sxz]|[cs]h|[^aeiou]y)$/.test(name) || taken.exports.has(name),
    `the plural of ${name} is more than an s at its end: give it with --plural`,
  );
  need(
    /^[A-Z][A-Za-z0-9]+$/.test(plural) && plural !== name,
    `--plural ${plural} is not the plural of a class name, such as IpPolicies`,
  );
  need(exported === undefined, `${exported} is exported by the SDK already: choose another name`);
  need(
    !path.includes("{"),
    `--path ${path}: the command writes families whose path has no parameters; for one below another object make it with a plain path and go on as provider/families/https-edge-route.ts and emulator/reference/https-edge-route.json do`,
  );
  need(
    /^(\/[a-z][a-z0-9_]*)+$/.test(path),
    `--path ${path} is not a path of a collection: write it like /log_exports`,
  );
  need(!taken.paths.has(path), `--path ${path} is the collection of ${taken.paths.get(path)} already`);
  for (const [option, text] of [
    ["--list-key", listKey],
    ["--id-prefix", idPrefix],
  ] as const)
    need(isWireName(text), `${option} ${text} is not a key of the API: write it like log_exports`);
  need(
    !taken.idPrefixes.has(idPrefix),
    `ids of ${taken.idPrefixes.get(idPrefix)} begin with ${idPrefix} already: give another with --id-prefix`,
  );
  need(
    /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)*$/.test(field),
    `--field ${field} is not a name of a property: write it in camelCase, such as targetUrl`,
  );
  need(!taken.properties.has(field), `--field ${field}: every class has a property of this name already`);

  const wireField = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return {
    ...{ name, stem, constant, path, listKey, idPrefix, section, byConvention, serviceOnly },
    ...{ field, wireField, naturalKey },
    words: stem.replaceAll("-", " "),
    plural: plural === `${name}s` ? undefined : plural,
  };
}

/** Words that cannot be a constant's name. */
function isReserved(word: string): boolean {
  const kind = ts.identifierToKeywordKind(ts.factory.createIdentifier(word));
  return kind !== undefined && kind <= ts.SyntaxKind.LastFutureReservedWord;
}

function need(isMet: boolean, otherwise: string): void {
  if (!isMet) throw new CommandError(otherwise, EXIT.usage);
}
