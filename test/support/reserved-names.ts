/** Seed with the reserved domains and addresses that edges and endpoints of tests need. */
export const RESERVED_NAMES = {
  "/reserved_domains": [{ domain: "*.example.com" }, { domain: "*.tcp.example.com" }],
  "/reserved_addrs": [{ addr: "1.tcp.example.com:12345" }],
};
