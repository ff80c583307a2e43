import { expect, test } from "vitest";
import { LostReplyError, systemClock } from "../../../provider/api";
import { catchError } from "../../support/failures";
import { cut, json, type Reaction, refuse, TestServer } from "./server";

const THINGS = { path: "/things", listKey: "things" };

/** Serves a collection whose objects can be read, with the given reaction to its list. */
const withList =
  (list: Reaction): Reaction =>
  (response, received, number) =>
    received.url.startsWith("/things?")
      ? list(response, received, number)
      : json(response, 200, { id: received.url.split("/").at(-1), from: "get" });

test.each<[string, Reaction]>([
  ["the token may read objects but not list them", (response) => refuse(response, 403, "ERR_206", "no")],
  ["a proxy responds instead", (response) => response.end("<html>")],
  ["the response has no such list", (response) => json(response, 200, { others: [] })],
  [
    "the response is too large",
    (response) => {
      response.on("error", () => {});
      response.writeHead(200, { "content-length": 40 * 1024 * 1024 }).write("{");
    },
  ],
])("reads fall back to single objects if the list fails: %s", async (_, list) => {
  await using server = await TestServer.start(withList(list));
  const client = server.client();
  const found = await Promise.all(["t1", "t2"].map((id) => client.read(THINGS, id)));
  expect(found).toEqual([
    { id: "t1", from: "get" },
    { id: "t2", from: "get" },
  ]);
});

test.each<[string, Reaction, RegExp]>([
  ["the token is refused", (response) => refuse(response, 401, "ERR_105", "no"), /token was refused/],
  ["the connection is cut", cut, /connection reset/],
])("reads fail if the list fails for a reason that affects every request: %s", async (_, list, message) => {
  await using server = await TestServer.start(withList(list));
  const client = server.client();
  const reads = await Promise.allSettled(["t1", "t2"].map((id) => client.read(THINGS, id)));
  for (const read of reads) {
    expect(read.status).toBe("rejected");
    expect(String((read as PromiseRejectedResult).reason.message)).toMatch(message);
  }
  expect(server.calls.filter((call) => !call.includes("?"))).toEqual([]);
});

test("reads do not use an old list", async () => {
  const objects = Array.from({ length: 9 }, (_, i) => ({ id: `t${i}`, from: "list" }));
  await using server = await TestServer.start(
    withList((response) => json(response, 200, { things: objects, next_page_uri: null })),
  );
  let now = 1_000_000;
  const client = server.client({}, { ...systemClock, elapsed: () => now });
  await Promise.all(["t1", "t2"].map((id) => client.read(THINGS, id)));
  expect(await client.read(THINGS, "t3")).toMatchObject({ from: "list" });
  now += 60_000;
  expect(await client.read(THINGS, "t4")).toMatchObject({ from: "get" });
  expect(server.calls).toEqual(["GET /things?limit=100", "GET /things/t4"]);
});

test("treats a create with an empty response as lost", async () => {
  await using server = await TestServer.start((response) => response.writeHead(204).end());
  const error = await catchError(server.client().post("/things", { a: 1 }));
  expect(error).toBeInstanceOf(LostReplyError);
  expect(error.message).toBe("POST /things: the response is empty; it is unknown what was created");
  expect(server.calls).toEqual(["POST /things"]);
});
