/** Prefixes of the service's ids, by the collections that parameters refer to. */
export const ID_PREFIXES: Readonly<Record<string, string>> = {
  "/backends/failover": "bkdfo",
  "/backends/http_response": "bkdhr",
  "/backends/static": "bkdsc",
  "/backends/tunnel_group": "bkdtg",
  "/backends/weighted": "bkdwd",
  "/certificate_authorities": "ca",
  "/event_destinations": "ed",
  "/ip_policies": "ipp",
  "/ssh_certificate_authorities": "sshca",
  "/tls_certificates": "cert",
  "/vaults": "vault",
};

/** True if an id has the form of the service's ids, but the prefix of another collection. */
export function isForeignId(id: string, collections: readonly string[]): boolean {
  const [, prefix] = /^([a-z]+)_[A-Za-z0-9]+$/.exec(id) ?? [];
  const expected = collections.map((collection) => ID_PREFIXES[collection]);
  return prefix !== undefined && !expected.includes(undefined) && !expected.includes(prefix);
}
