import { domainProblem, isAddressHost, isServiceHost } from "../../traffic-policy/language/hosts";
import { canonicalHostports } from "../family/canonical-forms";
import { checkedString, isPort, rejectText, setOf } from "../family/fields";

/** Returns a check of a text for the form `hostname:port`, as observed in the service. */
const hostportProblem = (example: string) => (text: string) => {
  if (text.includes("://")) return `must be hostname:port without a scheme, such as ${example}`;
  const [, host, port] = /^([^\s/:]+)(?::([^:]*))?$/.exec(text.trim()) ?? [];
  if (host === undefined) return `must be hostname:port, such as ${example}`;
  if (port === undefined || port === "") return `must include a port: hostname:port, such as ${example}`;
  return isPort(port)
    ? undefined
    : `must have a port from 1 to 65535, without leading zeros, such as ${example}`;
};

/** @param hostProblem - Returns why a host can't be reserved: edges serve only reserved domains and addresses. */
const hostportsLike = (example: string, hostProblem: (host: string) => string | undefined) =>
  setOf(
    checkedString(hostportProblem(example), ""),
    `Hostports that the edge serves, such as \`${example}\`. Order is ignored.`,
    {
      unset: { sends: [] },
      spelling: { canonical: canonicalHostports },
      rejects: rejectText((text) => hostProblem(text.trim().replace(/:\d*$/, ""))),
      hosts: "uses",
    },
  ).optional();

/** The hostports of an edge for domains. API reference, section "TLS edge"; errors 7121 and 7133. */
export const hostports = hostportsLike("app.example.com:443", (host) =>
  isAddressHost(host) && isServiceHost(host)
    ? "is a TCP address of the service: use the domain of a ReservedDomain, or a TcpEdge for the address"
    : domainProblem(host),
);

/** The hostports of a TCP edge. Observed in the service (errors 7117, 7120). */
export const tcpHostports = hostportsLike("1.tcp.ngrok.io:20000", (host) =>
  isAddressHost(host)
    ? domainProblem(host)
    : "must be the `addr` of a ReservedAddr, such as 1.tcp.ngrok.io:20000, because TCP isn't served on domains",
);

export const byHostport = [
  { name: "hostport", property: "hostports", description: "One of the hostports of the edge." },
] as const;
