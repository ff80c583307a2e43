import { build } from "./build.mjs";
import { installDependencies } from "./dependencies.mjs";
import { provideEngine } from "./engine/index.mjs";
import { SetupFailure } from "./failure.mjs";
import { withLock } from "./lock.mjs";
import { linkNode } from "./node.mjs";
import { atLeast } from "./versions.mjs";

const minimumForScripts = "20.12.0";

export async function setup() {
  const version = process.versions.node;
  if (!atLeast(version, minimumForScripts)) {
    throw new SetupFailure("node", `Node ${version} is too old for the setup.`, {
      remedy: `install Node ${minimumForScripts} or newer (https://nodejs.org).`,
    });
  }
  await withLock(async () => {
    await installDependencies();
    await linkNode();
    await build();
    await provideEngine();
  });
}
