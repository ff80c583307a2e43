import { canonicalHostname } from "../family/canonical-forms";
import { bool, isPort, nonEmptyString, object, rejectText } from "../family/fields";
import { defineResource } from "../family/resource";
import { deprecatedEdges, notes, stamps } from "./common";

/** Observed in the service (errors 6505 to 6507). */
function addressProblem(text: string): string | undefined {
  const [, port = ""] = /^(?:[^\s/:@[\]]+|\[[0-9a-f:.]+\]):([^:]*)$/i.exec(text) ?? [];
  return isPort(port)
    ? undefined
    : "must be a host and a port from 1 to 65535, without a scheme or leading zeros, such as origin.example.com:443";
}

export const staticBackend = defineResource({
  name: "StaticBackend",
  summary: "A backend that sends traffic to a fixed address on the internet, without an agent.",
  deprecated: deprecatedEdges,
  serviceOnly: true,
  path: "/backends/static",
  listKey: "backends",
  inputs: {
    address: nonEmptyString("The address, such as `origin.example.com:443`.", {
      spelling: { canonical: canonicalHostname },
      rejects: rejectText(addressProblem),
    }),
    tls: object(
      {
        enabled: bool("Whether the connection to the address uses TLS.", {
          unset: { sends: false },
        }).optional(),
      },
      "TLS between the service and the address.",
      { shapeName: "StaticBackendTls", unset: { sends: { enabled: false } } },
    ).optional(),
    ...notes("What the backend is for."),
  },
  update: ["description", "metadata", "address", "tls"],
  outputs: stamps,
});
