/** Seed with the reserved domains and addresses of the tests: an edge or endpoint can only serve reserved names. */
export const RESERVED_NAMES = {
  "/reserved_domains": [{ domain: "*.example.com" }, { domain: "*.tcp.example.com" }],
  "/reserved_addrs": [{ addr: "1.tcp.example.com:12345" }],
};
