import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import { ApiFailure } from "../failure";
import type { Settings } from "../settings";
import { failureResponse, type HttpResponse } from "./responses";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** True for an IP address that only this machine can reach. */
export const isLoopback = (address: string): boolean =>
  LOOPBACK.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Rejects requests from web pages in a browser on this machine. A page can reach a server on the loopback address if its
 * own host name resolves there (DNS rebinding); its requests then name that host. Other pages can send requests that the
 * browser allows without a preflight; these carry the page's origin.
 *
 * @returns the response to a rejected request, or undefined if the request is allowed
 */
export function refuseForeignCaller(
  { host, origin }: Pick<IncomingHttpHeaders, "host" | "origin">,
  settings: Pick<Settings, "host" | "allowedHosts">,
): HttpResponse | undefined {
  if (!isOwnHost(hostName(host), settings))
    return rejection(
      "The Host header must be the address that the emulator listens on, or localhost. Allow other names with allowedHosts (--allowed-host).",
    );
  // Accepts the emulator's own origin, which some browser tools send. Any other origin is another site's page.
  if (origin !== undefined && origin !== `http://${host}`)
    return rejection("The Origin header names another site: web pages may not use the emulator.");
  return undefined;
}

function isOwnHost(
  name: string | undefined,
  { host, allowedHosts }: Pick<Settings, "host" | "allowedHosts">,
): boolean {
  if (name === undefined) return false;
  if (name === "localhost" || name.endsWith(".localhost")) return true;
  if ([host, ...allowedHosts].some((allowed) => allowed.toLowerCase() === name)) return true;
  // Unlike a name, an address can't be rebound.
  return isIP(name) !== 0 && (host === "0.0.0.0" || host === "::" || isLoopback(name));
}

/** The host of a Host header, in lower case, without port, brackets, and trailing dot. */
function hostName(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  if (host === undefined || host === "" || /[/?#@\\\s]/.test(host) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

const rejection = (message: string) => failureResponse(new ApiFailure("foreignCaller", message));
