import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../emulator";
import { managed } from "../../provider/families";
import { authorityPem, tlsKeyPair } from "../support/crypto";
import { createWorkspace, repository, type Workspace } from "../support/engine";

const folder = join(repository, "examples");
const stems = managed.map(({ name }) => name.replace(/(?<=[a-z0-9])([A-Z])/g, "-$1").toLowerCase()).sort();

let emulator: Emulator;
let workspace: Workspace;

beforeAll(async () => {
  emulator = await startEmulator();
  const { certificatePem, privateKeyPem } = tlsKeyPair("example.com *.example.com");
  workspace = await createWorkspace({
    // All examples as one program: a separate update for each would take minutes.
    program: {
      "index.ts": stems.map((stem) => `import "./${stem}";\n`).join(""),
      ...Object.fromEntries(
        stems.map((stem) => [`${stem}/index.ts`, readFileSync(join(folder, stem, "index.ts"), "utf8")]),
      ),
    },
    config: {
      "tunnel-edge:baseUrl": emulator.url,
      "tunnel-edge-test:clientCaPem": authorityPem("Example CA"),
      "tunnel-edge-test:certificatePem": certificatePem,
    },
    env: { TUNNEL_EDGE_API_TOKEN: emulator.token },
  });
  workspace.setConfig("tunnel-edge-test:privateKeyPem", privateKeyPem, { secret: true });
  workspace.setConfig("tunnel-edge-test:githubClientSecret", "github-secret", { secret: true });
});

afterAll(async () => {
  await workspace?.destroy();
  workspace?.remove();
  await emulator?.close();
});

test("every class has an example", () => {
  const examples = readdirSync(folder).filter((name) => existsSync(join(folder, name, "index.ts")));
  expect(stems.filter((stem) => !examples.includes(stem))).toEqual([]);
});

test("the examples run, and a second run changes nothing", async () => {
  await workspace.up({ mustSucceed: true });
  await workspace.preview({ mustSucceed: true, expectNoChanges: true });
});
