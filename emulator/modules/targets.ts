/** The collections that a backend id may refer to; the path tells them apart. Only the service has the last two. */
export const BACKENDS: readonly string[] = [
  "/backends/weighted",
  "/backends/failover",
  "/backends/tunnel_group",
  "/backends/static",
  "/backends/http_response",
];
