import { BlockList, isIP } from "node:net";
import { domainToASCII } from "node:url";
import { isLoopback } from "./base-url";
import { TransportError } from "./errors";

/** A proxy from the environment. */
export interface ProxyServer {
  /** Address, including credentials if it has any. */
  readonly url: URL;
  /** The variable that names it. */
  readonly variable: string;
}

/** Names a proxy without its credentials, with the variable that sets it. */
export const displayProxy = ({ url, variable }: ProxyServer) => `the proxy ${url.origin} (${variable})`;

/**
 * Returns the proxy for an origin, by the rules of Go, which the engine's own connections follow: `HTTPS_PROXY` applies to
 * https and `HTTP_PROXY` to http, both also in lower case, but not to loopback addresses and to hosts in `NO_PROXY`.
 *
 * @throws TransportError (`configuration`) if the variable doesn't contain the address of a proxy.
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
  // "proxy:3128" parses as an address with the scheme "proxy".
  const address = /^[a-z0-9+.-]+:\/\//i.test(text) ? text : `http://${text}`;
  const url = URL.parse(address);
  if (url && (url.protocol === "http:" || url.protocol === "https:") && canDecode(url)) return url;
  // The error doesn't quote the value, which may contain a password.
  throw new TransportError(
    "configuration",
    `${variable} must be the address of an http or https proxy, such as http://proxy.example.com:3128; ` +
      "to connect without a proxy, add the API's host to NO_PROXY",
  );
}

function canDecode({ username, password }: URL): boolean {
  try {
    return decodeURIComponent(username + password) !== undefined;
  } catch {
    return false;
  }
}

function isExempt(target: URL, noProxy: string): boolean {
  const host = target.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const port = target.port || (target.protocol === "https:" ? "443" : "80");
  return noProxy
    .split(/[,\s]+/)
    .filter((entry) => entry !== "")
    .some((entry) => entry === "*" || isNetworkOf(entry, host) || namesHost(entry.toLowerCase(), host, port));
}

/** True if an entry such as `10.0.0.0/8` contains an address. */
function isNetworkOf(entry: string, host: string): boolean {
  const [, network = "", bits = ""] = /^([\d.a-f:]+)\/(\d{1,3})$/i.exec(entry) ?? [];
  const version = isIP(network);
  if (version === 0 || Number(bits) > (version === 4 ? 32 : 128) || isIP(host) !== version) return false;
  const family = version === 4 ? "ipv4" : "ipv6";
  const networks = new BlockList();
  networks.addSubnet(network, Number(bits), family);
  return networks.check(host, family);
}

/**
 * True if an entry, optionally with a port, is the host's address, or a domain at or above it. `.name` and `*.name` only
 * match subdomains.
 */
function namesHost(entry: string, host: string, port: string): boolean {
  const bracketed = /^\[(.+)\](?::(\d+))?$/.exec(entry);
  const plain = isIP(entry) === 6 ? null : /^([^:]+):(\d+)$/.exec(entry);
  const [, name = entry, onlyPort] = bracketed ?? plain ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  if (isIP(name) !== 0) return canonicalAddress(name) === host;
  const isSuffix = name.startsWith(".") || name.startsWith("*.");
  const domain = domainToASCII(name.replace(/^\*?\./, "").replace(/\.$/, ""));
  return domain !== "" && ((!isSuffix && host === domain) || host.endsWith(`.${domain}`));
}

/** Spells an address like parsed URLs do. */
const canonicalAddress = (address: string) =>
  isIP(address) === 6 ? new URL(`http://[${address}]`).hostname.slice(1, -1) : address;
