import { expect, test } from "vitest";
import { isNotFound } from "../../../provider/api";
import { failureOf } from "../../support/failures";
import { json, TestServer } from "./server";

const THINGS = { path: "/things", listKey: "things" };

test.each([
  ["POST", "/edges/e1/routes", 404, {}, ["POST /edges/e1/routes"], false],
  ["PATCH", "/things/t1", 400, {}, ["PATCH /things/t1"], false],
  ["PATCH", "/things/t1", 404, { things: [] }, ["PATCH /things/t1", "GET /things"], true],
  ["PATCH", "/things/t1", 404, {}, ["PATCH /things/t1", "GET /things"], false],
  // A proxy has answered: the container shows what is said to be missing.
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
] as const)("%s %s refused with %d, its container being %j, sends %j", async (...row) => {
  const [method, path, status, container, calls, isAbsent] = row;
  await using server = await TestServer.start((response, seen) => {
    if (seen.method === "GET") json(response, 200, container);
    else response.writeHead(status).end();
  });
  const client = server.client();
  const failure = await failureOf(method === "POST" ? client.post(path, {}) : client.patch(path, {}));
  expect(failure).toMatchObject({ name: "ApiError", status });
  expect([server.calls, isNotFound(failure)]).toEqual([calls, isAbsent]);
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
