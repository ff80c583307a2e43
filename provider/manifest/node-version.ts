/** Version that the HTTP client requires. The engine runs both providers with the first `node` on PATH. */
const MINIMUM = [22, 19] as const;

/** Returns the reason why this version of Node.js cannot run the provider; undefined if it can. */
export function oldNodeReason(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > MINIMUM[0] || (major === MINIMUM[0] && minor >= MINIMUM[1]);
  return isNewEnough
    ? undefined
    : `pulumi-tunnel-edge needs Node ${MINIMUM.join(".")} or newer, but runs on ${version}: put a newer node first on PATH`;
}

/** @throws Error if this version of Node.js cannot run the provider. */
export function rejectOldNode(): void {
  const reason = oldNodeReason(process.versions.node);
  // Node.js and the engine print the stack of an uncaught error.
  if (reason !== undefined) throw Object.assign(new Error(reason), { stack: reason });
}
