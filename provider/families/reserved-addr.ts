import { canonicalHostname } from "../family/canonical-forms";
import { oneOf, out } from "../family/fields";
import { defineResource } from "../family/resource";
import { notes, protectedFromRelease, REGIONS, releaseProtection, stamps } from "./common";

export const reservedAddr = defineResource({
  name: "ReservedAddr",
  summary: "A TCP address (hostname and port) reserved for the account. The service assigns it at creation.",
  section: "Reserved address",
  path: "/reserved_addrs",
  filterableBy: ["description", "metadata", "addr"],
  inputs: {
    region: oneOf(REGIONS, "Datacenter of the address.", { unset: { sends: "us" } }).optional(),
    ...notes("What the address is used for.", { metadata: { maxBytes: 4096 } }),
    releaseProtection: releaseProtection("address"),
  },
  update: ["description", "metadata"],
  outputs: {
    ...stamps,
    addr: out.string("The address as `hostname:port`.", {
      hosts: "reserves",
      reveals: ["region"],
      spelling: { canonical: canonicalHostname },
    }),
  },
  lookups: [["addr"]],
  ...protectedFromRelease("the address", "addr"),
});
