// First of all: the parts below fail on an old Node with errors that tell nobody why.
import "./node-version";
import type { dynamic } from "@pulumi/pulumi";
import { keepCompiled } from "../account/compile-cache";
import { loadFamily } from "../families/load";
import { UserError } from "../lifecycle";
import { LoadingProvider } from "./loading";
import { EngineProvider } from "./provider";

/**
 * The implementation behind a class. Users' states name this function and the path `pulumi-tunnel-edge/host` for ever.
 *
 * @param name - Class name.
 */
export function provider(name: string): dynamic.ResourceProvider {
  const family = loadFamily(name);
  if (!family) {
    throw new UserError(
      `this version of pulumi-tunnel-edge knows no ${name}: a newer version wrote this state, so install that one (npm install pulumi-tunnel-edge@latest)`,
    );
  }
  return new LoadingProvider(
    family.then((loaded) => {
      keepCompiled();
      return new EngineProvider(loaded);
    }),
  );
}
