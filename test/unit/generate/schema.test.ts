import { describe, expect, test } from "vitest";
import {
  addressesIn,
  type ObjectSpec,
  packageSchema,
  type TypeSpec,
} from "../../../build/generate/native/schema";
import { references } from "../../../emulator/catalog";
import type { PlainRow } from "../../../emulator/schema/reference";
import {
  classOfType,
  getFunctionToken,
  listFunctionToken,
  nativeType,
} from "../../../provider/engine/native/tokens";
import { lookups, managed } from "../../../provider/families";

const schema = packageSchema();
const resource = (name: string) => {
  const found = schema.resources[nativeType(name)];
  if (!found) throw new Error(`no resource ${name}`);
  return found;
};

/** A transcription of the API reference that is independent of the provider. */
const transcribed = [...references.values()].filter(({ create }) => create);
const camel = (wire: string) => wire.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

test.each(transcribed)(
  "declares every response field of $name as an output, and marks secret ones",
  (family) => {
    const { properties } = resource(family.name);
    for (const [key, row] of Object.entries(family.response)) {
      const { secret }: Partial<PlainRow> = row;
      if (key === "id") continue;
      // Inputs with ids replace a Ref or a list of Refs.
      const own = [camel(key), `${camel(key)}Id`, `${camel(key)}Ids`, camel(key).replace(/ies$|s$/, "Ids")];
      const ids = own.concat(camel(key).replace(/ies$/, "yIds"));
      const known = ids.find((id) => id in properties);
      expect(known, `${family.name}.${key}`).toBeDefined();
      if (secret) expect(properties[known ?? ""]?.secret, `${family.name}.${key}`).toBe(true);
    }
  },
);

describe("the package", () => {
  test("requires outputs that are returned once in resources, but not in results of functions", () => {
    for (const name of ["ApiKey", "Credential"]) {
      expect(resource(name).required).toContain("token");
      const item = schema.types[`${nativeType(name)}Item`] as ObjectSpec;
      expect(Object.keys(item.properties)).toContain("token");
      expect(item.required).not.toContain("token");
    }
  });

  test("has a resource per class, a get function per readable class, and a list function per collection", () => {
    const readable = [...managed.filter((family) => family.kind !== "command"), ...lookups];
    const listed = readable.flatMap((family) =>
      family.kind === "module" ? [] : [listFunctionToken(family.plural)],
    );
    expect(Object.keys(schema.resources)).toEqual(managed.map(({ name }) => nativeType(name)));
    expect(Object.keys(schema.functions).sort()).toEqual(
      [...readable.map(({ name }) => getFunctionToken(name)), ...listed].sort(),
    );
  });

  test("declares the dynamic classes as aliases", () => {
    for (const { name } of managed)
      expect(resource(name).aliases?.map(({ type }) => classOfType(type))).toEqual([name]);
    expect(resource("IpPolicy").aliases).toEqual([{ type: "pulumi-nodejs:dynamic/tunnel-edge:IpPolicy" }]);
  });

  test("marks the token and the headers of an account as secrets, in the configuration and in a Provider", () => {
    const { variables } = schema.config as { variables: typeof schema.provider.inputProperties };
    for (const properties of [variables, schema.provider.inputProperties]) {
      const secrets = Object.keys(properties).filter((key) => properties[key]?.secret);
      expect(secrets).toEqual(["apiToken", "headers"]);
    }
  });

  test("marks secrets within nested objects", () => {
    const type = schema.types[nativeType("OAuthGitHub")] as ObjectSpec;
    expect(type.properties.clientSecret?.secret).toBe(true);
    expect(type.properties.clientId?.secret).toBeUndefined();
  });

  test("declares exactly the types that it refers to", () => {
    const used = new Set<string>();
    const follow = (spec: TypeSpec): void => {
      if (spec.$ref?.startsWith("#/types/")) used.add(spec.$ref.slice("#/types/".length));
      for (const nested of [spec.items, spec.additionalProperties, ...(spec.oneOf ?? [])])
        if (nested) follow(nested);
    };
    const objects = [
      ...Object.values(schema.types),
      ...Object.values(schema.functions).flatMap(({ inputs, outputs }) => [inputs, outputs]),
    ];
    for (const object of objects)
      if ("properties" in object) Object.values(object.properties).forEach(follow);
    for (const { inputProperties, properties } of Object.values(schema.resources))
      for (const spec of [...Object.values(inputProperties), ...Object.values(properties)]) follow(spec);
    expect([...used].sort()).toEqual(Object.keys(schema.types).sort());
  });
});

describe("the schema", () => {
  test("does not link to pages of this repository", () => {
    const prose = JSON.stringify(schema).replace(/\{\{% examples %\}\}.*?\{\{% \/examples %\}\}/g, "");
    expect(prose.match(/[^" ]*(\.md\b|docs\/|examples\/|API reference, section)[^" ]*/g)).toBeNull();
  });

  test("contains the fields that the registry requires", () => {
    expect(schema).toMatchObject({
      publisher: expect.stringMatching(/./),
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    });
    expect(schema.keywords).toEqual(expect.arrayContaining(["category/network", "kind/native"]));
    expect(addressesIn(undefined)).toEqual({});
    expect(addressesIn("https://github.com/team/edge")).toMatchObject({
      repository: "https://github.com/team/edge",
      pluginDownloadURL: "github://api.github.com/team/edge",
    });
    // The engine substitutes the version. Joined, because the linter rejects such a placeholder in a string.
    expect(addressesIn("https://host.example/team/edge").pluginDownloadURL).toBe(
      ["https://host.example/team/edge/releases/download/v$", "{VERSION}"].join(""),
    );
  });
});
