import { expect, test } from "vitest";
import { failureOf } from "../../support/failures";
import { json, TestServer } from "./server";

const THINGS = { path: "/things", listKey: "things" };

test.each([
  ["POST", "/things", 404, ["POST /things"]],
  ["PATCH", "/things/t1", 400, ["PATCH /things/t1"]],
  ["PATCH", "/things/t1", 404, ["PATCH /things/t1", "GET /things"]],
] as const)("%s %s refused with %d sends %j", async (method, path, status, calls) => {
  await using server = await TestServer.start((response, seen) => {
    if (seen.method === "GET") json(response, 200, { things: [] });
    else response.writeHead(status).end();
  });
  const client = server.client();
  const failure = await failureOf(method === "POST" ? client.post(path, {}) : client.patch(path, {}));
  expect(failure).toMatchObject({ name: "ApiError", status });
  expect(server.calls).toEqual(calls);
});

test("a read while a write is under way gets the object, although a list was read before", async () => {
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
