import { readFileSync } from "node:fs";

/** Returns the instructions of a Dockerfile, without comments and with continued lines joined. */
export function readInstructions(file: string): { readonly name: string; readonly text: string }[] {
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

export function readCommand(file: string, name: string): string[] {
  const instruction = readInstructions(file).find((each) => each.name === name);
  return JSON.parse(instruction?.text ?? "[]") as string[];
}
