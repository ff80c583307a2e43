import { readFileSync } from "node:fs";
import type { AddressInfo, Server, Socket } from "node:net";
import { endianness } from "node:os";
import { attempt } from "../../family/attempt";

const TABLES = ["/proc/net/tcp", "/proc/net/tcp6"];
const LISTENING = "0A";
/** ESTABLISHED, or CLOSE_WAIT: the peer has sent everything and waits for the response. */
const CONNECTED = "0[18]";
const NO_PEER = "00000000:0000";
const ROOT = 0;
/** A table that changes while it is read may miss a row. */
const ATTEMPTS = 3;

/** Recognizes connections of other users of this machine. Only Linux shows them; elsewhere, every peer is accepted. */
export class Peers {
  /** The user of this process; undefined if the system doesn't show the users of sockets. */
  private readonly user: number | undefined;

  /** @param listener - Listens on an IPv4 address. In some sandboxes, the tables don't list it and cannot be used. */
  constructor(
    listener: Server,
    private readonly readRows: (table: string) => readonly string[] = rowsIn,
  ) {
    const user = process.platform === "linux" ? process.geteuid?.() : undefined;
    const { address, port } = listener.address() as AddressInfo;
    if (user !== undefined && this.findUser(addressText(address, port), NO_PEER, LISTENING) === user)
      this.user = user;
  }

  /** True if the peer belongs to the user of this process or to root. False if its socket is closed. */
  isOwn({ remoteAddress, remotePort, localAddress, localPort }: Socket): boolean {
    if (this.user === undefined) return true;
    // A connection that was reset has no addresses.
    if (!remoteAddress || remotePort === undefined || !localAddress || localPort === undefined) return false;
    const [peer, listener] = [addressText(remoteAddress, remotePort), addressText(localAddress, localPort)];
    const user = this.findUser(peer, listener, CONNECTED);
    return user === this.user || user === ROOT;
  }

  /** Finds the user of an open socket. Closed sockets are listed with root and without an inode: proc_net_tcp(5). */
  private findUser(local: string, remote: string, state: string): number | undefined {
    // IPv6 tables list IPv4 addresses with a prefix. The columns after the state: queues, timer, retransmissions, user,
    // timeout, inode.
    const row = new RegExp(
      `^\\s*\\d+: (?:${MAPPED})?${local} (?:${MAPPED})?${remote} ${state} \\S+ \\S+ \\S+\\s+(\\d+)\\s+\\d+\\s+[1-9]`,
    );
    for (let n = 0; n < ATTEMPTS; n++)
      for (const line of TABLES.flatMap(this.readRows)) {
        const user = row.exec(line)?.[1];
        if (user !== undefined) return Number(user);
      }
    return undefined;
  }
}

const rowsIn = (table: string): readonly string[] =>
  attempt(() => readFileSync(table, "latin1").split("\n")) ?? [];

/** Prefix of IPv4-mapped IPv6 addresses. The tables contain 32-bit words in the byte order of the machine. */
const MAPPED = endianness() === "LE" ? "0{16}FFFF0{4}" : "0{20}FFFF";

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
