import { type Client, isImpliedLack, isImpliedTrait, MISSING_TRAITS } from "./client";
import { quote, type Side, truncate, withoutOpposites } from "./descriptions";

/**
 * Describes a client in one line, without secrets: `GET https://app.example.com/admin from 198.51.100.7 without a sign-in`.
 * The parts of the URL and address that an undecidable expression depends on are left open.
 *
 * @param side - The side that the client is compared with.
 */
export function describeClient(client: Client, side: Side): string {
  const { method, address, has, lacks, variables } = client;
  const undecided = [...has, ...lacks].map(({ about = "" }) => about).join(" ");
  const source = /\bconn\.client_ip\b/.test(undecided) ? "an address" : address;
  const country = variables["conn.geo.country_code"];
  const from = country === undefined ? source : `${source} (${truncate(String(country))})`;
  const url = redactUrl(client.url, /\breq\.url\b|QueryParam/.test(undecided));
  const traits = [...new Set(describeTraits(client, side))].join(", ");
  return [method, url, "from", from, traits].filter((part) => part).join(" ");
}

/** Values of query parameters may be secrets. */
function redactUrl(url: string, isQueryOpen: boolean): string {
  const [path = "", query] = url.split(/\?(.*)/s);
  if (query === undefined) return `${truncate(path, 200)}${isQueryOpen ? "…" : ""}`;
  return `${truncate(path, 200)}?${truncate(query.replace(/=[^&]*/g, "=…"))}`;
}

function describeTraits(client: Client, side: Side): readonly string[] {
  const { tls, headers, emails, variables, has, lacks } = client;
  const { "conn.geo.country_code": _, ...otherVariables } = variables;
  const missing = lacks
    .filter((trait) => !isImpliedLack(trait))
    .map(({ id, text, positive }) => {
      const hasOther = has.some((trait) => trait.id.kind === id.kind);
      return { text: hasOther ? text : (MISSING_TRAITS[id.kind] ?? text), positive };
    });
  return [
    ...(tls === undefined || tls === "1.3" ? [] : [`over TLS ${tls}`]),
    ...Object.values(emails).map((email) => `as ${truncate(email)}`),
    ...withoutOpposites([...has.filter((trait) => !isImpliedTrait(trait)), ...missing], side),
    ...Object.entries(headers).map(([name, [value = ""]]) => describeHeader(name, value)),
    ...Object.entries(otherVariables).map(([name, value]) => {
      const text = typeof value === "object" ? truncate(JSON.stringify(value)) : quote(String(value));
      return `with ${truncate(name)} ${text}`;
    }),
  ];
}

/** Values of headers may be secrets, except these. */
function describeHeader(name: string, value: string): string {
  if (name === "user-agent") return `with the user agent ${quote(value)}`;
  if (name === "cookie") return `with the cookie ${truncate(value.split("=")[0] ?? "")}`;
  return `with the header ${truncate(name)}`;
}
