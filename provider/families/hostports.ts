import { canonicalHostports } from "../family/canonical-forms";
import { formedStringSet, isPort, refusing, wrongHostIn } from "../family/fields";

/** `hostname:port`. Observed at the service. */
function wrongHostport(text: string): string | undefined {
  const example = "such as app.example.com:443";
  if (text.includes("://")) return `must be hostname:port without a scheme, ${example}`;
  const [, host, port] = /^([^\s/:]+)(?::([^:]*))?$/.exec(text.trim()) ?? [];
  if (host === undefined) return `must be hostname:port, ${example}`;
  if (port === undefined || port === "") return `has no port: write hostname:port, ${example}`;
  return isPort(port) ? undefined : `must have a port from 1 to 65535, ${example}`;
}

/** The hostports of an edge. API reference, section "TLS edge". */
export const hostports = formedStringSet(
  wrongHostport,
  "Hostports that the edge serves, such as `app.example.com:443`. The order has no meaning.",
  {
    unset: { sends: [] },
    spelling: { canonical: canonicalHostports },
    refuses: refusing(wrongHostIn),
    hosts: "uses",
  },
).optional();

/** Key by which the get function finds an edge. */
export const byHostport = [
  { name: "hostport", of: "hostports", description: "One of the hostports of the edge." },
] as const;
