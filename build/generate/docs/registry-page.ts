import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readPage, withRegion } from "../../region";
import { capitalized } from "../family-texts";
import { codeBlock } from "../markdown";

/** Language, file, and fence of the examples. */
export const LANGUAGES = [
  ["TypeScript", "typescript/index.ts", "ts"],
  ["Python", "python/__main__.py", "python"],
  ["Go", "go/main.go", "go"],
  ["YAML", "yaml/Pulumi.yaml", "yaml"],
] as const;

/** Examples on the page, in order. Examples of single classes are on the classes' pages. */
const TASKS = ["guarded-app", "cloud-endpoint", "agent-credential"];

const taskTitle = (task: string) => capitalized(task).replaceAll("-", " ");

function nativeExamples(root: string): string {
  const texts = TASKS.flatMap((name) => [
    `### ${taskTitle(name)}`,
    ...LANGUAGES.map(([language, file, fence]) => {
      const text = readFileSync(join(root, "examples", "native", name, file), "utf8").trimEnd();
      return `#### ${taskTitle(name)} in ${language}\n\n${codeBlock(fence, text)}`;
    }),
  ]);
  return texts.join("\n\n");
}

export const registryPage = (root: string): string =>
  withRegion(readPage("docs/_index.md"), "examples", nativeExamples(root));
