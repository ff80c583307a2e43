import { wrongDomain } from "../../traffic-policy/language/hosts";
import { canonicalHostports } from "../family/canonical-forms";
import { formedStringSet, isPort, refuseText } from "../family/fields";

/** `hostname:port`. Observed at the service. */
function hostportProblem(text: string): string | undefined {
  const example = "such as app.example.com:443";
  if (text.includes("://")) return `must be hostname:port without a scheme, ${example}`;
  const [, host, port] = /^([^\s/:]+)(?::([^:]*))?$/.exec(text.trim()) ?? [];
  if (host === undefined) return `must be hostname:port, ${example}`;
  if (port === undefined || port === "") return `must include a port: hostname:port, ${example}`;
  return isPort(port) ? undefined : `must have a port from 1 to 65535, without leading zeros, ${example}`;
}

/** The hostports of an edge. API reference, section "TLS edge". */
export const hostports = formedStringSet(
  hostportProblem,
  "Hostports that the edge serves, such as `app.example.com:443`. Order is ignored.",
  {
    unset: { sends: [] },
    spelling: { canonical: canonicalHostports },
    // Only domains and addresses that can be reserved are served.
    refuses: refuseText((text) => wrongDomain(text.replace(/:\d*$/, ""))),
    hosts: "uses",
  },
).optional();

/** Lookup key of the edges' get functions. */
export const byHostport = [
  { name: "hostport", of: "hostports", description: "One of the hostports of the edge." },
] as const;
