// Must be the first import, because others may fail to load on an old Node.js.
import "./node-version";
import type { dynamic } from "@pulumi/pulumi";
import { joinRun } from "../../account/account";
import { engineAddress } from "../../account/journal/run-record";
import { flushCodeCache } from "../../account/process/compile-cache";
import { endWithEngine } from "../../account/process/engine-watch";
import { loadFamily } from "../../families/load";
import { UserError } from "../../lifecycle";
import { EngineProvider } from "./provider";

let isWatched = false;

/** States refer permanently to this function and to the path `pulumi-tunnel-edge/host`. */
export function provider(name: string): dynamic.ResourceProvider {
  const engine = engineAddress(process.argv.slice(2));
  if (engine !== undefined) {
    joinRun(engine);
    if (!isWatched) endWithEngine(engine);
    isWatched = true;
  }
  const family = loadFamily(name);
  if (!family)
    throw new UserError(
      `this version of pulumi-tunnel-edge doesn't know ${name}: a newer version wrote this state; install that one`,
    );
  void family.then(flushCodeCache, () => undefined);
  return new EngineProvider(family);
}
