import type { dynamic } from "@pulumi/pulumi";
import { managed } from "../families";
import { EngineProvider } from "./provider";

/**
 * The implementation behind a class. Users' states name this function and the path `pulumi-tunnel-edge/host` for ever.
 *
 * @param name - Class name.
 */
export function provider(name: string): dynamic.ResourceProvider {
  const family = managed.find((candidate) => candidate.name === name);
  if (!family) {
    throw new Error(
      `this version of pulumi-tunnel-edge knows no ${name}: a newer version wrote this state, so install that one (npm install pulumi-tunnel-edge@latest)`,
    );
  }
  return new EngineProvider(family);
}
