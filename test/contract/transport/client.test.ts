import { describe, expect, test } from "vitest";
import { ApiError, isClientError, isNotFound, LostReplyError, ResponseError } from "../../../provider/api";
import { catchError } from "../../support/failures";
import { json, type Reaction, type ReceivedRequest, refuse, TestServer } from "./server";

const THINGS = { path: "/things", listKey: "things" };

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Serves every list of `things` with the given pages, linked by `?page=`, and objects by id. */
function pages(...all: object[][]): Reaction {
  return (response, { method, url, headers }) => {
    const { pathname, searchParams } = new URL(url, "http://x");
    if (method !== "GET") return json(response, method === "DELETE" ? 204 : 200, { id: "x" });
    if (!pathname.endsWith("/things"))
      return json(response, 200, { id: pathname.split("/").at(-1), from: "get" });
    const number = Number(searchParams.get("page") ?? 0);
    const next =
      number + 1 < all.length ? `http://${headers.host}${pathname}?limit=100&page=${number + 1}` : null;
    json(response, 200, { things: all[number], uri: "", next_page_uri: next });
  };
}

describe("errors of the API", () => {
  test("contain call, status, code, message and operation", async () => {
    await using server = await TestServer.start((response) => refuse(response, 400, "ERR_446", "too\n long"));
    const error = await catchError(server.client().patch("/things/1", {}));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 400 });
    expect(error.message).toBe("PATCH /things/1: 400 ERR_446: too long (operation op_1)");
    expect([isClientError(error), isNotFound(error)]).toEqual([true, false]);
  });

  test.each([
    [409, [true, false]],
    [422, [true, false]],
    [404, [false, true]],
    [500, [false, false]],
  ])("with status %d are client errors, mean not found, or neither", async (status, predicates) => {
    await using server = await TestServer.start((response) => refuse(response, status, "ERR_1", "no"));
    const error = await catchError(server.client().get("/things/1"));
    expect([isClientError(error), isNotFound(error)]).toEqual(predicates);
  });

  const body =
    (status: number, text: string): Reaction =>
    (response) =>
      response.writeHead(status).end(text);

  const hint = ": is tunnel-edge:baseUrl the API's address, or does a proxy respond instead?";

  test.each<[string, Reaction, string]>([
    [
      "texts that say nothing",
      body(422, '{"error_code":"ERR_7","msg":" \\n\\u0000 ","details":{"operation_id":""}}'),
      "GET /things/1: 422 ERR_7",
    ],
    ["HTML", body(404, "<html>"), `GET /things/1: status 404, and the response is not JSON but HTML${hint}`],
    ["nothing", body(405, ""), `GET /things/1: status 405, and the response is empty`],
  ])("describe a response that contains %s", async (_, react, message) => {
    await using server = await TestServer.start(react);
    const error = await catchError(server.client().get("/things/1"));
    expect(error.message).toBe(message);
    expect(isNotFound(error)).toBe(false);
  });
});

describe("the client", () => {
  test("treats 204 and null for a module as not found", async () => {
    await using server = await TestServer.start((response, _, number) =>
      number === 1 ? response.writeHead(204).end() : response.end("null"),
    );
    const client = server.client();
    expect(isNotFound(await catchError(client.get("/edges/1/mutual_tls")))).toBe(true);
    expect(isNotFound(await catchError(client.get("/edges/1/mutual_tls")))).toBe(true);
  });

  test("rejects an empty response for an object with an id, which may still exist", async () => {
    await using server = await TestServer.start((response, _, number) =>
      number === 1 ? response.writeHead(204).end() : response.end("null"),
    );
    for (const read of [
      () => server.client().find("/things/t1", "t1"),
      () => server.client().read({ path: "/things", listKey: "things" }, "t1"),
    ])
      expect(await catchError(read())).toMatchObject({
        name: "ResponseError",
        message: "GET /things/t1: the response is empty: is tunnel-edge:baseUrl the API's address?",
      });
  });

  test("treats a 404 to a deletion as success, and other refusals as errors", async () => {
    await using server = await TestServer.start((response, { url }) =>
      refuse(response, url === "/things/gone" ? 404 : 400, "ERR_1", "no"),
    );
    await server.client().delete("/things/gone");
    expect(isClientError(await catchError(server.client().delete("/things/used")))).toBe(true);
  });

  test("treats a created object without a usable id as lost", async () => {
    for (const body of [{}, { id: 7 }, { id: ".." }, { id: "a/b" }, { id: "" }]) {
      await using server = await TestServer.start((response) => json(response, 201, body));
      const error = await catchError(server.client().post("/things", {}));
      expect(error).toBeInstanceOf(LostReplyError);
      expect(server.received).toHaveLength(1);
    }
  });

  test("treats a create after a server error as lost, and quotes the server", async () => {
    await using server = await TestServer.start((response) => refuse(response, 500, "ERR_1", "no luck"));
    const error = await catchError(server.client().post("/things", {}));
    expect(error).toMatchObject({ name: "LostReplyError", status: 500 });
    expect(error.message).toBe(
      "POST /things: 500 ERR_1: no luck (operation op_1); it is unknown whether the request was carried out",
    );
  });

  test("sends a command without a body, and accepts an empty response", async () => {
    await using server = await TestServer.start((response) => response.writeHead(204).end());
    expect(await server.client().post("/tunnel_sessions/ts_1/stop", undefined)).toBeUndefined();
    expect(server.received[0]?.body).toBe("");
  });

  test("rejects a response about another object", async () => {
    await using server = await TestServer.start((response) => json(response, 200, { id: "other" }));
    const client = server.client();
    const collection = { path: "/things", listKey: "things" };
    const calls = [() => client.read(collection, "t1"), () => client.patch("/things/t1", {}, "t1")];
    for (const call of calls) {
      const error = await catchError(call());
      expect(error).toBeInstanceOf(ResponseError);
      expect(error.message).toContain("the response is about another object than t1");
    }
  });
});

describe("lists", () => {
  test("follow next_page_uri over empty pages, against the base URL", async () => {
    await using server = await TestServer.start(pages([{ id: "a" }], [], [{ id: "b" }, { id: "a" }]));
    expect(await collect(server.client().list(THINGS))).toEqual([{ id: "a" }, { id: "b" }]);
    expect(server.calls).toEqual([
      "GET /things?limit=100",
      "GET /things?limit=100&page=1",
      "GET /things?limit=100&page=2",
    ]);
  });

  test("use only path and query of next_page_uri, whatever its host", async () => {
    await using other = await TestServer.start(pages([{ id: "theirs" }]));
    for (const host of [other.url, "https://api.internal", "//api.internal", ""]) {
      await using server = await TestServer.start((response, { url }, number) =>
        json(response, 200, {
          things: [{ id: `t${number}` }],
          next_page_uri: number === 1 ? `${host}${url}&before_id=t1` : null,
        }),
      );
      const client = server.client({ baseUrl: `${server.url}/gateway/v1` });
      expect(await collect(client.list(THINGS))).toEqual([{ id: "t1" }, { id: "t2" }]);
      expect(server.calls).toEqual([
        "GET /gateway/v1/things?limit=100",
        "GET /gateway/v1/things?limit=100&before_id=t1",
      ]);
    }
    expect(other.received).toEqual([]);
  });

  test.each(["", "/gateway"])(
    "follow a link whose path is not below the base URL, because a gateway at %j rewrites paths",
    async (prefix) => {
      await using server = await TestServer.start((response, _, number) =>
        json(response, 200, {
          things: [{ id: `t${number}` }],
          next_page_uri: number === 1 ? "https://behind/internal/v2/things?before_id=x?y&limit=100" : null,
        }),
      );
      const client = server.client({ baseUrl: server.url + prefix });
      expect(await collect(client.list(THINGS))).toEqual([{ id: "t1" }, { id: "t2" }]);
      expect(server.calls[1]).toBe(`GET ${prefix}/things?before_id=x?y&limit=100`);
    },
  );

  test("fetch pages on demand", async () => {
    await using server = await TestServer.start(pages([{ id: "a" }], [{ id: "b" }]));
    for await (const _ of server.client().list(THINGS)) break;
    expect(server.calls).toEqual(["GET /things?limit=100"]);
  });

  const reply = (fields: (received: ReceivedRequest, number: number) => object): Reaction => {
    return (response, received, number) =>
      json(response, 200, { things: [], next_page_uri: null, ...fields(received, number) });
  };
  test.each<[string, Reaction, string]>([
    ["an invalid link", reply(() => ({ next_page_uri: "http://[" })), "next_page_uri is not a valid address"],
    ["a data URI", reply(() => ({ next_page_uri: "data:text/plain,x" })), "another collection"],
    ["a link that isn't a string", reply(() => ({ next_page_uri: 7 })), "next_page_uri is not a string"],
    ["another list's link", reply(() => ({ next_page_uri: "/api_keys?limit=100" })), "another collection"],
    ["a link to the same page", reply((received) => ({ next_page_uri: received.url })), "leads back"],
    ["links in a circle", reply((_, n) => ({ next_page_uri: `/things?page=${n % 2}` })), "leads back"],
    [
      "an equal page behind each link",
      reply((_, n) => ({ things: [{ id: "a" }], next_page_uri: `/things?page=${n}` })),
      "repeats a page",
    ],
    [
      "an endless list of empty pages",
      reply((_, n) => ({ next_page_uri: `/things?page=${n}` })),
      "pages in a row are empty",
    ],
    ["a response without the list", reply(() => ({ things: undefined })), "has no list things"],
    ["a list of other things", reply(() => ({ things: ["a"] })), "not an object"],
    ["an id with a slash", reply(() => ({ things: [{ id: "../x" }] })), "the response's id contains one of"],
  ])("reject %s with a clear error", async (_, react, message) => {
    await using server = await TestServer.start(react);
    const error = await catchError(collect(server.client().list(THINGS)));
    expect(error).toBeInstanceOf(ResponseError);
    expect(error.message).toContain(message);
  });

  test("send the filter, and follow the service's link to the next page", async () => {
    await using server = await TestServer.start(pages([{ id: "a" }], [{ id: "b" }]));
    const filter = 'metadata.contains("team a") && id != "x"';
    await collect(server.client().list({ path: "/things", listKey: "things", filter }));
    expect(server.calls[0]).toBe(`GET /things?limit=100&filter=${encodeURIComponent(filter)}`);
    expect(server.calls).toHaveLength(2);
  });

  test("of a collection without an own list come from the response of its parent", async () => {
    await using server = await TestServer.start((response) =>
      json(response, 200, { id: "box_1", parts: [{ id: "a", kept: { Deep: 1 } }, { id: "b" }] }),
    );
    const parts = { path: "/boxes/box_1/parts", listKey: "parts", inParent: true };
    expect(await collect(server.client().list(parts))).toEqual([{ id: "a", kept: { Deep: 1 } }, { id: "b" }]);
    expect(server.calls).toEqual(["GET /boxes/box_1"]);
  });

  test("reject an invalid id in the response of a parent", async () => {
    await using server = await TestServer.start((response) =>
      json(response, 200, { parts: [{ id: "../x" }] }),
    );
    const parts = { path: "/boxes/box_1/parts", listKey: "parts", inParent: true };
    expect((await catchError(collect(server.client().list(parts)))).message).toContain("contains one of");
  });

  test("of a collection without an own list serve many reads with one read of the parent", async () => {
    await using server = await TestServer.start((response) =>
      json(response, 200, { id: "box_1", parts: [{ id: "a" }, { id: "b" }, { id: "c" }] }),
    );
    const parts = { path: "/boxes/box_1/parts", listKey: "parts", inParent: true };
    const client = server.client();
    const read = await Promise.all(["a", "b", "c"].map((id) => client.read(parts, id)));
    expect(read).toEqual([{ id: "a" }, { id: "b" }, { id: "c" }]);
    expect(server.calls).toEqual(["GET /boxes/box_1"]);
  });

  test("treat a null list as empty", async () => {
    await using server = await TestServer.start(reply(() => ({ things: null })));
    expect(await collect(server.client().list(THINGS))).toEqual([]);
  });
});

describe("bulk reads", () => {
  const objects = Array.from({ length: 50 }, (_, i) => ({ id: `t${i}`, from: "list" }));

  test.each([
    ["the object", "/things/t9"],
    ["a path below it", "/things/t9/module"],
    ["the collection", "/things"],
    ["its container", "/owners/o1"],
  ])("never use a list from before a write to %s", async (_, path) => {
    await using server = await TestServer.start(pages(objects));
    const client = server.client();
    const collection = path.startsWith("/owners") ? { path: "/owners/o1/things", listKey: "things" } : THINGS;
    await Promise.all([client.read(collection, "t1"), client.read(collection, "t2")]);
    expect(await client.read(collection, "t3")).toMatchObject({ from: "list" });
    await client.patch(path, {});
    expect(await client.read(collection, "t4")).toMatchObject({ from: "get" });
  });

  test("keep a list after writes to other collections", async () => {
    await using server = await TestServer.start(pages(objects));
    const client = server.client();
    await Promise.all([client.read(THINGS, "t1"), client.read(THINGS, "t2")]);
    await client.patch("/things_of_another_kind/1", {});
    expect(await client.read(THINGS, "t3")).toMatchObject({ from: "list" });
  });

  test("discard a page that was read during a write", async () => {
    let finishWrite = () => {};
    await using server = await TestServer.start((response, received, number) => {
      if (received.method === "PATCH") finishWrite = () => json(response, 200, { id: "t9" });
      else pages(objects)(response, received, number);
    });
    const client = server.client();
    const write = client.patch("/things/t9", {});
    await Promise.all([client.read(THINGS, "t1"), client.read(THINGS, "t2")]);
    finishWrite();
    await write;
    expect(await client.read(THINGS, "t9")).toMatchObject({ from: "get" });
  });
});

// A 404 to a write may come from a proxy, so the client looks for the object in its container.
test.each([
  ["POST", "/edges/e1/routes", 404, {}, ["POST /edges/e1/routes"], false],
  ["PATCH", "/things/t1", 400, {}, ["PATCH /things/t1"], false],
  ["PATCH", "/things/t1", 404, { things: [] }, ["PATCH /things/t1", "GET /things"], true],
  ["PATCH", "/things/t1", 404, {}, ["PATCH /things/t1", "GET /things"], false],
  // The container has the object that is reported missing, so a proxy has responded.
  ["PATCH", "/things/t1", 404, { things: [{ id: "t1" }] }, ["PATCH /things/t1", "GET /things"], false],
  [
    "PATCH",
    "/things/t1/part",
    404,
    { id: "t1", part: {} },
    ["PATCH /things/t1/part", "GET /things/t1"],
    false,
  ],
  ["PATCH", "/things/t1/part", 404, { id: "t1" }, ["PATCH /things/t1/part", "GET /things/t1"], true],
] as const)("%s %s refused with %d, container %j: sends %j, means gone: %s", async (...row) => {
  const [method, path, status, container, calls, isAbsent] = row;
  await using server = await TestServer.start((response, received) => {
    if (received.method === "GET") json(response, 200, container);
    else response.writeHead(status).end();
  });
  const client = server.client();
  const failure = await catchError(method === "POST" ? client.post(path, {}) : client.patch(path, {}));
  expect(failure).toMatchObject({ name: "ApiError", status });
  expect([server.calls, isNotFound(failure)]).toEqual([calls, isAbsent]);
});

test.each([
  ["with the service's code", true, { error_code: "ERR_NGROK_3", status_code: 404, msg: "not here" }],
  ["without a code", false, { status_code: 404, msg: "not here", details: {} }],
  ["with an empty code", false, { error_code: "", status_code: 404, msg: "not here" }],
])("a 404 %s proves the deletion of an object that the list still has: %s", async (_, isGone, body) => {
  await using server = await TestServer.start((response, { method }) =>
    method === "GET" ? json(response, 200, { things: [{ id: "t1" }] }) : json(response, 404, body),
  );
  const failure = await server
    .client()
    .delete("/things/t1")
    .catch((error: unknown) => error);
  expect(failure instanceof Error ? isNotFound(failure) : true).toBe(isGone);
});

test("finds an object of a later page despite a 404 of a proxy", async () => {
  const page = (id: string, next: string | null) => ({ things: [{ id }], next_page_uri: next });
  await using server = await TestServer.start((response, { method, url }) => {
    if (method !== "GET") response.writeHead(404).end();
    else
      json(response, 200, url.includes("before_id") ? page("t1", null) : page("t2", "/things?before_id=t2"));
  });
  expect(isNotFound(await catchError(server.client().delete("/things/t1")))).toBe(false);
});

test("a read during a write reads the object, although a list was read before", async () => {
  let finishWrite = () => {};
  await using server = await TestServer.start((response, { method, url }) => {
    if (method === "PATCH") finishWrite = () => json(response, 200, { id: "t9" });
    else if (url.startsWith("/things?"))
      json(response, 200, { things: ["t1", "t2", "t3"].map((id) => ({ id, from: "list" })) });
    else json(response, 200, { id: url.split("/").at(-1), from: "get" });
  });
  const client = server.client();
  await Promise.all([client.read(THINGS, "t1"), client.read(THINGS, "t2")]);
  const write = client.patch("/things/t9", {});
  expect(await client.read(THINGS, "t3")).toMatchObject({ from: "get" });
  finishWrite();
  await write;
});
