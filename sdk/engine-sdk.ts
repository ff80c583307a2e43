import { RunError } from "@pulumi/pulumi";
import { version } from "@pulumi/pulumi/version";

/**
 * The oldest supported `@pulumi/pulumi`. Since 3.139, its provider process passes the
 * configuration, without which the provider waits forever. Since 3.216, it uses the inputs that a refresh has read,
 * without which manual changes go unnoticed. package.json has the same minimum, but some package managers only warn.
 */
export const OLDEST_ENGINE_SDK = "3.216.0";

/** @throws RunError if the program's version is older. Unparsable versions, as of custom builds, are accepted. */
export function requireEngineSdk(installed = version): void {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(installed)?.map(Number) ?? [];
  const [needMajor = 0, needMinor = 0] = OLDEST_ENGINE_SDK.split(".").map(Number);
  if (major === undefined || minor === undefined) return;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new RunError(
    `pulumi-tunnel-edge needs @pulumi/pulumi ${OLDEST_ENGINE_SDK} or newer, but the program has ${installed}: npm install @pulumi/pulumi@latest`,
  );
}
