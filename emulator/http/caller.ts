import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import { ApiFailure } from "../failure";
import { failureResponse, type HttpResponse } from "./responses";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** True for an IP address that only this machine can reach. */
export const isLoopback = (address: string): boolean =>
  LOOPBACK.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * Rejects requests of web pages in a browser on this machine. A page can reach a server on the loopback address if its
 * own host name resolves there (DNS rebinding); its requests then name that host. Other pages can send requests that the
 * browser allows without a preflight; these carry the page's origin.
 */
export class Callers {
  readonly #names: ReadonlySet<string>;
  readonly #listensEverywhere: boolean;

  /**
   * @param host the address that the server listens on
   * @param allowedHosts other names of the emulator, such as that of its container
   */
  constructor(host: string, allowedHosts: readonly string[]) {
    this.#names = new Set([host, ...allowedHosts].map((name) => name.toLowerCase()));
    this.#listensEverywhere = host === "0.0.0.0" || host === "::";
  }

  /** Returns the response to a rejected request, or undefined if the request is allowed. */
  reject({ host, origin }: Pick<IncomingHttpHeaders, "host" | "origin">): HttpResponse | undefined {
    if (!this.#isOwnHost(hostName(host)))
      return refusal(
        "The Host header must be the address that the emulator listens on, or localhost. Allow other names with allowedHosts (--allowed-host).",
      );
    // The emulator serves no pages: a request with an origin comes from another site's page.
    if (origin !== undefined && origin !== `http://${host}`)
      return refusal("The Origin header names another site: web pages may not use the emulator.");
    return undefined;
  }

  #isOwnHost(name: string | undefined): boolean {
    if (name === undefined) return false;
    if (this.#names.has(name) || name === "localhost" || name.endsWith(".localhost")) return true;
    // Unlike a name, an address can't be rebound.
    return isIP(name) !== 0 && (this.#listensEverywhere || isLoopback(name));
  }
}

/** The host of a Host header, in lower case, without port, brackets, and trailing dot. */
function hostName(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  if (host === undefined || host === "" || /[/?#@\\\s]/.test(host) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

const refusal = (message: string) => failureResponse(new ApiFailure("foreignCaller", message));
