import { lookups, managed } from "../../families";
import type { CommandFamily } from "../../family/command";
import {
  capitalized,
  deprecationOf,
  idText,
  isAlwaysSet,
  isNullable,
  isNullableOutput,
  isServiceOnly,
  limitsOf,
  lookupsOf,
  nameOfKey,
  nestedTypeName,
  singular,
} from "../../family/described";
import {
  type Field,
  isRequired,
  isSecret,
  knownField,
  type LeafStructure,
  type Shape,
} from "../../family/field";
import type { LookupFamily } from "../../family/lookup";
import { fixedOf, replacementText } from "../../family/replacement";
import type { Element } from "../../family/resource";
import { type ManagedFamily, type ReadableFamily, visibleFields } from "../../lifecycle";
import { displayName, namespace, packageDescription, publisher, repository, version } from "../../manifest";
import { configuration } from "./configuration";
import { exampleOf, type Language } from "./examples";
import { dynamicType, getToken, listToken, nativeType, PACKAGE } from "./tokens";

export interface TypeSpec {
  readonly type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  readonly items?: TypeSpec;
  readonly additionalProperties?: TypeSpec;
  readonly oneOf?: readonly TypeSpec[];
  readonly $ref?: string;
}

export interface PropertySpec extends TypeSpec {
  readonly description?: string;
  readonly secret?: true;
  readonly deprecationMessage?: string;
  /** Documentation: the provider itself decides, since another spelling of a value is no change. */
  readonly willReplaceOnChanges?: true;
}

export interface ObjectSpec {
  readonly type: "object";
  readonly description?: string;
  readonly properties: Readonly<Record<string, PropertySpec>>;
  readonly required?: readonly string[];
}

export interface EnumSpec {
  readonly type: "string";
  readonly description?: string;
  readonly enum: readonly { readonly name: string; readonly value: string; readonly description: string }[];
}

export interface ResourceSpec {
  readonly description: string;
  readonly deprecationMessage?: string;
  readonly inputProperties: Readonly<Record<string, PropertySpec>>;
  readonly requiredInputs?: readonly string[];
  readonly properties: Readonly<Record<string, PropertySpec>>;
  readonly required?: readonly string[];
  readonly aliases?: readonly { readonly type: string }[];
  readonly listInputs?: ObjectSpec;
}

export interface FunctionSpec {
  readonly description: string;
  readonly inputs: ObjectSpec;
  readonly outputs: ObjectSpec;
}

/** What a program in any language needs to know of the package, as the engine's `GetSchema` has it. */
export interface PackageSpec {
  readonly name: string;
  readonly version: string;
  readonly types: Readonly<Record<string, ObjectSpec | EnumSpec>>;
  readonly provider: ResourceSpec;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<Record<string, FunctionSpec>>;
  readonly [key: string]: unknown;
}

export function packageSchema(): PackageSpec {
  const types = new Types(new Set(managed.map(({ name }) => name)));
  const readable = [...managed.filter((family) => family.kind !== "command"), ...lookups];
  const resources = managed.map((family) => [nativeType(family.name), resourceSpec(family, types)] as const);
  const functions = readable.flatMap((family) => functionSpecs(family, types));
  const account = types.properties(configuration, { of: "Provider", isInput: true });
  return {
    name: PACKAGE,
    displayName,
    version,
    description: packageDescription,
    keywords: ["pulumi", PACKAGE, "tunnel", "edge", "ngrok", "category/network", "kind/native"],
    license: "Apache-2.0",
    publisher,
    ...addressesOf(repository),
    attribution: publisher,
    config: { variables: account },
    provider: { description: "An account of the service.", inputProperties: account, properties: {} },
    types: types.collected(),
    resources: Object.fromEntries(resources),
    functions: Object.fromEntries(functions),
    language,
  };
}

/** Where the package and its releases are: nowhere until package.json names its repository. */
export function addressesOf(home: string | undefined): Record<string, string> {
  if (home === undefined) return {};
  const slug = /^https:\/\/github\.com\/([^/]+\/[^/]+)$/.exec(home)?.[1];
  return {
    repository: home,
    homepage: home,
    logoUrl: `${home}/raw/v${version}/docs/images/logo.png`,
    pluginDownloadURL: slug ? `github://api.github.com/${slug}` : `${home}/releases/download/v\${VERSION}`,
  };
}

const language = {
  // The npm package pulumi-tunnel-edge brings its own classes: those that the engine generates must not take its place.
  nodejs: { packageName: "pulumi-tunnel-edge-native", respectSchemaVersion: true },
  python: {
    packageName: "pulumi_tunnel_edge",
    inputTypes: "classes-and-dicts",
    respectSchemaVersion: true,
    pyproject: { enabled: true },
  },
  go: { rootPackageName: "tunneledge", respectSchemaVersion: true },
  csharp: { namespaces: { [PACKAGE]: namespace }, respectSchemaVersion: true },
};

interface Place {
  readonly of: string;
  /** Whether programs give the property, as opposed to the service alone. */
  readonly isInput: boolean;
}

/** Describes properties, and collects the types that they name. */
class Types {
  private readonly found = new Map<string, ObjectSpec | EnumSpec>();

  constructor(private readonly classes: ReadonlySet<string>) {}

  /** Every named type, sorted. */
  collected(): Readonly<Record<string, ObjectSpec | EnumSpec>> {
    return Object.fromEntries([...this.found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  properties(shape: Shape, place: Place): Record<string, PropertySpec> {
    return Object.fromEntries(
      Object.entries(shape).map(([key, field]) => [key, this.property(field, key, place)]),
    );
  }

  property(field: Field, key: string, place: Place): PropertySpec {
    const { description, deprecated } = field.meta;
    const facts = place.isInput ? limitsOf(field) : [];
    return {
      ...this.typeOf(field, key, place),
      description: [description, ...valuesText(field, place), ...facts].join(" "),
      ...(isSecret(field) && { secret: true }),
      ...(deprecated !== undefined && { deprecationMessage: deprecated }),
    };
  }

  /** Names a type for objects of this shape, or refers to the one that has the name. */
  name(name: string, spec: ObjectSpec | EnumSpec): TypeSpec {
    const token = nativeType(name);
    const known = this.found.get(token);
    const shape = (one: ObjectSpec | EnumSpec) => JSON.stringify({ ...one, description: "" });
    if (known === undefined) this.found.set(token, spec);
    // Properties that share a type say each what theirs is for.
    else if (shape(known) !== shape(spec)) throw new Error(`two different types would be called ${name}`);
    return { $ref: `#/types/${token}` };
  }

  /** @param of - What the property says of itself: its items say nothing. */
  private typeOf(field: Field, key: string, place: Place, of = field.meta.description): TypeSpec {
    switch (field.kind) {
      case "object":
        return this.nested(field.shape, field.shapeName ?? typeName(field) ?? key, place, of);
      case "list":
        return { type: "array", items: this.typeOf(field.item, elementName(field, key), place, of) };
      case "map":
        return { type: "object", additionalProperties: this.typeOf(field.value, singular(key), place, of) };
      case "union":
        return { oneOf: field.options.map((option) => this.typeOf(option, key, place, of)) };
      case "leaf":
        return this.leaf(field, key, place, of);
    }
  }

  private leaf(field: LeafStructure, key: string, { of, isInput }: Place, description: string): TypeSpec {
    if (field.type === "any") return { $ref: "pulumi.json#/Any" };
    // What the service returns may be a value of tomorrow.
    if (field.meanings && isInput)
      return this.name(`${of}${capitalized(key)}`, {
        type: "string",
        description,
        enum: Object.entries(field.meanings).map(([value, meaning]) => ({
          name: constantName(value),
          value,
          description: meaning,
        })),
      });
    return { type: field.isWhole ? "integer" : field.type };
  }

  private nested(shape: Shape, key: string, { isInput }: Place, description: string): TypeSpec {
    const name = nestedTypeName(key, shape, this.classes);
    return this.name(name, {
      type: "object",
      description: REF.test(key) ? "Refers to another object of the account." : description,
      properties: this.properties(shape, { of: name, isInput }),
      ...required(shape, (field) => isRequired(field) && !isNullable(field)),
    });
  }
}

/** Name of a value as a constant: `PathPrefix` for `path_prefix`. */
const constantName = (value: string) =>
  value
    .split(/[^A-Za-z0-9]+/)
    .map(capitalized)
    .join("");

const REF = /^Ref(\[\])?$/;

/** The name that a declaration gives a type, where it is one that several classes share. */
const typeName = ({ meta }: Field) => (REF.test(meta.typeName ?? "") ? "Ref" : undefined);

const elementName = (list: Field, key: string) => typeName(list) ?? singular(key);

/** The values, where the type does not tell them. */
function valuesText(field: Field, { isInput }: Place): string[] {
  const values = field.kind === "leaf" && !isInput ? (field.responseValues ?? field.values) : undefined;
  return values ? [`One of ${values.map((value) => `\`${value}\``).join(", ")}.`] : [];
}

function required(
  shape: Shape,
  isIncluded: (field: Field) => boolean,
): { readonly required?: readonly string[] } {
  const keys = Object.keys(shape).filter((key) => isIncluded(knownField(shape, key)));
  return keys.length > 0 ? { required: keys } : {};
}

/** A property of which a part is fixed is no property that replaces: an update can change the rest. */
function withReplacement<P extends { readonly description?: string }>(
  family: ManagedFamily,
  key: string,
  property: P,
): P {
  const fixed = fixedOf(family, key);
  if (fixed === undefined) return property;
  if (fixed === "whole") return { ...property, willReplaceOnChanges: true };
  return { ...property, description: `${property.description} ${replacementText(family, key)}` };
}

function resourceSpec(family: ManagedFamily, types: Types): ResourceSpec {
  const { name, inputs, outputs } = family;
  const computed = Object.fromEntries(Object.entries(outputs).filter(([key]) => !(key in inputs)));
  const given = types.properties(inputs, { of: name, isInput: true });
  const { required: requiredInputs } = required(inputs, isRequired);
  const always = [
    ...(required(inputs, isAlwaysSet).required ?? []),
    ...(required(computed, (field) => !isNullableOutput(field)).required ?? []),
  ];
  return {
    description: descriptionOf(family),
    inputProperties: Object.fromEntries(
      Object.entries(given).map(([key, property]) => [key, withReplacement(family, key, property)]),
    ),
    ...(requiredInputs && { requiredInputs }),
    properties: {
      ...Object.fromEntries(
        Object.entries(inputs).map(([key, field]) => [key, stateProperty(field, key, name, types)]),
      ),
      ...types.properties(computed, { of: name, isInput: false }),
    },
    ...(always.length > 0 && { required: always }),
    // A state of the dynamic class moves to this one without a change.
    aliases: [{ type: dynamicType(name) }],
    ...(family.kind === "resource" && { listInputs: placeOf(family, types) }),
  };
}

/** An input as the state has it: the service may have more values than a program may give. */
function stateProperty(field: Field, key: string, of: string, types: Types): PropertySpec {
  const hasMore = field.kind === "leaf" && field.responseValues !== undefined;
  const { description, ...spec } = types.property(field, key, { of, isInput: !hasMore });
  return { ...spec, description: hasMore ? description : field.meta.description };
}

function descriptionOf(family: ManagedFamily): string {
  // No message of the schema's own: SDKs would warn whoever has a service that goes on with the class. Go's tools know
  // this form of a paragraph.
  const deprecation = deprecationOf(family);
  const paragraphs = [family.summary, ...certaintyText(family)];
  if (deprecation !== undefined) paragraphs.push(`Deprecated: ${deprecation}`);
  paragraphs.push(...examplesText(family.name, deprecation !== undefined));
  if (family.kind !== "command") paragraphs.push(importText(family));
  return paragraphs.join("\n\n");
}

/** What a reader without the pages of this package has to know of the source: where it is not the API reference. */
function certaintyText(family: ManagedFamily | LookupFamily): string[] {
  if (isServiceOnly(family)) return ["Only the compatible service has it: another service may lack it."];
  return family.section === undefined ? ["Assumed by convention: the API reference does not have it."] : [];
}

/** In the form from which the engine's generators take the program of their language. */
function examplesText(name: string, isDeprecated: boolean): string[] {
  const example = exampleOf(name);
  if (example === undefined) return [];
  const languages: readonly Language[] = ["typescript", "python", "go", "yaml"];
  const title = isDeprecated ? `### ${name}, which is deprecated` : `### ${name}`;
  const programs = languages.map((language) => `\`\`\`${language}\n${example[language]}\n\`\`\``);
  return [
    "{{% examples %}}\n## Example Usage\n{{% example %}}",
    title,
    `${programs.join("\n")}\n{{% /example %}}\n{{% /examples %}}`,
  ];
}

const importText = (family: Exclude<ManagedFamily, CommandFamily>) =>
  `## Import\n\n\`\`\`sh\npulumi import ${nativeType(family.name)} example '${idText(family)}'\n\`\`\``;

function placeOf(family: ReadableFamily, types: Types): ObjectSpec {
  const keys = family.kind === "resource" ? family.pathKeys : [];
  return {
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key, lookupProperty(family, key, types)])),
    ...(keys.length > 0 && { required: keys }),
  };
}

function functionSpecs(family: ReadableFamily, types: Types): (readonly [string, FunctionSpec])[] {
  const get = [getToken(family.name), getSpec(family, types)] as const;
  if (family.kind === "module") return [get];
  return [get, [listToken(family.plural), listSpec(family, types)]];
}

function getSpec(family: ReadableFamily, types: Types): FunctionSpec {
  const ways = lookupsOf(family);
  const names = ways.map((way) => way.map(nameOfKey));
  const keys = new Map(ways.flat().map((key) => [nameOfKey(key), key]));
  const everyTime = [...keys.keys()].filter((name) => names.every((way) => way.includes(name)));
  const by = names.map((way) => way.map((name) => `\`${name}\``).join(" and ")).join(", or by ");
  return {
    description: [
      `Reads one ${family.name}, by ${by}. An error when there is no such object, or more than one.`,
      ...certaintyText(family),
    ].join("\n\n"),
    inputs: {
      type: "object",
      properties: Object.fromEntries(
        [...keys].map(([name, key]) => [name, lookupProperty(family, key, types)]),
      ),
      ...(everyTime.length > 0 && { required: everyTime }),
    },
    outputs: seen(family, types),
  };
}

function listSpec(family: Exclude<ReadableFamily, { readonly kind: "module" }>, types: Types): FunctionSpec {
  const place = placeOf(family, types);
  const filter: PropertySpec = {
    type: "string",
    description: "A CEL expression by which the service selects what it lists.",
  };
  const item = types.name(`${family.name}Item`, {
    ...seen(family, types),
    description: `One object of those that ${listToken(family.plural).replace(/^.*:/, "")} reads. ${family.summary}`,
  });
  return {
    description: [
      "Reads all objects of the collection, in the order of the service.",
      ...certaintyText(family),
    ].join("\n\n"),
    inputs: { ...place, properties: { ...place.properties, ...(family.filtered && { filter }) } },
    outputs: {
      type: "object",
      properties: { items: { type: "array", items: item, description: "The objects." } },
      required: ["items"],
    },
  };
}

function seen(family: ReadableFamily, types: Types): ObjectSpec {
  const { inputs, outputs } = visibleFields(family);
  const place = { of: family.name, isInput: false };
  const always = [
    "id",
    ...(required(inputs, isAlwaysSet).required ?? []),
    ...(required(outputs, (field) => !isNullable(field)).required ?? []),
  ];
  const shared = Object.entries(inputs).map(
    ([key, field]) => [key, seenProperty(field, key, family.name, types)] as const,
  );
  return {
    type: "object",
    properties: {
      id: idProperty(family),
      ...Object.fromEntries(shared),
      ...types.properties(outputs, place),
    },
    required: always,
  };
}

/** A top-level value is whatever the service has; nested objects have the types of the inputs. */
function seenProperty(field: Field, key: string, of: string, types: Types): PropertySpec {
  const { description } = field.meta;
  if (field.kind === "leaf") return types.property(field, key, { of, isInput: false });
  return { ...types.property(field, key, { of, isInput: true }), description };
}

const idProperty = (family: ReadableFamily): PropertySpec => ({
  type: "string",
  description: family.kind === "module" ? `Id of the module: \`${idText(family)}\`.` : "Id of the object.",
});

function lookupProperty(family: ReadableFamily, key: string | Element, types: Types): PropertySpec {
  if (key === "id") return idProperty(family);
  if (typeof key !== "string") return { type: "string", description: key.description };
  const fields = family.kind === "lookup" ? family.outputs : { ...family.outputs, ...family.inputs };
  const field = knownField(fields, key);
  const { deprecationMessage: _, ...spec } = types.property(field, key, {
    of: family.name,
    isInput: key in (family.kind === "lookup" ? {} : family.inputs),
  });
  return { ...spec, description: field.meta.description };
}
