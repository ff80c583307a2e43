import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage, withRegion } from "../../region";

/** Languages of the examples, with the file and the name for code blocks. */
const LANGUAGES = [
  ["TypeScript", "typescript/index.ts", "ts"],
  ["Python", "python/__main__.py", "python"],
  ["Go", "go/main.go", "go"],
  ["YAML", "yaml/Pulumi.yaml", "yaml"],
] as const;

/** Examples on the page, in order. Examples of single classes are on the classes' pages. */
const TASKS = ["guarded-app", "cloud-endpoint", "agent-credential"];

const taskTitle = (task: string) => (task.charAt(0).toUpperCase() + task.slice(1)).replaceAll("-", " ");

/** Inserts the programs of examples/native into docs/_index.md. */
export function nativeExamplesPage(root: string): string {
  const folder = join(root, "examples", "native");
  const texts = TASKS.map((name) => {
    const programs = LANGUAGES.map(([language, file, fence]) => {
      const text = readFileSync(join(folder, name, file), "utf8").trimEnd();
      return `#### ${taskTitle(name)} in ${language}\n\n\`\`\`${fence}\n${text}\n\`\`\``;
    });
    return [`### ${taskTitle(name)}`, ...programs].join("\n\n");
  });
  return withRegion(readPage("docs/_index.md"), "examples", texts.join("\n\n"));
}
