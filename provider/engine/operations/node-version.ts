/** Minimum required by the HTTP client. The engine runs both providers with the first `node` on PATH. */
const NEEDED = [22, 19] as const;

/** Why this Node cannot run the provider, or undefined when it can. */
export function nodeTooOld(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const isNewEnough = major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1]);
  return isNewEnough
    ? undefined
    : `pulumi-tunnel-edge needs Node ${NEEDED.join(".")} or newer, and this is ${version}: put a newer node first on PATH`;
}

/** @throws Error if this Node cannot run the provider */
export function refuseOldNode(): void {
  const reason = nodeTooOld(process.versions.node);
  // Node.js and the engine print the stack of an error that nothing catches.
  if (reason !== undefined) throw Object.assign(new Error(reason), { stack: reason });
}
