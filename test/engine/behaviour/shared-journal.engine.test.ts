import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Emulator, startEmulator } from "../../../emulator";
import { createWorkspace, type Workspace } from "../../support/engine";
import { programOf } from "../../support/program";

/**
 * Two stacks create equal objects at the same time and share a journal folder. The first response is slow, the second
 * is lost before anything was created: the second stack must not take the first one's object.
 */
let emulator: Emulator;
let proxy: Server;
let stacks: readonly Workspace[] = [];
let posts = 0;
const firstIsMade = Promise.withResolvers<void>();
const somebodyLooked = Promise.withResolvers<void>();

beforeAll(async () => {
  emulator = await startEmulator();
  proxy = createServer(async (incoming, response) => {
    const body = await text(incoming);
    const turn = incoming.method === "POST" ? ++posts : 0;
    if (turn === 2) return void response.destroy();
    const headers = {
      authorization: incoming.headers.authorization ?? "",
      "content-type": "application/json",
    };
    const init = { method: incoming.method ?? "GET", headers, ...(body && { body }) };
    const answer = await fetch(emulator.url + incoming.url, init);
    const answered = await answer.text();
    if (turn === 1) {
      firstIsMade.resolve();
      await somebodyLooked.promise;
    }
    response.writeHead(answer.status, { "content-type": "application/json" }).end(answered);
    // The first response arrives after the second stack had time to act on what it has seen.
    if (incoming.method === "GET" && posts > 1) setTimeout(somebodyLooked.resolve, 1_500);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const env = {
    TUNNEL_EDGE_BASE_URL: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    TUNNEL_EDGE_API_TOKEN: emulator.token,
  };
  const program = programOf([{ class: "IpPolicy", name: "office", inputs: { description: "office" } }]);
  stacks = await Promise.all([createWorkspace({ program, env }), createWorkspace({ program, env })]);
  const { TUNNEL_EDGE_JOURNAL_DIR } = (stacks[0] as Workspace).environment;
  for (const stack of stacks) {
    stack.setEnv({ TUNNEL_EDGE_JOURNAL_DIR });
    // The first one waits for its response until the second one has started.
    stack.configure({ "tunnel-edge:requestTimeout": "600" });
  }
});

afterAll(async () => {
  somebodyLooked.resolve();
  for (const stack of stacks) stack.remove();
  proxy?.closeAllConnections();
  await new Promise((resolve) => proxy?.close(resolve));
  await emulator?.close();
});

test("each of them has an object of its own", async () => {
  const [slow, losing] = stacks as readonly [Workspace, Workspace];
  const first = slow.up({ mustSucceed: true });
  await firstIsMade.promise;
  await losing.up({ mustSucceed: true });
  await first;
  const exported = await Promise.all(stacks.map((stack) => stack.exportStack()));
  const ids = exported.map(({ resources }) => resources.find(({ urn }) => urn.endsWith("::office"))?.id);
  expect(new Set(ids)).toEqual(new Set(emulator.objects("/ip_policies").map(({ id }) => id)));
  expect(new Set(ids).size).toBe(2);
});
