import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { type AccountObject, addressOf } from "../../provider/host/inspect";
import { grouped } from "../common";

/** A copy of an account that answers what was read of it and takes no writes. */
export interface AccountCopy extends AsyncDisposable {
  readonly url: string;
  readonly token: string;
  /** Each request that would have written, such as `PATCH /ip_policies/ipp_1`. */
  readonly writes: readonly string[];
}

const PAGE_SIZE = 100;

/** Serves objects on this machine, to whoever has the token. */
export async function startCopy(objects: readonly AccountObject[]): Promise<AccountCopy> {
  const answers = answersOf(objects);
  const token = randomBytes(32).toString("hex");
  const writes: string[] = [];
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { method = "", url = "", headers } = request;
    const answer = (status: number, body: unknown) => {
      // What was sent is read to its end: a connection that is cut off looks like a lost answer.
      request.resume().once("end", () => {
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      });
    };
    if (headers.authorization !== `Bearer ${token}`) return answer(401, { msg: "wrong token" });
    if (method !== "GET") {
      writes.push(`${method} ${url}`);
      return answer(403, { msg: "a copy of an account takes no writes" });
    }
    const found = answers.get(url) ?? answers.get(url.split("?", 1)[0] ?? "");
    return found === undefined ? answer(404, { msg: "not found" }) : answer(200, found);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    token,
    writes,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Answers by path: objects, and the pages of their lists. */
function answersOf(objects: readonly AccountObject[]): ReadonlyMap<string, unknown> {
  const placed = objects.map((object) => ({ ...addressOf(object), answer: { ...object.answer } }));
  const byItem = new Map(placed.map(({ item, answer }) => [item, answer]));
  const answers = new Map<string, unknown>(byItem);
  for (const [list, members] of grouped(placed, (one) => one.list)) {
    const [{ listKey, parent } = { listKey: "", parent: undefined }] = members;
    const all = members.map(({ answer }) => answer);
    if (parent !== undefined) Object.assign(byItem.get(parent) ?? {}, { [listKey]: all });
    for (let from = 0; from < all.length; from += PAGE_SIZE) {
      const next = from + PAGE_SIZE < all.length ? pagePath(list, from + PAGE_SIZE) : null;
      const page = { [listKey]: all.slice(from, from + PAGE_SIZE), next_page_uri: next };
      answers.set(from === 0 ? list : pagePath(list, from), page);
    }
  }
  return answers;
}

const pagePath = (list: string, from: number) => `${list}?from=${from}`;
