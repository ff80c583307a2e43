import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type AccountObject, objectPathsOf } from "../../provider/inspect";

const PAGE_SIZE = 100;

/** Serves objects over HTTP on this machine to clients with the token, until disposed. */
export async function startAccountCopy(objects: readonly AccountObject[]) {
  const responses = responsesOf(objects);
  const token = randomBytes(32).toString("hex");
  /** The rejected write requests, such as `PATCH /ip_policies/ipp_1`. */
  const writes: string[] = [];
  const server = createServer((request, response) => {
    const { method = "", url = "", headers } = request;
    const send = (status: number, body: unknown) => {
      // Drain the request body first: a connection that is cut looks like a lost response.
      request.resume().once("end", () => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
    };
    if (headers.authorization !== `Bearer ${token}`) return send(401, { msg: "wrong token" });
    if (method !== "GET") {
      writes.push(`${method} ${url}`);
      return send(403, { msg: "a copy of an account accepts no writes" });
    }
    const body = responses.get(url) ?? responses.get(url.split("?", 1)[0] ?? "");
    return body === undefined ? send(404, { msg: "not found" }) : send(200, body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    writes,
    async [Symbol.asyncDispose]() {
      const closed = once(server.close(), "close");
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Returns the responses by path: objects, and the pages of their lists. */
function responsesOf(objects: readonly AccountObject[]): ReadonlyMap<string, unknown> {
  // Copies, because lists of child objects are added below.
  const entries = objects.map((object) => ({
    ...objectPathsOf(object),
    response: { ...object.response },
  }));
  const objectResponses = new Map(entries.map(({ item, response }) => [item, response]));
  const responses = new Map<string, unknown>(objectResponses);
  for (const members of Map.groupBy(entries, ({ list }) => list).values()) {
    const [first] = members;
    if (!first) continue;
    const { list, listKey, parent } = first;
    const listItems = members.map(({ response }) => response);
    // The list of some objects, such as the routes of an edge, is part of their parent.
    if (parent !== undefined) Object.assign(objectResponses.get(parent) ?? {}, { [listKey]: listItems });
    for (let start = 0; start < listItems.length; start += PAGE_SIZE) {
      const next = start + PAGE_SIZE < listItems.length ? pagePath(list, start + PAGE_SIZE) : null;
      const page = { [listKey]: listItems.slice(start, start + PAGE_SIZE), next_page_uri: next };
      responses.set(start === 0 ? list : pagePath(list, start), page);
    }
  }
  return responses;
}

const pagePath = (list: string, start: number) => `${list}?from=${start}`;
