import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";
import { isLoopback } from "./base-url";
import { TransportError } from "./errors";

export interface ProxyServer {
  /** Includes the credentials, if there are any. */
  readonly url: URL;
  /** Environment variable that names the proxy. */
  readonly variable: string;
}

export const displayProxy = ({ url, variable }: ProxyServer) => `the proxy ${url.origin} from ${variable}`;

/**
 * Returns the proxy for an origin by Go's rules, like the engine: `HTTPS_PROXY` or `HTTP_PROXY`, also in lower case,
 * but not for loopback addresses and hosts in `NO_PROXY`. Throws a TransportError (`configuration`) for an invalid
 * address.
 */
export function proxyFor(origin: string, env: NodeJS.ProcessEnv): ProxyServer | undefined {
  const target = new URL(origin);
  const name = target.protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const variable = [name.toLowerCase(), name].find((key) => env[key]);
  if (variable === undefined) return undefined;
  const noProxy = env.no_proxy || env.NO_PROXY || "";
  if (isLoopback(target.hostname) || isExempt(target, noProxy)) return undefined;
  return { url: proxyUrl(env[variable] as string, variable), variable };
}

function proxyUrl(text: string, variable: string): URL {
  try {
    // Without a scheme, "proxy:3128" would be parsed as a URL with the scheme "proxy".
    const url = new URL(/^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`);
    decodeURIComponent(url.username + url.password);
    if (url.protocol === "http:" || url.protocol === "https:") return url;
  } catch {}
  // The error doesn't quote the value, which may contain a password.
  throw new TransportError(
    "configuration",
    `${variable} must be the address of an http or https proxy, such as http://proxy.example.com:3128; to connect without a proxy, add the API's host to NO_PROXY`,
  );
}

function isExempt(target: URL, noProxy: string): boolean {
  const host = target.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return noProxy
    .toLowerCase()
    .split(/[,\s]+/)
    .some((entry) => entry === "*" || coversHost(entry, host, port));
}

/** An entry is an address, a network, or a domain, with an optional port. `.name` and `*.name` only match subdomains. */
function coversHost(entry: string, host: string, port: string): boolean {
  const withPort = isIP(entry) === 6 ? null : /^\[?([^\]]+?)\]?:(\d+)$/.exec(entry);
  const [, name = entry, onlyPort = port] = withPort ?? [];
  if (onlyPort !== port) return false;
  const [, address = "", bits] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(name) ?? [];
  const version = isIP(address);
  if (version !== 0) {
    const [family, longest] = version === 4 ? (["ipv4", 32] as const) : (["ipv6", 128] as const);
    const length = Number(bits ?? longest);
    if (isIP(host) !== version || length > longest) return false;
    const networks = new BlockList();
    networks.addSubnet(address, length, family);
    return networks.check(host, family);
  }
  const isSuffix = name.startsWith(".") || name.startsWith("*.");
  const domain = domainToASCII(name.replace(/^\*?\./, "").replace(/\.$/, ""));
  return domain !== "" && ((!isSuffix && host === domain) || host.endsWith(`.${domain}`));
}
