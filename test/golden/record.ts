/**
 * Records what the engine keeps of every class: `npx tsx test/golden/record.ts` writes `v<version>.json` here.
 * Run it once for each release and commit the file; never change one that was released. The secrets in it are made up.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startEmulator } from "../../emulator";
import { version } from "../../provider/manifest";
import { dynamicType } from "../../provider/engine/native/tokens";
import { authorityPem, tlsKeyPair } from "../support/crypto";
import { createWorkspace, repository } from "../support/engine";

const TYPE_PREFIX = dynamicType("");

async function record(): Promise<void> {
  const examples = join(repository, "examples");
  const stems = readdirSync(examples).filter(
    (name) =>
      existsSync(join(examples, name, "index.ts")) && name !== "quickstart" && !name.startsWith("task-"),
  );
  const { certificatePem, privateKeyPem } = tlsKeyPair("example.com *.example.com");
  const emulator = await startEmulator();
  const workspace = await createWorkspace({
    program: {
      "index.ts": stems.map((stem) => `import "./${stem}";\n`).join(""),
      ...Object.fromEntries(
        stems.map((stem) => [`${stem}/index.ts`, readFileSync(join(examples, stem, "index.ts"), "utf8")]),
      ),
    },
    config: {
      "tunnel-edge:baseUrl": emulator.url,
      "tunnel-edge-test:clientCaPem": authorityPem("Example CA"),
      "tunnel-edge-test:certificatePem": certificatePem,
    },
    env: { TUNNEL_EDGE_API_TOKEN: emulator.token },
  });
  try {
    workspace.setConfig("tunnel-edge-test:privateKeyPem", privateKeyPem, { secret: true });
    workspace.setConfig("tunnel-edge-test:githubClientSecret", "github-secret", { secret: true });
    await workspace.up({ mustSucceed: true });
    const { resources } = workspace.exportStack({ showSecrets: true });
    const states = resources
      .filter(({ type }) => type.startsWith(TYPE_PREFIX))
      .map(({ type, urn, id, inputs, outputs }) => ({
        class: type.slice(TYPE_PREFIX.length),
        name: urn.split("::").at(-1),
        id,
        inputs,
        outputs,
      }));
    const golden = { version, recordedAt: new Date().toISOString(), states };
    writeFileSync(join(__dirname, `v${version}.json`), `${JSON.stringify(golden, null, 2)}\n`);
  } finally {
    await workspace.destroy();
    workspace.remove();
    await emulator.close();
  }
}

record().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
