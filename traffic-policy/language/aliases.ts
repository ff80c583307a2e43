/** Prefixes whose variables have equal values. `names` matches the rest of the name, for variables that exist with both. */
const ALIASES: readonly { readonly alias: string; readonly canonical: string; readonly names: RegExp }[] = [
  {
    alias: "conn.client_ip.geo.location.",
    canonical: "conn.geo.",
    names: /^(?:city|country|country_code|latitude|longitude|radius|subdivision)$/,
  },
  {
    alias: "actions.ngrok.terminate_tls.",
    canonical: "conn.tls.",
    names: /^(?:cipher_suite|sni|version|(?:client|server)\.(?!pem$).+)$/,
  },
];

const replacePrefix = (name: string, from: string, to: string, names: RegExp): string | undefined =>
  name.startsWith(from) && names.test(name.slice(from.length)) ? to + name.slice(from.length) : undefined;

export function canonicalName(name: string): string {
  const [canonicalized] = ALIASES.flatMap(
    ({ alias, canonical, names }) => replacePrefix(name, alias, canonical, names) ?? [],
  );
  return canonicalized ?? name;
}

/** Returns all names of a variable, the canonical one first. */
export function variableNames(name: string): readonly string[] {
  const canonicalized = canonicalName(name);
  const aliases = ALIASES.flatMap(
    ({ alias, canonical, names }) => replacePrefix(canonicalized, canonical, alias, names) ?? [],
  );
  return [canonicalized, ...aliases];
}

/** `conn.client_ip.is_tor_node` is true if `conn.client_ip.categories` contains this category. */
export const TOR_CATEGORY = "proxy.anonymous.tor";
