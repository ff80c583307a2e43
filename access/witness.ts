import { type Client, isAudience, isUsualLack, isUsualTrait, LACKS } from "./client";
import { type ComparedWith, cut, isOpposite, markOf, oppositeOf, quoted } from "./words";

/**
 * One client in one line: `GET https://app.example.com/admin from 198.51.100.7 without a sign-in`. A URL ends in `…`, and an
 * address is not named, where an expression decides that cannot be worked out.
 */
export function clientText(
  { url, method, address, tls, oldestTls, headers, emails, variables, has, lacks }: Client,
  side: ComparedWith,
): string {
  const texts = new Set(has.map(({ text }) => text));
  const opposed = new Set(lacks.flatMap(({ text }) => oppositeOf(text)));
  const { "conn.geo.country_code": country, ...others } = variables;
  const [place = "", query] = url.split(/\?(.*)/s);
  const sent = Object.keys(headers).map((name) =>
    name === "user-agent"
      ? `with the user agent ${quoted(headers[name]?.[0] ?? "")}`
      : name === "host"
        ? `with the header host ${quoted(headers[name]?.[0] ?? "")}`
        : `with the ${name === "cookie" ? "cookie" : "header"} ${cut(name === "cookie" ? (headers[name]?.[0]?.split("=")[0] ?? "") : name)}`,
  );
  const parts = [
    ...(oldestTls !== undefined
      ? [`over TLS ${oldestTls} only`]
      : tls === undefined || tls === "1.3"
        ? []
        : [`over TLS ${tls}`]),
    ...Object.values(emails).map((email) => `as ${cut(email)}`),
    ...has
      .filter((trait) => !isUsualTrait(trait))
      .map(({ text }) => (opposed.has(text) ? `${text}${markOf(text, side)}` : text)),
    ...sent,
    ...Object.entries(others).map(
      ([name, value]) =>
        `with ${cut(name)} ${typeof value === "object" ? cut(JSON.stringify(value)) : quoted(String(value))}`,
    ),
    ...lacks
      .filter((trait) => !isUsualLack(trait) && !isOpposite(trait.text, texts))
      .filter(
        (trait) => !isAudience(trait) || (!has.some(isAudience) && has.some(({ id }) => id.kind === "token")),
      )
      .map(({ id, text }) =>
        has.some((trait) => trait.id.kind === id.kind) ? text : (LACKS[id.kind] ?? text),
      ),
  ];
  // Which URLs and addresses an expression is true of that nobody can work out, is left open.
  const open = [...has, ...lacks].map(({ about = "" }) => about).join(" ");
  const more = query === undefined && /\breq\.url\b|QueryParam/.test(open) ? "…" : "";
  // Values of a query may be keys.
  const asked =
    query === undefined
      ? `${cut(place, 200)}${more}`
      : `${cut(place, 200)}?${cut(query.replace(/=[^&]*/g, "=…"))}`;
  const any = /\bconn\.client_ip\b/.test(open) ? "an address" : address;
  const from = country === undefined ? any : `${any} (${cut(String(country))})`;
  return [method, asked, "from", from, [...new Set(parts)].join(", ")].filter((part) => part).join(" ");
}
