import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect as connectHttp2 } from "node:http2";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as pb from "@pulumi/pulumi/proto/provider_pb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Emulator } from "../../../emulator";
import { Peers } from "../../../provider/engine/native/peers";
import { messageOf } from "../../support/failures";
import type { NativeProcess } from "../../support/native-protocol";
import { emulatedAccount, nativeOfTest } from "../../support/test-resources";
import { until } from "../../support/until";

/** What anybody on the machine can try at the port of the native provider. */
let emulator: Emulator;
let native: NativeProcess;

beforeEach(async () => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  emulator = await emulatedAccount();
});

const account = () => ({ baseUrl: emulator.url, apiToken: emulator.token });

describe("a process that an engine has started", () => {
  beforeEach(async () => {
    native = await nativeOfTest("handshake", { severalRuns: false });
  });

  test("is configured once: a later address gets nothing", async () => {
    await native.configure(account());
    const other = await emulatedAccount();
    const told = await messageOf(native.configure({ baseUrl: other.url, apiToken: other.token }));
    expect(told).toContain("belongs to one run of the engine, and it is configured before");
    const { id } = await native.create("IpPolicy", {});
    expect(emulator.objects("/ip_policies")).toMatchObject([{ id }]);
    expect(other.requests()).toEqual([]);
    await other.close();
  });

  test("is attached to once, and tells what it has to tell to the engine that has come first", async () => {
    await native.attach();
    expect(await messageOf(native.attach())).toContain("an engine has attached before");
    const elsewhere = "127.0.0.1:9";
    const attaching = new Promise((done, fail) => {
      native.client.attach(new PluginAttach().setAddress(elsewhere), (error) =>
        error ? fail(error) : done(0),
      );
    });
    expect(await messageOf(attaching)).toContain("an engine has attached before");
    const greeting = new Promise((done, fail) => {
      native.client.handshake(new pb.ProviderHandshakeRequest().setEngineAddress(elsewhere), (error) =>
        error ? fail(error) : done(0),
      );
    });
    expect(await messageOf(greeting)).toContain("another engine has connected before");
    await native.configure(account());
    const { id, state } = await native.create("IpPolicy", { deleteOnDestroy: false });
    await native.delete("IpPolicy", id, state);
    expect(native.told).toHaveLength(1);
  });
});

/** Sends these bytes as the request of a check. */
const sendCheck = (bytes: Buffer) =>
  new Promise((done, fail) => {
    const same = (value: Buffer) => value;
    native.client.makeUnaryRequest(ResourceProviderService.check.path, same, same, bytes, (error) =>
      error ? fail(error) : done(0),
    );
  });

describe("a message that claims to be longer than it is", () => {
  beforeEach(async () => {
    native = await nativeOfTest("handshake", { severalRuns: false });
    await native.configure(account());
  });

  const gigabytes = [0xff, 0xff, 0xff, 0xff, 0x7f];
  test.each([
    ["a text", [0x0a, ...gigabytes, 0x41]],
    ["a length of more than 32 bits", [0x0a, ...gigabytes.slice(0, 4), 0xff, 0xff, 0x01, 0x41]],
    ["a length that does not end", [0x0a, 0xff, 0xff]],
    ["values", [0x12, ...gigabytes, 0x0a]],
    ["an entry of the values", [0x12, 0x08, 0x0a, ...gigabytes, 0x0a, 0x01]],
    ["the key of an entry", [0x12, 0x0a, 0x0a, 0x08, 0x0a, ...gigabytes, 0x0a, 0x01]],
    ["a part that nobody knows", [0xfa, 0x7f, ...gigabytes, 0x41]],
  ])("in %s is refused at once", async (_, bytes) => {
    const from = process.cpuUsage();
    expect(await messageOf(sendCheck(Buffer.from(bytes)))).toContain("Error deserializing request");
    const { user } = process.cpuUsage(from);
    expect(user).toBeLessThan(2_000_000);
    expect((await native.check("IpPolicy", {}, {})).failures).toEqual([]);
  });

  test("in the frame around it is refused at once", async () => {
    const session = connectHttp2(`http://127.0.0.1:${native.port}`);
    const call = session.request({
      ":method": "POST",
      ":path": ResourceProviderService.check.path,
      "content-type": "application/grpc",
      te: "trailers",
    });
    call.write(Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 0x41]));
    const [answer] = await once(call, "response");
    expect(decodeURI(String(answer["grpc-message"]))).toContain("Received message larger than max");
    session.destroy();
    expect((await native.check("IpPolicy", {}, {})).failures).toEqual([]);
  });
});

test("the process ends although a connection breaks at that moment", async () => {
  // How many turns of the event loop a break takes depends on the version of Node.js.
  for (let turns = 0; turns < 10; turns++) {
    native = await nativeOfTest("handshake");
    const socket = connect(native.port, "127.0.0.1");
    await once(socket, "data");
    socket.on("error", () => undefined).write("these bytes are not HTTP/2".repeat(2));
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    await native.close();
    socket.destroy();
  }
});

/** The first bytes that a server sends to whoever connects; empty when it closes the connection. */
const GREETING = `
  const socket = require("node:net").connect(Number(process.argv[1]), "127.0.0.1");
  socket.write("PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n\\0\\0\\0\\4\\0\\0\\0\\0\\0");
  socket.once("data", (bytes) => { process.stdout.write("greeted"); process.exit(0); });
  socket.once("error", () => undefined);
  socket.once("close", () => { process.stdout.write("closed"); process.exit(0); });
`;

async function greetingFor(user: number): Promise<string> {
  const child = spawn("node", ["-e", GREETING, String(native.port)], {
    uid: user,
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  return Buffer.concat(chunks).toString();
}

describe("connections of other users", () => {
  beforeEach(async () => {
    native = await nativeOfTest("handshake", { severalRuns: false });
  });

  test("are refused before a call, and told of once, where the system tells whose they are", async () => {
    const [own, isRoot] = [process.getuid?.() ?? 0, process.getuid?.() === 0];
    expect(await greetingFor(own)).toBe("greeted");
    // Only root can start a process of another user; the table below shows the decision for everybody else.
    if (!isRoot || process.platform !== "linux") return;
    const somebody = 65_533;
    expect(await greetingFor(somebody)).toBe("closed");
    expect(await greetingFor(somebody)).toBe("closed");
    await until(() => expect(native.told).toHaveLength(1));
    expect(native.told[0]).toMatchObject({
      severity: 2,
      text: expect.stringMatching(
        /^a connection of another user of this machine to the provider was refused/,
      ),
    });
    expect(await greetingFor(own)).toBe("greeted");
  });
});

describe("the other end of a connection", () => {
  let listener: Server;
  let ends: { here: Socket; there: Socket };

  beforeEach(async () => {
    native = await nativeOfTest();
    listener = createServer();
    await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
    const there = connect((listener.address() as AddressInfo).port, "127.0.0.1");
    const [here] = (await once(listener, "connection")) as [Socket];
    ends = { here, there };
  });
  afterEach(() => {
    ends.here.destroy();
    ends.there.destroy();
    listener.close();
  });

  const isOnLinux = process.platform === "linux";
  const user = String(process.geteuid?.());
  const stranger = String(Number(user) + 12_345);

  /** The tables of this machine with one change to the row of the other end. */
  const tables =
    (change: (row: string[]) => void, from = "/proc/net/tcp", shown = from) =>
    (table: string) => {
      if (!isOnLinux || (table !== from && table !== shown)) return [];
      const port = (ends.there.localPort as number).toString(16).toUpperCase().padStart(4, "0");
      const lines = readFileSync("/proc/net/tcp", "latin1").split("\n").slice(1);
      return lines.flatMap((line) => {
        const row = line.trim().split(/ +/);
        const isOther = row[1]?.endsWith(`:${port}`) === true;
        if (isOther) change(row);
        return (isOther ? shown : from) === table ? [row.join(" ")] : [];
      });
    };
  const set = (column: number, value: string) => (row: string[]) => {
    row[column] = value;
  };
  const [LOCAL, REMOTE, STATE, USER, INODE] = [1, 2, 3, 7, 9];
  const isOwn = (rows: (table: string) => readonly string[]) => new Peers(listener, rows).isOwn(ends.here);

  test("is this user's, as this machine tells", () => {
    expect(new Peers(listener).isOwn(ends.here)).toBe(true);
    expect(isOwn(tables(() => undefined))).toBe(true);
  });

  test.each([
    ["of another user", set(USER, stranger)],
    ["closed, and nobody's", set(INODE, "0")],
    ["about to be closed", set(STATE, "06")],
    ["not there any more", set(LOCAL, "0100007F:0000")],
  ])("that is %s is refused", (_, change) => {
    expect(isOwn(tables(change))).toBe(!isOnLinux);
  });

  test("may be root's, and have answered by closing its half", () => {
    expect(isOwn(tables(set(USER, "0")))).toBe(true);
    expect(isOwn(tables(set(STATE, "08")))).toBe(true);
  });

  test("may be a socket of both address families", () => {
    const mapped = (row: string[]) => {
      for (const column of [LOCAL, REMOTE] as const) row[column] = `0000000000000000FFFF0000${row[column]}`;
    };
    const strangers = (row: string[]) => {
      mapped(row);
      row[USER] = stranger;
    };
    const both = ["/proc/net/tcp", "/proc/net/tcp6"] as const;
    expect(isOwn(tables(mapped, ...both))).toBe(true);
    expect(isOwn(tables(strangers, ...both))).toBe(!isOnLinux);
  });

  test("passes where the system tells nothing, as in some sandboxes", () => {
    expect(isOwn(() => [])).toBe(true);
    expect(isOwn(tables((row) => set(USER, stranger)(row), "/proc/net/none"))).toBe(true);
  });

  test("that is gone before it is looked at is nobody's", async () => {
    ends.here.on("error", () => undefined);
    const closed = new Promise((done) => ends.here.once("close", done));
    ends.there.resetAndDestroy();
    await closed;
    expect(new Peers(listener).isOwn(ends.here)).toBe(!isOnLinux);
  });
});
