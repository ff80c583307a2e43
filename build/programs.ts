/**
 * `npx tsx build/programs.ts`: generates the example of each class in every language from examples/<class>/program.pp with
 * the engine's generators, then runs `npm run generate`.
 */
import { execFileSync } from "node:child_process";
import { hash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { nativeType } from "../provider/engine/native/tokens";
import { managed } from "../provider/families";
import { stemOf } from "./generate/indexes";
import type { Example } from "./generate/native/examples";
import { type EnumSpec, packageSchema } from "./generate/native/schema";

const root = resolve(__dirname, "..");

export const programOf = (stem: string): string => join("examples", stem, "program.pp");

export const EXAMPLES = "build/generate/native/examples.json";

/** Hash that lets a test detect a changed program.pp. */
export const hashOf = (text: string): string => hash("sha256", text).slice(0, 16);

export function generateExamples(): Record<string, Example> {
  const output = execFileSync(
    process.execPath,
    [join(root, "build", "languages.mjs"), "--programs", join(root, "examples")],
    { encoding: "utf8", stdio: ["ignore", "pipe", "inherit"], maxBuffer: 1 << 26 },
  );
  const lastLine = output.trimEnd().split("\n").at(-1) ?? "";
  const programs: Record<string, Omit<Example, "sourceHash">> = JSON.parse(lastLine);
  return Object.fromEntries(
    Object.entries(programs).map(([name, { typescript, python, go, yaml }]) => [
      className(name),
      {
        sourceHash: hashOf(readFileSync(join(root, programOf(name)), "utf8")),
        typescript: format(adaptToNpmPackage(typescript)),
        python: withShortName(python).trimEnd(),
        go: go.trimEnd(),
        yaml: yaml.trimEnd(),
      },
    ]),
  );
}

function className(stem: string): string {
  const family = managed.find(({ name }) => stemOf(name) === stem);
  if (family === undefined) throw new Error(`${programOf(stem)} belongs to no class`);
  return family.name;
}

const withShortName = (text: string) => text.replace(/\btunnel_edge\b/g, "edge");

/** Adapts a program to the npm package: enumerations are strings, and unused imports are removed. */
function adaptToNpmPackage(text: string): string {
  const { types } = packageSchema();
  const adapted = withShortName(text)
    .replace('"pulumi-tunnel-edge-native"', '"pulumi-tunnel-edge/native"')
    .replace(/\bedge\.(\w+)\.(\w+)\b/g, (reference, name: string, member: string) => {
      const values = (types[nativeType(name)] as EnumSpec | undefined)?.enum;
      const value = values?.find(({ name }) => name === member)?.value;
      return value === undefined ? reference : JSON.stringify(value);
    });
  return /\bpulumi\./.test(adapted) ? adapted : adapted.replace(/^import \* as pulumi .*\n/m, "");
}

function format(text: string): string {
  const biome = join(root, "node_modules", "@biomejs", "biome", "bin", "biome");
  return execFileSync(process.execPath, [biome, "format", "--stdin-file-path=index.ts"], {
    cwd: root,
    input: text,
    encoding: "utf8",
  }).trimEnd();
}

if (require.main === module) {
  writeFileSync(join(root, EXAMPLES), `${JSON.stringify(generateExamples(), null, 2)}\n`);
  // In a separate process, because this one has loaded the previous examples.
  const tsx = join(root, "node_modules", "tsx", "dist", "cli.mjs");
  execFileSync(process.execPath, [tsx, join(root, "build", "generate", "main.ts")], { stdio: "inherit" });
}
