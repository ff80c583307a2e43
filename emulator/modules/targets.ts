/** The three collections that a backend id may refer to; the path tells them apart. */
export const BACKENDS: readonly string[] = [
  "/backends/weighted",
  "/backends/failover",
  "/backends/tunnel_group",
];
