/**
 * Whether a certificate's name covers a hostname: the same name, or a wildcard for exactly its first label (RFC 6125,
 * section 6.4.3). A wildcard hostname is covered by the same wildcard only.
 */
export function covers(certificateName: string, hostname: string): boolean {
  const [name, host] = [certificateName.toLowerCase(), hostname.toLowerCase()];
  if (name === host) return true;
  if (!name.startsWith("*.") || host.startsWith("*.")) return false;
  const dot = host.indexOf(".");
  return dot > 0 && host.slice(dot) === name.slice(1);
}
