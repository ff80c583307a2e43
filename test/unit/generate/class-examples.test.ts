import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { stemOf } from "../../../build/generate/indexes";
import { exampleOf } from "../../../build/generate/native/examples";
import { packageSchema } from "../../../build/generate/native/schema";
import { hashOf, programOf } from "../../../build/programs";
import { nativeType } from "../../../provider/engine/native/tokens";
import { managed } from "../../../provider/families";

const root = resolve(__dirname, "../../..");
const source = (name: string) => join(root, programOf(stemOf(name)));
const written = managed.filter(({ name }) => existsSync(source(name)));

test.each(written)(
  "$name: its generated example is current; otherwise run `npx tsx build/programs.ts`",
  ({ name }) => {
    expect(exampleOf(name)?.sourceHash).toBe(hashOf(readFileSync(source(name), "utf8")));
  },
);

test.each(written)("$name: its schema example has the format of the engine's generators", ({ name }) => {
  const { description = "" } = packageSchema().resources[nativeType(name)] ?? {};
  const [, shown = ""] = /\{\{% examples %\}\}([\s\S]*)\{\{% \/examples %\}\}/.exec(description) ?? [];
  expect(shown.match(/^```\w+$/gm)).toEqual(["```typescript", "```python", "```go", "```yaml"]);
  for (const text of Object.values(exampleOf(name) ?? {}).slice(1)) expect(shown).toContain(text);
});
