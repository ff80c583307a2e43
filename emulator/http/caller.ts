import type { IncomingHttpHeaders } from "node:http";
import { BlockList, isIP } from "node:net";
import { REASONS } from "../failure";
import { errorAnswer, type HttpAnswer } from "./responses";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

const ALL_ADDRESSES: ReadonlySet<string> = new Set(["0.0.0.0", "::"]);

/**
 * Refuses what a web page in the browser of this machine's user sends. A page reaches a server on the loopback address
 * when the name of its own host is made to lead there (DNS rebinding): its requests then name that host. Or it sends
 * requests that the browser lets through without asking: those name its origin.
 */
export class Callers {
  readonly #names: ReadonlySet<string>;
  readonly #anyAddress: boolean;

  /**
   * @param host what the server listens on
   * @param further names under which others reach it, such as that of a container
   */
  constructor(
    readonly host: string,
    further: readonly string[],
  ) {
    this.#names = new Set([host, ...further].map((name) => name.toLowerCase()));
    this.#anyAddress = ALL_ADDRESSES.has(host);
  }

  /** The response to a caller that is refused. */
  refusalOf({ host, origin }: Pick<IncomingHttpHeaders, "host" | "origin">): HttpAnswer | undefined {
    if (!this.#isOurs(host))
      return refusal(
        "The Host header names a host that is none of this emulator's: it answers to the address that it listens on and to localhost. Name further ones by allowedHosts (--allowed-host).",
      );
    // The emulator serves no pages: what has an origin comes from a page of somebody else's.
    if (origin !== undefined && origin !== `http://${host}`)
      return refusal("The Origin header names another site: web pages may not use the emulator.");
    return undefined;
  }

  #isOurs(host: string | undefined): boolean {
    const name = nameOf(host);
    if (name === undefined) return false;
    if (this.#names.has(name) || name === "localhost" || name.endsWith(".localhost")) return true;
    const version = isIP(name);
    if (version === 0) return false;
    // An address is not a name that could be made to lead elsewhere.
    return this.#anyAddress || LOOPBACK.check(name, version === 6 ? "ipv6" : "ipv4");
  }
}

/** The host in a Host header, in lower case and without port, brackets and the dot of the root. */
function nameOf(host: string | undefined): string | undefined {
  const url = `http://${host}`;
  if (host === undefined || host === "" || /[/?#@\\\s]/.test(host) || !URL.canParse(url)) return undefined;
  return new URL(url).hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
}

function refusal(message: string): HttpAnswer {
  const { status, code } = REASONS.foreignCaller;
  return errorAnswer(status, code, message);
}
