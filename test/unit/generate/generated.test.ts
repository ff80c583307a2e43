import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { GENERATED_FOLDERS, generatedFiles, writeGenerated } from "../../../build/generate";
import { indexFiles } from "../../../build/generate/indexes";

const repository = resolve(__dirname, "../../..");

describe("generated files equal the committed ones", () => {
  let root = "";
  beforeAll(async () => {
    root = mkdtempSync(join(tmpdir(), "generated-"));
    await writeGenerated(root);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  test.each([...GENERATED_FOLDERS])("%s: run `npm run generate` if this fails", (folder, mark) => {
    const names = generatedFiles(root, folder, mark);
    expect(generatedFiles(repository, folder, mark)).toEqual(names);
    const read = (from: string) => names.map((name) => readFileSync(join(from, folder, name), "utf8"));
    expect(read(repository)).toEqual(read(root));
  });

  test.each([...indexFiles(repository).keys()])("%s: run `npm run generate` if this fails", (path) =>
    expect(readFileSync(join(repository, path), "utf8")).toBe(readFileSync(join(root, path), "utf8")),
  );
});
