import { readFileSync } from "node:fs";
import type { AddressInfo, Server, Socket } from "node:net";
import { endianness } from "node:os";

const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];
const LISTENING = "0A";
/** Established, or waiting for our answer after the other end has sent all. */
const CONNECTED = "0[18]";
const NOBODY = "00000000:0000";
const ROOT = 0;
/** A table that changes while it is read may miss a row once. */
const ATTEMPTS = 3;

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
    const { address, port } = listener.address() as AddressInfo;
    if (user !== undefined && this.holderOf(addressText(address, port), NOBODY, LISTENING) === user)
      this.user = user;
  }

  /**
   * Whether the other end of a connection belongs to the user of this process, or to root, who needs no permission. A
   * connection whose other end is closed belongs to nobody: nobody waits for an answer there.
   */
  isOwn({ remoteAddress, remotePort, localAddress, localPort }: Socket): boolean {
    if (this.user === undefined) return true;
    // Reset already.
    if (!remoteAddress || remotePort === undefined || !localAddress || localPort === undefined) return false;
    const [peer, own] = [addressText(remoteAddress, remotePort), addressText(localAddress, localPort)];
    const holder = this.holderOf(peer, own, CONNECTED);
    return holder === this.user || holder === ROOT;
  }

  /** The user of a socket that a process has open: proc_net_tcp gives others, without an inode, to root. */
  private holderOf(local: string, remote: string, state: string): number | undefined {
    // An IPv4 address in an IPv6 one has a prefix. Behind the state: queues, timer, retransmissions, user, timeout, inode.
    const row = new RegExp(
      `^\\s*\\d+: (?:${MAPPED})?${local} (?:${MAPPED})?${remote} ${state} \\S+ \\S+ \\S+\\s+(\\d+)\\s+\\d+\\s+[1-9]`,
    );
    for (let attempt = 0; attempt < ATTEMPTS; attempt++)
      for (const line of TABLES.flatMap(this.rowsOf)) {
        const user = row.exec(line)?.[1];
        if (user !== undefined) return Number(user);
      }
    return undefined;
  }
}

/** Lines of a table; none where the system has no such table. */
function rowsIn(table: string): readonly string[] {
  try {
    return readFileSync(table, "latin1").split("\n");
  } catch {
    return [];
  }
}

/** The tables have 32-bit words in the order of the machine. */
const MAPPED = endianness() === "LE" ? "0{16}FFFF0{4}" : "0{20}FFFF";

/** An IPv4 address in the form of the tables. */
function addressText(address: string, port: number): string {
  const bytes = Buffer.from(
    address
      .replace(/^::ffff:/, "")
      .split(".")
      .map(Number),
  );
  if (endianness() === "LE") bytes.swap32();
  return `${bytes.toString("hex")}:${port.toString(16).padStart(4, "0")}`.toUpperCase();
}
