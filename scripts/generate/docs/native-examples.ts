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

const titleOf = (task: string) => (task.charAt(0).toUpperCase() + task.slice(1)).replaceAll("-", " ");

/** docs/_index.md with the programs of native-examples; its handwritten part is kept. */
export function nativeExamplesPage(root: string): string {
  const folder = join(root, "native-examples");
  const tasks = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const texts = tasks.map(({ name }) => {
    const programs = LANGUAGES.map(([language, file, fence]) => {
      const text = readFileSync(join(folder, name, file), "utf8").trimEnd();
      return `#### ${titleOf(name)} in ${language}\n\n\`\`\`${fence}\n${text}\n\`\`\``;
    });
    return [`### ${titleOf(name)}`, ...programs].join("\n\n");
  });
  return withRegion(readPage("docs/_index.md"), "examples", texts.join("\n\n"));
}
