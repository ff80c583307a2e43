/** Seed with the reserved domains of the tests' hostports; an edge can only serve reserved names. */
export const RESERVED_NAMES = {
  "/reserved_domains": [{ domain: "*.example.com" }, { domain: "*.tcp.example.com" }],
};
