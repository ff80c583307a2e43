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
import { catchMessage } from "../../support/failures";
import type { NativeProcess } from "../../support/native-protocol";
import { emulatedAccount, testNative } from "../../support/test-resources";
import { until } from "../../support/until";

let emulator: Emulator;
let native: NativeProcess;

beforeEach(async () => {
  vi.stubEnv("TUNNEL_EDGE_JOURNAL_DIR", "off");
  emulator = await emulatedAccount();
});

const account = () => ({ baseUrl: emulator.url, apiToken: emulator.token });

describe("a provider process of an engine", () => {
  beforeEach(async () => {
    native = await testNative("handshake", { severalRuns: false });
  });

  test("rejects a second configuration, and sends nothing to its account", async () => {
    await native.configure(account());
    const second = await emulatedAccount();
    const message = await catchMessage(native.configure({ baseUrl: second.url, apiToken: second.token }));
    expect(message).toContain("serves a single run of the engine, and it has been configured already");
    const { id } = await native.create("IpPolicy", {});
    expect(emulator.objects("/ip_policies")).toMatchObject([{ id }]);
    expect(second.requests()).toEqual([]);
  });

  test("rejects a second engine, and reports to the first", async () => {
    await native.attach();
    expect(await catchMessage(native.attach())).toContain("an engine has attached to it already");
    const elsewhere = "127.0.0.1:9";
    const attaching = new Promise((done, fail) => {
      native.client.attach(new PluginAttach().setAddress(elsewhere), (error) =>
        error ? fail(error) : done(0),
      );
    });
    expect(await catchMessage(attaching)).toContain("an engine has attached to it already");
    const greeting = new Promise((done, fail) => {
      native.client.handshake(new pb.ProviderHandshakeRequest().setEngineAddress(elsewhere), (error) =>
        error ? fail(error) : done(0),
      );
    });
    expect(await catchMessage(greeting)).toContain("another engine has connected to it already");
    await native.configure(account());
    const { id, state } = await native.create("IpPolicy", { deleteOnDestroy: false });
    await native.delete("IpPolicy", id, state);
    expect(native.logged).toHaveLength(1);
  });
});

/** Calls Check with bytes that may not be a valid message. */
const sendCheck = (bytes: Buffer) =>
  new Promise((done, fail) => {
    const identity = (value: Buffer) => value;
    const { path } = ResourceProviderService.check;
    native.client.makeUnaryRequest(path, identity, identity, bytes, (error) =>
      error ? fail(error) : done(0),
    );
  });

describe("a request whose stated length exceeds the message", () => {
  beforeEach(async () => {
    native = await testNative("handshake", { severalRuns: false });
    await native.configure(account());
  });

  /** The length 2^35 - 1 in protobuf's encoding. It follows the tag of a field, such as 0x0a for field 1. */
  const gigabytes = [0xff, 0xff, 0xff, 0xff, 0x7f];
  test.each([
    ["a string", [0x0a, ...gigabytes, 0x41]],
    ["a string with a length of more than 32 bits", [0x0a, ...gigabytes.slice(0, 4), 0xff, 0xff, 0x01, 0x41]],
    ["a string with a truncated length", [0x0a, 0xff, 0xff]],
    ["the values", [0x12, ...gigabytes, 0x0a]],
    ["an entry of the values", [0x12, 0x08, 0x0a, ...gigabytes, 0x0a, 0x01]],
    ["the key of an entry", [0x12, 0x0a, 0x0a, 0x08, 0x0a, ...gigabytes, 0x0a, 0x01]],
    ["an unknown field", [0xfa, 0x7f, ...gigabytes, 0x41]],
  ])("is rejected immediately: %s", async (_, bytes) => {
    const cpuBefore = process.cpuUsage();
    expect(await catchMessage(sendCheck(Buffer.from(bytes)))).toContain("Error deserializing request");
    const { user } = process.cpuUsage(cpuBefore);
    expect(user).toBeLessThan(2_000_000);
    expect((await native.check("IpPolicy", {}, {})).failures).toEqual([]);
  });

  test("is rejected immediately: the frame of the message", async () => {
    const session = connectHttp2(`http://127.0.0.1:${native.port}`);
    const call = session.request({
      ":method": "POST",
      ":path": ResourceProviderService.check.path,
      "content-type": "application/grpc",
      te: "trailers",
    });
    call.write(Buffer.from([0, 0xff, 0xff, 0xff, 0xff, 0x41]));
    const [response] = await once(call, "response");
    expect(decodeURI(String(response["grpc-message"]))).toContain("Received message larger than max");
    session.destroy();
    expect((await native.check("IpPolicy", {}, {})).failures).toEqual([]);
  });
});

test("the process stops even if a connection breaks in the meantime", async () => {
  // The number of event loop turns until the break depends on the version of Node.js.
  for (let turns = 0; turns < 10; turns++) {
    native = await testNative("handshake");
    const socket = connect(native.port, "127.0.0.1");
    await once(socket, "data");
    socket.on("error", () => undefined).write("these bytes are not HTTP/2".repeat(2));
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    await native.close();
    socket.destroy();
  }
});

/** A program that connects to the server, and prints whether it responds or closes the connection. */
const CLIENT = `
  const socket = require("node:net").connect(Number(process.argv[1]), "127.0.0.1");
  socket.write("PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n\\0\\0\\0\\4\\0\\0\\0\\0\\0");
  socket.once("data", (bytes) => { process.stdout.write("accepted"); process.exit(0); });
  socket.once("error", () => undefined);
  socket.once("close", () => { process.stdout.write("closed"); process.exit(0); });
`;

async function connectAs(user: number): Promise<string> {
  const child = spawn("node", ["-e", CLIENT, String(native.port)], {
    uid: user,
    cwd: "/",
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(child, "close");
  return Buffer.concat(chunks).toString();
}

test("connections of other users are refused before any call, and reported once, on Linux", async () => {
  native = await testNative("handshake", { severalRuns: false });
  const ownUser = process.getuid?.() ?? 0;
  expect(await connectAs(ownUser)).toBe("accepted");
  // Only root can start a process of another user; the tests below cover the decision for all others.
  if (process.getuid?.() !== 0 || process.platform !== "linux") return;
  const otherUser = 65_533;
  expect(await connectAs(otherUser)).toBe("closed");
  expect(await connectAs(otherUser)).toBe("closed");
  await until(() => expect(native.logged).toHaveLength(1));
  expect(native.logged[0]).toMatchObject({
    severity: 2,
    text: expect.stringMatching(/^the provider refused a connection of another user of this machine/),
  });
  expect(await connectAs(ownUser)).toBe("accepted");
});

describe("the peer of a connection", () => {
  let listener: Server;
  let ends: { here: Socket; there: Socket };

  beforeEach(async () => {
    native = await testNative();
    listener = createServer();
    await new Promise<void>((done) => listener.listen(0, "127.0.0.1", done));
    const client = connect((listener.address() as AddressInfo).port, "127.0.0.1");
    const [server] = (await once(listener, "connection")) as [Socket];
    ends = { here: server, there: client };
  });
  afterEach(() => {
    ends.here.destroy();
    ends.there.destroy();
    listener.close();
  });

  const isOnLinux = process.platform === "linux";
  const user = String(process.geteuid?.());
  const otherUser = String(Number(user) + 12_345);

  /** Returns a reader of the system's connection tables that changes the peer's row and lists it in `peerTable`. */
  const tables =
    (change: (row: string[]) => void, from = "/proc/net/tcp", peerTable = from) =>
    (table: string) => {
      if (!isOnLinux || (table !== from && table !== peerTable)) return [];
      const port = (ends.there.localPort as number).toString(16).toUpperCase().padStart(4, "0");
      const lines = readFileSync("/proc/net/tcp", "latin1").split("\n").slice(1);
      return lines.flatMap((line) => {
        const row = line.trim().split(/ +/);
        const isPeer = row[1]?.endsWith(`:${port}`) === true;
        if (isPeer) change(row);
        return (isPeer ? peerTable : from) === table ? [row.join(" ")] : [];
      });
    };
  const set = (column: number, value: string) => (row: string[]) => {
    row[column] = value;
  };
  const [LOCAL, REMOTE, STATE, USER, INODE] = [1, 2, 3, 7, 9];
  const isOwn = (rows: (table: string) => readonly string[]) => new Peers(listener, rows).isOwn(ends.here);

  test("is accepted if it belongs to this user", () => {
    expect(new Peers(listener).isOwn(ends.here)).toBe(true);
    expect(isOwn(tables(() => undefined))).toBe(true);
  });

  test.each([
    ["it belongs to another user", set(USER, otherUser)],
    ["it is closed", set(INODE, "0")],
    ["it is closing", set(STATE, "06")],
    ["it no longer exists", set(LOCAL, "0100007F:0000")],
  ])("is refused if %s", (_, change) => {
    expect(isOwn(tables(change))).toBe(!isOnLinux);
  });

  test("is accepted if it belongs to root, or has closed its half of the connection", () => {
    expect(isOwn(tables(set(USER, "0")))).toBe(true);
    expect(isOwn(tables(set(STATE, "08")))).toBe(true);
  });

  test("is recognized by an IPv4-mapped IPv6 address", () => {
    const map = (row: string[]) => {
      for (const column of [LOCAL, REMOTE] as const) row[column] = `0000000000000000FFFF0000${row[column]}`;
    };
    const mapForOtherUser = (row: string[]) => {
      map(row);
      row[USER] = otherUser;
    };
    const both = ["/proc/net/tcp", "/proc/net/tcp6"] as const;
    expect(isOwn(tables(map, ...both))).toBe(true);
    expect(isOwn(tables(mapForOtherUser, ...both))).toBe(!isOnLinux);
  });

  test("is accepted if the system doesn't list users, as in some sandboxes", () => {
    expect(isOwn(() => [])).toBe(true);
    expect(isOwn(tables(set(USER, otherUser), "/proc/net/none"))).toBe(true);
  });

  test("is refused if it was reset before the check", async () => {
    ends.here.on("error", () => undefined);
    const closed = new Promise((done) => ends.here.once("close", done));
    ends.there.resetAndDestroy();
    await closed;
    expect(new Peers(listener).isOwn(ends.here)).toBe(!isOnLinux);
  });
});
