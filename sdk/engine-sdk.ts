import { RunError } from "@pulumi/pulumi";
import { version } from "@pulumi/pulumi/version";

/**
 * The oldest `@pulumi/pulumi` whose provider process does what this package needs: from 3.139 on it hands over the
 * configuration, without which the provider waits forever, and from 3.216 on it uses the inputs that a refresh has read,
 * without which changes by hand are not seen. package.json has the same minimum, but some package managers only warn.
 */
export const OLDEST_ENGINE_SDK = "3.216.0";

/** @throws RunError when the program has an older one. A version that is none, as of a build of one's own, is taken. */
export function requireEngineSdk(found = version): void {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(found)?.map(Number) ?? [];
  const [needMajor = 0, needMinor = 0] = OLDEST_ENGINE_SDK.split(".").map(Number);
  if (major === undefined || minor === undefined) return;
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return;
  throw new RunError(
    `pulumi-tunnel-edge needs @pulumi/pulumi ${OLDEST_ENGINE_SDK} or newer, and the program has ${found}: npm install @pulumi/pulumi@latest`,
  );
}
