import { isIP } from "node:net";
import { TransportError } from "./errors";

export class BaseUrl {
  readonly origin: string;
  /** The address in a form that may be shown. */
  readonly displayed: string;
  /** Tokens are sent over the network unencrypted. */
  readonly exposed: boolean;
  /** Precedes the path of each request; without a slash at its end. */
  readonly prefix: string;

  /** @throws TransportError (`configuration`) when the address cannot be used. */
  constructor(text: string) {
    // Errors do not repeat the given value: it may be a token in the wrong place.
    const url = URL.parse(text.trim());
    if (url?.protocol !== "https:" && url?.protocol !== "http:")
      throw refused("must be an http or https URL, such as https://api.example.com");
    if (url.username || url.password || url.search || url.hash)
      throw refused("must not hold credentials, a query or a fragment");
    this.origin = url.origin;
    this.prefix = url.pathname.replace(/\/+$/, "");
    this.displayed = this.origin + this.prefix;
    this.exposed = url.protocol === "http:" && !isLoopback(url.hostname);
  }

  /**
   * Path and query of a link that the API returned, relative to this base URL; undefined when it cannot be parsed.
   * The link's host is never used: behind a proxy the API may know itself by another name, and tokens are only sent
   * to the configured address.
   */
  localPath(link: string): string | undefined {
    const url = URL.parse(link, `${this.displayed}/`);
    if (!url) return undefined;
    const inside = this.prefix !== "" && url.pathname.startsWith(`${this.prefix}/`);
    return (inside ? url.pathname.slice(this.prefix.length) : url.pathname) + url.search;
  }
}

const refused = (why: string) => new TransportError("configuration", `tunnel-edge:baseUrl ${why}`);

export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
