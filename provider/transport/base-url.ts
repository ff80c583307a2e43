import { isIP } from "node:net";
import { TransportError } from "./errors";

/** Where the API is: an origin, and what its address carries before every path. */
export class BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The address as a person may see it. */
  readonly displayed: string;
  /** Sends tokens over the network in plain. */
  readonly exposed: boolean;
  private readonly prefix: string;

  /** @throws TransportError (`configuration`) when it cannot be used. */
  constructor(text: string) {
    // What was given is not repeated in errors: it may be a token in the wrong place.
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

  /** What to send for `path`, which starts with a slash and may hold a query. */
  target(path: string): string {
    return this.prefix + path;
  }

  /**
   * Path and query of a link that the API gave, relative to this base URL; undefined when it cannot be read. The host of
   * the link is never used: behind a proxy the API may know itself under another name, and tokens stay with the
   * configured address.
   */
  localPath(link: string): string | undefined {
    const url = URL.parse(link, `${this.displayed}/`);
    if (!url) return undefined;
    const inside = this.prefix !== "" && url.pathname.startsWith(`${this.prefix}/`);
    return (inside ? url.pathname.slice(this.prefix.length) : url.pathname) + url.search;
  }
}

const refused = (why: string) => new TransportError("configuration", `tunnel-edge:baseUrl ${why}`);

/** Whether a host name or address is that of this machine itself. */
export function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
