import { isIP } from "node:net";
import { TransportError } from "./errors";

const HOW_TO_SET =
  "set tunnel-edge:baseUrl or TUNNEL_EDGE_BASE_URL to the API's address, such as https://api.example.com";

export type Query = Readonly<Record<string, string | number | undefined>>;

/** Where the API is: an origin, and what its address carries before every path and in every query. */
export class BaseUrl {
  /** Scheme, host and port. */
  readonly origin: string;
  /** The address as a person may see it: without its query. */
  readonly shown: string;
  /** Sends tokens over the network in plain. */
  readonly exposed: boolean;
  private readonly prefix: string;
  private readonly search: URLSearchParams;

  constructor(text: string) {
    // What was given is not repeated in errors: it may be a token in the wrong place.
    if (text.trim() === "")
      throw new TransportError("configuration", `the base URL is not set: ${HOW_TO_SET}`);
    const url = URL.parse(text.trim());
    if (!url || (url.protocol !== "https:" && url.protocol !== "http:")) {
      throw new TransportError("configuration", `the base URL is no http or https URL: ${HOW_TO_SET}`);
    }
    if (url.username !== "" || url.password !== "") {
      throw new TransportError(
        "configuration",
        "the base URL holds a user name or password: leave it out and give the token as tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN",
      );
    }
    this.origin = url.origin;
    this.prefix = url.pathname.replace(/\/+$/, "");
    this.search = url.searchParams;
    this.shown = this.origin + this.prefix;
    this.exposed = url.protocol === "http:" && !isLoopback(url.hostname);
  }

  /** Path and query to send for `path`, which starts with a slash and may hold a query of its own. */
  target(path: string, query: Query = {}): string {
    const cut = path.indexOf("?");
    const params = new URLSearchParams(this.search);
    const own = cut < 0 ? [] : new URLSearchParams(path.slice(cut + 1));
    for (const [key, value] of own) params.set(key, value);
    for (const [key, value] of Object.entries(query)) if (value !== undefined) params.set(key, String(value));
    const search = params.toString();
    return this.prefix + (cut < 0 ? path : path.slice(0, cut)) + (search === "" ? "" : `?${search}`);
  }

  /**
   * Path and query of a link that the API gave, relative to this base URL; undefined when it points to another origin.
   * The host of the link is never used: tokens stay with the configured address.
   */
  localPath(link: string): string | undefined {
    const url = URL.parse(link, `${this.shown}/`);
    if (!url || url.origin !== this.origin) return undefined;
    const inside = this.prefix !== "" && url.pathname.startsWith(`${this.prefix}/`);
    return (inside ? url.pathname.slice(this.prefix.length) : url.pathname) + url.search;
  }
}

function isLoopback(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, "");
  if (host === "localhost" || host.endsWith(".localhost")) return true;
  return host === "::1" || (isIP(host) === 4 && host.startsWith("127."));
}
