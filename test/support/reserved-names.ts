/** A seed that reserves the names of the tests' hostports: the service lets an edge serve no other names. */
export const RESERVED_NAMES = {
  "/reserved_domains": [{ domain: "*.example.com" }, { domain: "*.tcp.example.com" }],
};
