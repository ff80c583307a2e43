import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { generate } from "../../../build/generate";
import { installPages } from "../../../build/generate/docs/install";
import { packageSchema } from "../../../build/generate/native/schema";
import { PACKAGE } from "../../../provider/engine/native/tokens";

const repository = resolve(__dirname, "../../..");

describe("pages and the package schema", () => {
  const files = generate();

  test.each(
    [...files.keys()].filter((path) =>
      /^(docs\/[\w-]+\.md|docs\/resources\/README\.md|README\.md|templates\/.*|schema\.json)$/.test(path),
    ),
  )("%s equals the committed file: run `npm run generate` if this fails", (path) => {
    expect(readFileSync(join(repository, path), "utf8")).toBe(files.get(path));
  });

  test("install the package from its archive until it is published, then from npm", () => {
    const files = (manifest: object) => new Map(installPages(repository, { version: "1.2.3", ...manifest }));
    const ownArchive = "npm install ../pulumi-tunnel-edge/pulumi-tunnel-edge-1.2.3.tgz";
    const pages = ["README.md", "docs/getting-started.md", "docs/_index.md"];
    const before = files({});
    for (const page of pages) expect(before.get(page)).toContain(ownArchive);
    expect(before.get("examples/templates/typescript/package.json")).not.toContain("pulumi-tunnel-edge");
    expect(before.get("examples/templates/typescript/Pulumi.yaml")).toContain("from its archive");

    const after = files({ repository: "https://host.example/team/edge" });
    for (const [path, text] of after) expect(text, path).not.toMatch(/\barchive\b|isn't on npm/);
    expect(after.get("docs/_index.md")).toContain("```sh\nnpm install pulumi-tunnel-edge\n```");
    expect(after.get("README.md")).toContain(
      "pulumi new https://host.example/team/edge/tree/main/examples/templates/typescript ",
    );
    expect(after.get("examples/templates/typescript/package.json")).toContain(
      '"pulumi-tunnel-edge": "^1.2.3"',
    );
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
  const named = (properties: object, at: string) =>
    Object.entries(properties).map(([key, spec]) => [`${at}.${key}`, spec.description] as const);
  const described = [
    ...Object.entries(types).flatMap(([at, type]) => [
      [at, type.description] as const,
      ...("enum" in type
        ? type.enum.map(({ value, description }) => [`${at}: ${value}`, description] as const)
        : named(type.properties, at)),
    ]),
    ...Object.entries(resources).flatMap(([at, { description, inputProperties, properties }]) => [
      [at, description] as const,
      ...named(inputProperties, at),
      ...named(properties, at),
    ]),
    ...Object.entries(functions).flatMap(([at, { description, inputs, outputs }]) => [
      [at, description] as const,
      ...named(inputs.properties, at),
      ...named(outputs.properties, at),
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
