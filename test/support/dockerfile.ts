import { readFileSync } from "node:fs";

/** The instructions of a Dockerfile, without comments, with continued lines as one. */
export function instructionsIn(file: string): { readonly name: string; readonly text: string }[] {
  return readFileSync(file, "utf8")
    .replaceAll(/^#.*\n/gm, "")
    .replaceAll("\\\n", " ")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [name = ""] = line.split(" ");
      return { name, text: line.slice(name.length).trim() };
    });
}

/** The arguments of an instruction in its exec form, which starts no shell. */
export function commandOf(file: string, name: string): string[] {
  const instruction = instructionsIn(file).find((each) => each.name === name);
  return JSON.parse(instruction?.text ?? "[]") as string[];
}
