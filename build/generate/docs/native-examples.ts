import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage, withRegion } from "../../region";

/** The languages of each example, with the file and its name among languages of code blocks. */
const LANGUAGES = [
  ["TypeScript", "typescript/index.ts", "ts"],
  ["Python", "python/__main__.py", "python"],
  ["Go", "go/main.go", "go"],
  ["YAML", "yaml/Pulumi.yaml", "yaml"],
] as const;

/** The examples in the order of the page: the most common first, deprecated classes last. */
const ORDER = ["guarded-app", "cloud-endpoint", "ip-policy", "agent-credential", "https-route", "tls-edge"];

const titleOf = (task: string) => (task.charAt(0).toUpperCase() + task.slice(1)).replaceAll("-", " ");

/** docs/_index.md with the programs of native-examples; its handwritten part is kept. */
export function nativeExamplesPage(root: string): string {
  const folder = join(root, "examples", "native");
  const tasks = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const missing = tasks.find(({ name }) => !ORDER.includes(name));
  if (missing) throw new Error(`examples/native/${missing.name} has no place in the order of the page`);
  const texts = ORDER.map((name) => {
    const programs = LANGUAGES.map(([language, file, fence]) => {
      const text = readFileSync(join(folder, name, file), "utf8").trimEnd();
      return `#### ${titleOf(name)} in ${language}\n\n\`\`\`${fence}\n${text}\n\`\`\``;
    });
    return [`### ${titleOf(name)}`, ...programs].join("\n\n");
  });
  return withRegion(readPage("docs/_index.md"), "examples", texts.join("\n\n"));
}
