import { print } from "../../cli/common";
import type { Added } from "./add";

/** Tells what was written and what comes next, with the numbers of the steps in CONTRIBUTING.md. */
export function report({ family, written, edited }: Added): void {
  const { name, stem, section, byConvention } = family;
  const assumptions = byConvention ? ", docs/assumptions.md" : "";
  print(`${[...written.map((path) => `wrote   ${path}`), ...edited.map((path) => `edited  ${path}`)].join("\n")}

${name} works as it is. What comes next is explained in CONTRIBUTING.md, "Adding a family":

  2. Declare what the API reference says, section "${section}": provider/families/${stem}.ts
  3. Serve it: emulator/catalog/${stem}.ts
  4. Transcribe it: test/reference.json${assumptions}
  5. Give it values: test/samples.ts, examples/${stem}/index.ts, test/engine/examples.engine.test.ts
  6. Generate and check: npm install, npm run generate, npm run check, and the tests
  7. Propose it: a line in CHANGELOG.md, npm test`);
}
