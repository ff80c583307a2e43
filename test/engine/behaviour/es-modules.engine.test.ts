import { afterAll, beforeAll, expect, test } from "vitest";
import { readPreview } from "../../../cli/review/preview";
import { openAccount, type TestAccount } from "../../support/account";
import { edgeModule } from "../../support/faces";

let account: TestAccount;

beforeAll(async () => {
  account = await openAccount();
});

afterAll(() => account?.close());

test("a preview says where an ES module declares a resource, at its top level and in a function", async () => {
  const { workspace } = account;
  workspace.writeProgram({
    "package.json": JSON.stringify({ name: "program", private: true, main: "index.mjs", type: "module" }),
    "index.mjs": `import * as edge from "${edgeModule}";
new edge.IpPolicy("top", {});
await Promise.resolve();
new edge.IpPolicy("later", {});
function inside() {
  return new edge.IpPolicy("inside", {});
}
inside();
import("./a folder/other.mjs");
`,
    "a folder/other.mjs": `import * as edge from "${edgeModule}";

new edge.IpPolicy("imported", {});
`,
  });
  const { stdout } = await workspace.run(["preview", "--json", "--show-sames"]);
  const places = readPreview(stdout, "the preview").changes.map(({ name, source }) => [
    name,
    source?.file,
    source?.line,
  ]);
  expect(places.sort()).toEqual([
    ["imported", "a folder/other.mjs", 3],
    ["inside", "index.mjs", 6],
    ["later", "index.mjs", 4],
    ["top", "index.mjs", 2],
  ]);
});
