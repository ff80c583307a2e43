import type { IncomingMessage, ServerResponse } from "node:http";
import { ApiFailure } from "../failure";
import type { HttpResponse } from "./responses";

/** A request with its whole body. */
export type HttpRequest = Awaited<ReturnType<typeof readRequest>>;

/** Large enough to seed a whole account; API requests are much smaller. */
const BODY_LIMIT = 512 * 1024 * 1024;

/** The scheme and authority, which requests through a proxy have before the path. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** @throws ApiFailure if the body exceeds the limit */
export async function readRequest(message: IncomingMessage) {
  const [target = ""] = (message.url ?? "").replace(ORIGIN, "").split("#");
  const [path = ""] = target.split("?", 1);
  const search = target.slice(path.length + 1);
  return {
    method: message.method ?? "GET",
    /** The raw path, without the query: escapes are kept, and dots are ordinary segments. */
    path: path === "" ? "/" : path,
    /** The last value of a repeated parameter. */
    query: Object.fromEntries(new URLSearchParams(search)),
    /** The raw query, without the question mark. */
    search,
    headers: message.headers,
    /** Empty without a body. */
    body: await readBody(message),
  };
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const tooLarge = () => new ApiFailure("tooLarge", `The body is larger than ${BODY_LIMIT} bytes.`);
  if (Number(message.headers["content-length"] ?? 0) > BODY_LIMIT) throw tooLarge();
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of message as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > BODY_LIMIT) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function send(response: ServerResponse, { status, headers, body }: HttpResponse): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  const hasBody = body !== undefined && ![204, 304].includes(status);
  if (hasBody) response.setHeader("content-length", Buffer.byteLength(body));
  response.end(hasBody ? body : undefined);
}
