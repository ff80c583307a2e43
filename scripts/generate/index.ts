import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { managed as families } from "../../provider/families";
import { classText, GENERATED } from "./class-text";
import { TypeTexts } from "./type-text";

const ROOT = join(__dirname, "..", "..");
const FOLDER = join(ROOT, "sdk", "resources");

/** File name of a class: `IpPolicy` is in `ip-policy.ts`. */
export const stemOf = (name: string) => name.replace(/(?<=[a-z0-9])([A-Z])/g, "-$1").toLowerCase();

/** Every generated file of the SDK by path below the repository's root. */
export function generateSdk(): Map<string, string> {
  const types = new TypeTexts(new Set(families.map((family) => family.name)));
  for (const family of families) classText(family, types);
  const files = new Map<string, string>();
  for (const family of families)
    files.set(`sdk/resources/${stemOf(family.name)}.ts`, classText(family, types));
  files.set("sdk/resources/types.ts", typesText(types));
  files.set("sdk/resources/index.ts", indexText());
  return files;
}

function typesText(types: TypeTexts): string {
  const fixed = `/** Refers to another object of the account. */
export interface Ref {
  /** Id of the object. */
  id: string;
  /** API URI of the object. */
  uri: string;
}

/**
 * A traffic policy: text (YAML or JSON), which is sent as it is, or an object, which is sent as compact JSON. Two
 * policies are the same when they parse to the same value.
 */
export type TrafficPolicy = string | Record<string, unknown>;
`;
  return `${GENERATED}import type * as pulumi from "@pulumi/pulumi";\n\n${fixed}\n${types.declarations().join("\n\n")}\n`;
}

function indexText(): string {
  const stems = families.map((family) => stemOf(family.name)).sort();
  return `${GENERATED}${[...stems, "types"].map((stem) => `export * from "./${stem}";`).join("\n")}\n`;
}

/** Writes the generated files, formatted as the rest of the repository. */
export function writeGenerated(files: ReadonlyMap<string, string>): void {
  mkdirSync(FOLDER, { recursive: true });
  for (const old of readdirSync(FOLDER)) rmSync(join(FOLDER, old));
  for (const [path, text] of files) writeFileSync(join(ROOT, path), text);
  execFileSync("npx", ["biome", "check", "--write", "--log-level=error", FOLDER], {
    cwd: ROOT,
    stdio: "inherit",
  });
}

if (require.main === module) writeGenerated(generateSdk());
