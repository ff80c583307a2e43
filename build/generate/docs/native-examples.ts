import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage, withRegion } from "../../region";

/** The languages of each example, with the file and its name among languages of code blocks. */
const LANGUAGES = [
  ["TypeScript", "typescript/index.ts", "ts"],
  ["Python", "python/__main__.py", "python"],
  ["Go", "go/main.go", "go"],
  ["YAML", "yaml/Pulumi.yaml", "yaml"],
] as const;

/** The examples on the page, in its order; each class has its own on its page. */
const TASKS = ["guarded-app", "cloud-endpoint", "agent-credential"];

const taskTitle = (task: string) => (task.charAt(0).toUpperCase() + task.slice(1)).replaceAll("-", " ");

/** docs/_index.md with the programs of examples/native; its handwritten part is kept. */
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
