import { isIP } from "node:net";
import { TransportError } from "./errors";

export class BaseUrl {
  readonly origin: string;
  /** The normalized URL, which contains no secrets. */
  readonly displayed: string;
  /** True if tokens cross the network unencrypted. */
  readonly isUnencrypted: boolean;
  /** Path below which the API is served, without a trailing slash. */
  readonly prefix: string;

  /** @throws TransportError (`configuration`) for an invalid URL. */
  constructor(text: string) {
    // Errors don't quote the value, which may be a misplaced token.
    const url = URL.parse(text.trim());
    if (url?.protocol !== "https:" && url?.protocol !== "http:")
      throw invalid("must be an http or https URL, such as https://api.example.com");
    if (url.username || url.password || url.search || url.hash)
      throw invalid("must not contain credentials, a query or a fragment");
    this.origin = url.origin;
    this.prefix = url.pathname.replace(/\/+$/, "");
    this.displayed = this.origin + this.prefix;
    this.isUnencrypted = url.protocol === "http:" && !isLoopback(url.hostname);
  }

  /** Returns a link's path below this URL. Ignores the link's host: tokens are only sent to the configured one. */
  localPath(link: string): string | undefined {
    const url = URL.parse(link, `${this.displayed}/`);
    if (!url) return undefined;
    const inside = url.pathname.startsWith(`${this.prefix}/`);
    return (inside ? url.pathname.slice(this.prefix.length) : url.pathname) + url.search;
  }
}

const invalid = (why: string) => new TransportError("configuration", `tunnel-edge:baseUrl ${why}`);

export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
