import { build } from "./build.mjs";
import { dependencies } from "./dependencies.mjs";
import { engine } from "./engine/index.mjs";
import { SetupFailure } from "./failure.mjs";
import { withLock } from "./lock.mjs";
import { node } from "./node.mjs";
import { atLeast } from "./versions.mjs";

const minimumForScripts = "20.12.0";

/** Installs everything that the repository's commands need and that is missing. */
export async function setup() {
  const version = process.versions.node;
  if (!atLeast(version, minimumForScripts)) {
    throw new SetupFailure("node", `Node ${version} is too old for the setup.`, {
      remedy: `install Node ${minimumForScripts} or newer (https://nodejs.org).`,
    });
  }
  await withLock(async () => {
    await dependencies();
    await node();
    await build();
    await engine();
  });
}
