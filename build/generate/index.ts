import { type ExecFileSyncOptions, execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { docFiles } from "./docs";
import { errorCodesPage } from "./docs/error-codes";
import { registryPage } from "./docs/registry-page";
import { trafficPoliciesPage } from "./docs/traffic-policies";
import { GENERATED, indexFiles, writeFiles } from "./indexes";
import { packageSchema } from "./native/schema";
import { sdkFiles } from "./sdk";

const REPOSITORY = resolve(__dirname, "..", "..");

/** Folders with generated files, and the first line of each such file. */
export const GENERATED_FOLDERS: ReadonlyMap<string, string> = new Map([
  ["sdk/resources", GENERATED],
  ["sdk/functions", GENERATED],
  ["sdk/native", GENERATED],
  ["docs/resources", "<!-- Generated"],
]);

export function generate(): Map<string, string> {
  return new Map([
    ...indexFiles(REPOSITORY),
    ...sdkFiles(),
    ...docFiles(REPOSITORY),
    ["docs/_index.md", registryPage(REPOSITORY)],
    ["docs/error-codes.md", errorCodesPage()],
    ["docs/traffic-policies.md", trafficPoliciesPage(REPOSITORY)],
    ["schema.json", `${JSON.stringify(packageSchema(), null, 2)}\n`],
  ]);
}

export async function writeGenerated(root = REPOSITORY): Promise<void> {
  // Generated before anything is removed, so an error leaves the files unchanged.
  const files = generate();
  for (const [folder, mark] of GENERATED_FOLDERS) {
    mkdirSync(join(root, folder), { recursive: true });
    for (const name of generatedFiles(root, folder, mark)) rmSync(join(root, folder, name));
  }
  writeFiles(root, files);
  format(root, [...files.keys()]);
  // The rules use classes of the SDK, including those just written.
  const { policyDocs } = await import("./policy-docs.js");
  writeFileSync(join(root, "docs", "policy-rules.md"), policyDocs());
}

/** Finds the generated files of a folder, which may also contain handwritten ones. */
export function generatedFiles(root: string, folder: string, mark: string): string[] {
  return readdirSync(join(root, folder))
    .filter((name) => readFileSync(join(root, folder, name), "utf8").startsWith(mark))
    .sort();
}

/** Removes unused imports, and formats the files. The formatter doesn't support Markdown. */
function format(root: string, paths: readonly string[]): void {
  const biome = join(REPOSITORY, "node_modules", "@biomejs", "biome", "bin", "biome");
  const flags = ["--write", "--log-level=error", "--vcs-enabled=false", `--config-path=${REPOSITORY}`];
  const sources = paths.filter((path) => path.endsWith(".ts"));
  // Hides the summary, which would report the files as fixed.
  const options: ExecFileSyncOptions = { cwd: root, stdio: ["ignore", "ignore", "inherit"] };
  for (const command of [["lint", "--unsafe", "--only=correctness/noUnusedImports"], ["check"]])
    execFileSync(process.execPath, [biome, ...command, ...flags, ...sources], options);
}
