import type { CollectionFamily } from "../../../provider/account/lookups/lookup";
import { configuration } from "../../../provider/engine/native/configuration";
import {
  dynamicType,
  getFunctionToken,
  listFunctionToken,
  nativeType,
  PACKAGE,
} from "../../../provider/engine/native/tokens";
import { managed } from "../../../provider/families";
import { deprecationOf, idText, lookupsOf, nameOfKey } from "../../../provider/family/family-facts";
import {
  type Field,
  isRequired,
  isSecret,
  knownField,
  type LeafStructure,
  mapShape,
  type Shape,
} from "../../../provider/family/field";
import type { LookupFamily } from "../../../provider/family/lookup";
import { fixedOf } from "../../../provider/family/replacement";
import type { Element } from "../../../provider/family/resource";
import { type ManagedFamily, type ReadableFamily, visibleFields } from "../../../provider/lifecycle";
import {
  displayName,
  namespace,
  packageDescription,
  publisher,
  repository,
  version,
} from "../../../provider/manifest";
import { propertiesOf } from "../class-text";
import {
  capitalized,
  isAlwaysSet,
  isNullable,
  isNullableOutput,
  isServiceOnly,
  limitsOf,
  nestedTypeName,
  replacementText,
  singular,
} from "../family-texts";
import { idDoc, readableFamilies } from "../function-text";
import { codeBlock, codes } from "../markdown";
import { exampleOf, type Language } from "./examples";

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
  /** For documentation only: `diff` decides, because a different spelling of a value replaces nothing. */
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

interface FunctionSpec {
  readonly description: string;
  readonly inputs: ObjectSpec;
  readonly outputs: ObjectSpec;
}

export function packageSchema() {
  const types = new Types();
  const resources = managed.map((family) => [nativeType(family.name), resourceSpec(family, types)] as const);
  const functions = readableFamilies.flatMap((family): [string, FunctionSpec][] => {
    const get: [string, FunctionSpec] = [getFunctionToken(family.name), getSpec(family, types)];
    return family.kind === "module"
      ? [get]
      : [get, [listFunctionToken(family.plural), listSpec(family, types)]];
  });
  const account = types.properties(configuration, { typeName: "Provider", isInput: true });
  return {
    name: PACKAGE,
    displayName,
    version,
    description: packageDescription,
    keywords: ["pulumi", PACKAGE, "tunnel", "edge", "ngrok", "category/network", "kind/native"],
    license: "Apache-2.0",
    publisher,
    ...addressesIn(repository),
    attribution: publisher,
    config: { variables: account },
    provider: { description: "An account of the service.", inputProperties: account, properties: {} },
    types: types.collected(),
    resources: Object.fromEntries(resources),
    functions: Object.fromEntries(functions),
    language,
  };
}

/** Returns the addresses of the package and its releases; none until package.json names its repository. */
export function addressesIn(home: string | undefined): Record<string, string> {
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
  // The npm package pulumi-tunnel-edge has its own classes, so the generated ones need another name.
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

/** The declaration that contains a property. */
interface PropertyOwner {
  readonly typeName: string;
  /** False if only the service sets the property. */
  readonly isInput: boolean;
}

const classes: ReadonlySet<string> = new Set(managed.map(({ name }) => name));

/** Describes properties, and collects the named types that they refer to. */
class Types {
  private readonly specs = new Map<string, ObjectSpec | EnumSpec>();

  collected(): Readonly<Record<string, ObjectSpec | EnumSpec>> {
    return Object.fromEntries([...this.specs].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  properties(shape: Shape, owner: PropertyOwner): Record<string, PropertySpec> {
    return mapShape(shape, (field, key) => this.property(field, key, owner));
  }

  property(field: Field, key: string, owner: PropertyOwner): PropertySpec {
    const { description, deprecated } = field.meta;
    const limits = owner.isInput ? limitsOf(field) : [];
    return {
      ...this.typeOf(field, key, owner),
      description: [description, ...valuesText(field, owner), ...limits].join(" "),
      ...(isSecret(field) && { secret: true }),
      ...(deprecated !== undefined && { deprecationMessage: deprecated }),
    };
  }

  /** Registers a named type unless it is known, and returns a reference to it. */
  register(name: string, spec: ObjectSpec | EnumSpec): TypeSpec {
    const token = nativeType(name);
    const registered = this.specs.get(token);
    // Properties that share a type have different descriptions; the first one is used.
    const withoutDescription = (type: ObjectSpec | EnumSpec) => JSON.stringify({ ...type, description: "" });
    if (registered === undefined) this.specs.set(token, spec);
    else if (withoutDescription(registered) !== withoutDescription(spec))
      throw new Error(`two different types would be called ${name}`);
    return { $ref: `#/types/${token}` };
  }

  /** @param description - Description of the property, which the type of its items shares. */
  private typeOf(
    field: Field,
    key: string,
    owner: PropertyOwner,
    description = field.meta.description,
  ): TypeSpec {
    const typeBelow = (child: Field, name: string) => this.typeOf(child, name, owner, description);
    switch (field.kind) {
      case "object":
        return this.nested(field.shape, field.shapeName ?? sharedTypeName(field) ?? key, owner, description);
      case "list":
        return { type: "array", items: typeBelow(field.item, sharedTypeName(field) ?? singular(key)) };
      case "map":
        return { type: "object", additionalProperties: typeBelow(field.value, singular(key)) };
      case "union":
        return { oneOf: field.options.map((option) => typeBelow(option, key)) };
      case "leaf":
        return this.leaf(field, key, owner, description);
    }
  }

  private leaf(field: LeafStructure, key: string, owner: PropertyOwner, description: string): TypeSpec {
    if (field.type === "any") return { $ref: "pulumi.json#/Any" };
    // Outputs have no enum types, because a future service may return other values.
    if (!field.meanings || !owner.isInput) return { type: field.isInteger ? "integer" : field.type };
    const values = Object.entries(field.meanings).map(([value, meaning]) => {
      const name = value
        .split(/[^A-Za-z0-9]+/)
        .map(capitalized)
        .join("");
      return { name, value, description: meaning };
    });
    return this.register(owner.typeName + capitalized(key), { type: "string", description, enum: values });
  }

  private nested(shape: Shape, key: string, { isInput }: PropertyOwner, description: string): TypeSpec {
    const typeName = nestedTypeName(key, shape, classes);
    return this.register(typeName, {
      type: "object",
      description: REF.test(key) ? "Refers to another object of the account." : description,
      properties: this.properties(shape, { typeName, isInput }),
      ...required(keysWhere(shape, (field) => isRequired(field) && !isNullable(field))),
    });
  }
}

const REF = /^Ref(\[\])?$/;

/** Returns the name of a type that several classes share; undefined for other types. */
const sharedTypeName = ({ meta }: Field) => (REF.test(meta.typeName ?? "") ? "Ref" : undefined);

/** Lists the values of an output, because its type is not an enum. */
function valuesText(field: Field, { isInput }: PropertyOwner): string[] {
  const values = field.kind === "leaf" && !isInput ? (field.responseValues ?? field.values) : undefined;
  return values ? [`One of ${codes(values.map(String))}.`] : [];
}

const keysWhere = (shape: Shape, isIncluded: (field: Field) => boolean): readonly string[] =>
  Object.keys(shape).filter((key) => isIncluded(knownField(shape, key)));

const required = (keys: readonly string[]) => (keys.length > 0 ? { required: keys } : {});

/** Documents replacement. A partly fixed property gets a sentence instead of the flag: updates can change the rest. */
function withReplacement(family: ManagedFamily, key: string, property: PropertySpec): PropertySpec {
  const fixed = fixedOf(family, key);
  if (fixed === undefined) return property;
  if (fixed === "whole") return { ...property, willReplaceOnChanges: true };
  return { ...property, description: `${property.description} ${replacementText(family, key)}` };
}

function resourceSpec(family: ManagedFamily, types: Types) {
  const { name, inputs, outputs } = family;
  const computed = Object.fromEntries(Object.entries(outputs).filter(([key]) => !(key in inputs)));
  const owner = { typeName: name, isInput: true };
  const requiredInputs = keysWhere(inputs, isRequired);
  return {
    description: descriptionOf(family),
    inputProperties: mapShape(inputs, (field, key) =>
      withReplacement(family, key, types.property(field, key, owner)),
    ),
    ...(requiredInputs.length > 0 && { requiredInputs }),
    properties: {
      ...mapShape(inputs, (field, key) => stateProperty(field, key, name, types)),
      ...types.properties(computed, { typeName: name, isInput: false }),
    },
    ...required([
      ...keysWhere(inputs, isAlwaysSet),
      ...keysWhere(computed, (field) => !isNullableOutput(field)),
    ]),
    // Lets a state of the dynamic class move to this one without changes.
    aliases: [{ type: dynamicType(name) }],
    ...(family.kind === "resource" && { listInputs: parentIdsOf(family, types) }),
  };
}

/** Describes an input in a state, where the service may return more values than it accepts. */
function stateProperty(field: Field, key: string, typeName: string, types: Types): PropertySpec {
  const hasMore = field.kind === "leaf" && field.responseValues !== undefined;
  const { description, ...spec } = types.property(field, key, { typeName, isInput: !hasMore });
  return { ...spec, description: hasMore ? description : field.meta.description };
}

function descriptionOf(family: ManagedFamily): string {
  const deprecation = deprecationOf(family);
  const paragraphs = [family.summary, ...sourceNote(family)];
  // Not a `deprecationMessage`, for which SDKs would warn users of services that still support the class. Go tools
  // recognize this paragraph.
  if (deprecation !== undefined) paragraphs.push(`Deprecated: ${deprecation}`);
  paragraphs.push(...examplesText(family.name, deprecation !== undefined));
  if (family.kind !== "command")
    paragraphs.push(
      `## Import\n\n${codeBlock("sh", `pulumi import ${nativeType(family.name)} example '${idText(family)}'`)}`,
    );
  return paragraphs.join("\n\n");
}

/** Returns a note unless the API reference describes the family. */
function sourceNote(family: ManagedFamily | LookupFamily): string[] {
  if (isServiceOnly(family)) return ["Only the compatible service has it: another service may lack it."];
  return family.section === undefined ? ["Assumed by convention: the API reference does not have it."] : [];
}

/** Formats an example for the engine's generators, which extract the program in their language. */
function examplesText(name: string, isDeprecated: boolean): string[] {
  const example = exampleOf(name);
  if (example === undefined) return [];
  const languages: readonly Language[] = ["typescript", "python", "go", "yaml"];
  const title = isDeprecated ? `### ${name}, which is deprecated` : `### ${name}`;
  const programs = languages.map((language) => codeBlock(language, example[language]));
  return [
    "{{% examples %}}\n## Example Usage\n{{% example %}}",
    title,
    `${programs.join("\n")}\n{{% /example %}}\n{{% /examples %}}`,
  ];
}

function parentIdsOf(family: ReadableFamily, types: Types): ObjectSpec {
  const keys = family.kind === "resource" ? family.pathKeys : [];
  return {
    type: "object",
    properties: Object.fromEntries(keys.map((key) => [key, lookupProperty(family, key, types)])),
    ...required(keys),
  };
}

function getSpec(family: ReadableFamily, types: Types): FunctionSpec {
  const lookupKeys = lookupsOf(family);
  const names = lookupKeys.map((lookup) => lookup.map(nameOfKey));
  const keys = new Map(lookupKeys.flat().map((key) => [nameOfKey(key), key]));
  const requiredNames = [...keys.keys()].filter((name) => names.every((lookup) => lookup.includes(name)));
  const by = names.map((lookup) => lookup.map((name) => `\`${name}\``).join(" and ")).join(", or by ");
  const summary = `Reads one ${family.name}, by ${by}. Fails if there is no such object, or more than one.`;
  const properties = [...keys].map(([name, key]) => [name, lookupProperty(family, key, types)] as const);
  return {
    description: [summary, ...sourceNote(family)].join("\n\n"),
    inputs: { type: "object", properties: Object.fromEntries(properties), ...required(requiredNames) },
    outputs: outputsOf(family, types),
  };
}

function listSpec(family: CollectionFamily, types: Types): FunctionSpec {
  const parentIds = parentIdsOf(family, types);
  const filter: PropertySpec = {
    type: "string",
    description: "A CEL expression that selects the listed objects.",
  };
  const item = types.register(`${family.name}Item`, {
    ...outputsOf(family, types),
    description: `An object that ${listFunctionToken(family.plural).replace(/^.*:/, "")} returns. ${family.summary}`,
  });
  const summary = "Reads all objects of the collection, in the order of the service.";
  return {
    description: [summary, ...sourceNote(family)].join("\n\n"),
    inputs: { ...parentIds, properties: { ...parentIds.properties, ...(family.filterableBy && { filter }) } },
    outputs: {
      type: "object",
      properties: { items: { type: "array", items: item, description: "The objects." } },
      required: ["items"],
    },
  };
}

function outputsOf(family: ReadableFamily, types: Types): ObjectSpec {
  const { inputs, outputs } = visibleFields(family);
  const typeName = family.name;
  const shared = mapShape(inputs, (field, key) => {
    // At the top level, the service may return values that it doesn't accept; nested objects share the inputs' types.
    const property = types.property(field, key, { typeName, isInput: field.kind !== "leaf" });
    return field.kind === "leaf" ? property : { ...property, description: field.meta.description };
  });
  return {
    type: "object",
    properties: {
      id: lookupProperty(family, "id", types),
      ...shared,
      ...types.properties(outputs, { typeName, isInput: false }),
    },
    required: ["id", ...keysWhere(inputs, isAlwaysSet), ...keysWhere(outputs, (field) => !isNullable(field))],
  };
}

function lookupProperty(family: ReadableFamily, key: string | Element, types: Types): PropertySpec {
  if (key === "id") return { type: "string", description: idDoc(family) };
  if (typeof key !== "string") return { type: "string", description: key.description };
  const field = knownField(propertiesOf(family), key);
  const isInput = key in family.inputs;
  const owner = { typeName: family.name, isInput };
  const { deprecationMessage: _, ...spec } = types.property(field, key, owner);
  return { ...spec, description: field.meta.description };
}
