import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { generate } from "../../../build/generate";
import { packageSchema } from "../../../build/generate/native/schema";
import { PACKAGE } from "../../../provider/engine/native/tokens";

const repository = resolve(__dirname, "../../..");
const manifest = JSON.parse(readFileSync(join(repository, "package.json"), "utf8"));

describe("pages and the package schema", () => {
  const files = generate();

  test.each(
    [...files.keys()].filter((path) =>
      /^(docs\/[\w-]+\.md|docs\/resources\/README\.md|README\.md|templates\/.*|schema\.json)$/.test(path),
    ),
  )("%s equals the committed file: run `npm run generate` if this fails", (path) => {
    expect(readFileSync(join(repository, path), "utf8")).toBe(files.get(path));
  });

  test.each(["README.md", "docs/getting-started.md", "docs/_index.md"])(
    "%s installs the archive of this version until package.json has a repository, then the package",
    (page) => {
      const text = readFileSync(join(repository, page), "utf8");
      const archive = `npm install ../pulumi-tunnel-edge/pulumi-tunnel-edge-${manifest.version}.tgz`;
      expect(text.includes(archive)).toBe(manifest.repository === undefined);
      expect(/isn't on npm/.test(text)).toBe(manifest.repository === undefined);
    },
  );

  test("the template depends on the package once package.json has a repository", () => {
    const folder = join(repository, "examples/templates/typescript");
    const { dependencies } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(dependencies["pulumi-tunnel-edge"]).toBe(manifest.repository && `^${manifest.version}`);
    const project = readFileSync(join(folder, "Pulumi.yaml"), "utf8");
    expect(/from its archive/.test(project)).toBe(manifest.repository === undefined);
  });

  test("name no other way to install the package", () => {
    const patterns = ["README.md", "{docs,examples,actions,emulator}/**/*.{md,yml,yaml}"];
    const sources = ["{cli,provider,policy-pack,sdk}/**/*.{ts,js}"];
    const others = globSync([...patterns, ...sources], { cwd: repository }).filter((file) => {
      if (file === "provider/manifest/index.ts") return false;
      const text = readFileSync(join(repository, file), "utf8");
      const outside = text.replace(/<!-- install: begin -->[\s\S]*?<!-- install: end -->/, "");
      return /(npm (i|install|add)|(pnpm|yarn|bun) add|npm exec) (\S+ )*pulumi-tunnel-edge\b(?!-)/.test(
        outside,
      );
    });
    expect(others).toEqual([]);
  });
});

test("the schema describes every type, property, and value", () => {
  const { types, resources, functions } = packageSchema();
  const descriptionsOf = (properties: object, at: string) =>
    Object.entries(properties).map(([key, spec]) => [`${at}.${key}`, spec.description] as const);
  const described = [
    ...Object.entries(types).flatMap(([at, type]) => [
      [at, type.description] as const,
      ...("enum" in type
        ? type.enum.map(({ value, description }) => [`${at}: ${value}`, description] as const)
        : descriptionsOf(type.properties, at)),
    ]),
    ...Object.entries(resources).flatMap(([at, { description, inputProperties, properties }]) => [
      [at, description] as const,
      ...descriptionsOf(inputProperties, at),
      ...descriptionsOf(properties, at),
    ]),
    ...Object.entries(functions).flatMap(([at, { description, inputs, outputs }]) => [
      [at, description] as const,
      ...descriptionsOf(inputs.properties, at),
      ...descriptionsOf(outputs.properties, at),
    ]),
  ];
  expect(described.length).toBeGreaterThan(1000);
  expect(described.filter(([, text]) => !text?.trim()).map(([at]) => at)).toEqual([]);
});

describe("type names of class pages", () => {
  const { types } = packageSchema();
  const ownTypes = generate().get("sdk/resources/types.ts") ?? "";
  const references = [...generate()]
    .filter(([path]) => path.startsWith("docs/resources/"))
    .flatMap(([, text]) => [...text.matchAll(/^Type: `(\w+)Args`\.$/gm)]);
  const objects = [...new Set(references.flatMap(([, object]) => object ?? []))];

  test("exist in the schema and the package's types", () => {
    expect(objects.length).toBeGreaterThan(30);
    expect(objects.filter((name) => !(`${PACKAGE}:index:${name}` in types))).toEqual([]);
    expect(objects.filter((name) => !ownTypes.includes(`export interface ${name}Args `))).toEqual([]);
  });
});
