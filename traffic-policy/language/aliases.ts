const words = (text: string): readonly string[] => text.split(" ");

const GEO = words("city country country_code latitude longitude radius subdivision");

const NAME = words(
  "common_name country locality organization organizational_unit postal_code province street_address",
);

const CERTIFICATE: readonly string[] = [
  ...words(
    "extensions serial_number signature_algorithm san san.dns_names san.email_addresses san.ip_addresses",
  ),
  ...words("san.uris validity.not_before validity.not_after issuer subject"),
  ...["issuer", "subject"].flatMap((side) => NAME.map((name) => `${side}.${name}`)),
];

const TLS: readonly string[] = [
  ...words("cipher_suite sni version"),
  ...["client", "server"].flatMap((side) => CERTIFICATE.map((name) => `${side}.${name}`)),
];

/** Variables that have the value of another one, by their names. */
export const ALIASES: ReadonlyMap<string, string> = new Map([
  ...GEO.map((name) => [`conn.client_ip.geo.location.${name}`, `conn.geo.${name}`] as const),
  ...TLS.map((name) => [`actions.ngrok.terminate_tls.${name}`, `conn.tls.${name}`] as const),
]);

/** The names of a variable's value, with the canonical one first. */
export const namesOfVariable = (name: string): readonly string[] => {
  const canonical = canonicalName(name);
  return [canonical, ...[...ALIASES].flatMap(([alias, target]) => (target === canonical ? [alias] : []))];
};

/** One name for all variables that have the same value. */
export const canonicalName = (name: string): string => ALIASES.get(name) ?? name;

/** `conn.client_ip.is_tor_node` says whether `conn.client_ip.categories` has this one. */
export const TOR_CATEGORY = "proxy.anonymous.tor";
