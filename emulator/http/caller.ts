import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import { REASONS } from "../failure";
import { errorAnswer, type HttpAnswer } from "./responses";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** True for an IP address that only this machine can reach. */
export const isLoopback = (address: string): boolean =>
  LOOPBACK.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

const ALL_ADDRESSES: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * Rejects requests of a web page in a browser on this machine. A page can reach a server on the loopback address when
 * its own host name resolves there (DNS rebinding): its requests then name that host. Or it sends requests that the
 * browser allows without a preflight: those carry its origin.
 */
export class Callers {
  readonly #names: ReadonlySet<string>;
  readonly #anyAddress: boolean;

  /**
   * @param host the address that the server listens on
   * @param further names that others use to reach it, such as that of a container
   */
  constructor(
    readonly host: string,
    further: readonly string[],
  ) {
    this.#names = new Set([host, ...further].map((name) => name.toLowerCase()));
    this.#anyAddress = ALL_ADDRESSES.has(host);
  }

  /** The response to a caller that is rejected. */
  reject({ host, origin }: Pick<IncomingHttpHeaders, "host" | "origin">): HttpAnswer | undefined {
    if (!this.#isOurs(host))
      return refusal(
        "The Host header names a host that is not this emulator's: it answers to the address that it listens on and to localhost. Name further ones by allowedHosts (--allowed-host).",
      );
    // The emulator serves no pages: a request with an origin comes from another site's page.
    if (origin !== undefined && origin !== `http://${host}`)
      return refusal("The Origin header names another site: web pages may not use the emulator.");
    return undefined;
  }

  #isOurs(host: string | undefined): boolean {
    const name = nameOf(host);
    if (name === undefined) return false;
    if (this.#names.has(name) || name === "localhost" || name.endsWith(".localhost")) return true;
    // An address cannot be rebound as a name can.
    return isIP(name) !== 0 && (this.#anyAddress || isLoopback(name));
  }
}

/** The host of a Host header, in lower case, without port, brackets and trailing dot. */
function nameOf(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  if (host === undefined || host === "" || /[/?#@\\\s]/.test(host) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function refusal(message: string): HttpAnswer {
  const { status, code } = REASONS.foreignCaller;
  return errorAnswer(status, code, message);
}
