import { RunError } from "@pulumi/pulumi";
import { version } from "@pulumi/pulumi/version";

/**
 * The oldest supported `@pulumi/pulumi`. Before 3.139, its provider process doesn't pass the configuration, and the
 * provider waits forever. Before 3.216, it ignores the inputs that a refresh has read, and manual changes go unnoticed.
 * package.json has the same minimum, but some package managers only warn.
 */
export const OLDEST_ENGINE_SDK = "3.216.0";

/** @throws RunError if the program's version is older. Versions of custom builds that cannot be parsed are accepted. */
export function requireEngineSdk(installed = version): void {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(installed)?.map(Number) ?? [];
  const [needMajor = 0, needMinor = 0] = OLDEST_ENGINE_SDK.split(".").map(Number);
  if (major === undefined || minor === undefined) return;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new RunError(
    `pulumi-tunnel-edge needs @pulumi/pulumi ${OLDEST_ENGINE_SDK} or newer, but the program has ${installed}: npm install @pulumi/pulumi@latest`,
  );
}
