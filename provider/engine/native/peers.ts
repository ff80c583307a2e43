import { readFileSync } from "node:fs";
import type { AddressInfo, Server, Socket } from "node:net";
import { endianness } from "node:os";

/**
 * Every user of a machine can connect to its ports. On Linux the user at the other end of a connection can be read; other
 * systems do not show it, and there every peer is accepted.
 */
export class Peers {
  /** Undefined where the system does not show the users of sockets. */
  private readonly user: number | undefined;

  /**
   * @param listener - Of this process, on an IPv4 address. Where the tables do not show it as this user's, they are of no
   *   use: some sandboxes have none, or leave them empty.
   */
  constructor(
    listener: Server,
    private readonly rowsOf: (table: string) => readonly string[] = rowsIn,
  ) {
    const user = process.platform === "linux" ? process.geteuid?.() : undefined;
    if (user === undefined) return;
    const { address, port } = listener.address() as AddressInfo;
    const local = addressText(address, port);
    const own = this.row(IPV4, local, (row) => row.local === local && row.state === LISTEN);
    if (own?.user === user && own.isHeld) this.user = user;
  }

  /**
   * Whether the other end of a connection belongs to the user of this process, or to root, who needs no permission. A
   * connection whose other end is closed belongs to nobody: nobody waits for an answer there.
   */
  isOwn({ remoteAddress, remotePort, localAddress, localPort }: Socket): boolean {
    if (this.user === undefined) return true;
    // Reset already.
    if (!remoteAddress || remotePort === undefined || !localAddress || localPort === undefined) return false;
    const peer = this.otherEnd([remoteAddress, remotePort], [localAddress, localPort]);
    return peer !== undefined && (peer.user === this.user || peer.user === ROOT);
  }

  private otherEnd(peer: End, own: End): Row | undefined {
    // A table that changes while it is read may miss a row once.
    for (let attempt = 0; attempt < ATTEMPTS; attempt++)
      for (const table of [IPV4, IPV6]) {
        const textOf = ([address, port]: End) =>
          addressText(table === IPV6 ? `::ffff:${address}` : address, port);
        const [local, remote] = [textOf(peer), textOf(own)];
        const found = this.row(table, local, (row) => row.local === local && row.remote === remote);
        if (found) return LIVE.includes(found.state) && found.isHeld ? found : undefined;
      }
    return undefined;
  }

  /** @param address - A text of the row: the table has one for each connection of the machine, and is read at each start. */
  private row(table: string, address: string, matches: (row: Row) => boolean): Row | undefined {
    for (const line of this.rowsOf(table)) {
      const row = line.includes(address) ? rowOf(line) : undefined;
      if (row && matches(row)) return row;
    }
    return undefined;
  }
}

type End = readonly [address: string, port: number];

interface Row {
  /** As the kernel writes addresses: memory in hexadecimal digits. */
  readonly local: string;
  readonly remote: string;
  readonly state: string;
  readonly user: number;
  /** Whether a process still has the socket open: for others the user is not known. */
  readonly isHeld: boolean;
}

const IPV4 = "/proc/net/tcp";
/** Has IPv4 connections too, of sockets that can do both. */
const IPV6 = "/proc/net/tcp6";
const ESTABLISHED = "01";
const CLOSE_WAIT = "08";
const LISTEN = "0A";
const LIVE = [ESTABLISHED, CLOSE_WAIT];
const ROOT = 0;
const ATTEMPTS = 3;

/** Lines of a table; none where the system has no such table. */
function rowsIn(table: string): readonly string[] {
  try {
    return readFileSync(table, "latin1").split("\n").slice(1);
  } catch {
    return [];
  }
}

/** proc_net_tcp: number, both addresses, state, queues, timer, retransmissions, user, timeout, inode. */
function rowOf(line: string): Row | undefined {
  const [, local, remote, state, , , , user, , inode] = line.trim().split(/ +/);
  if (local === undefined || remote === undefined || state === undefined) return undefined;
  return { local, remote, state, user: Number(user), isHeld: Number(inode) > 0 };
}

/** An address in the form of the tables: 32-bit words in the order of the machine. */
function addressText(address: string, port: number): string {
  const isMapped = address.startsWith("::ffff:");
  const words = address
    .slice(isMapped ? "::ffff:".length : 0)
    .split(".")
    .map(Number);
  const bytes = Buffer.from(isMapped ? [...MAPPED, ...words] : words);
  if (endianness() === "LE") bytes.swap32();
  const digits = port.toString(16).padStart(4, "0");
  return `${bytes.toString("hex")}:${digits}`.toUpperCase();
}

/** What precedes an IPv4 address in an IPv6 one. */
const MAPPED = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff];
