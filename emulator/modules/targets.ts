/** The three collections a backend id may name; the path tells them apart. */
export const BACKENDS: readonly string[] = [
  "/backends/weighted",
  "/backends/failover",
  "/backends/tunnel_group",
];
