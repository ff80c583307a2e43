import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { ApiFailure } from "../failure";
import type { HttpAnswer } from "./responses";

/** A request with the whole of its body. */
export interface HttpRequest {
  readonly method: string;
  /** As it was sent, without the query: escapes are kept, and dots are segments like others. */
  readonly path: string;
  /** Of a parameter that is there several times the last. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** Empty where there was none. Bytes, since services take JSON whatever its content type says. */
  readonly body: Buffer;
}

/** Seeds of a whole account are large; a body of the API never comes near. */
const BODY_LIMIT = 512 * 1024 * 1024;

/** Scheme and authority, which a request through a proxy has in front of its path. */
const ORIGIN = /^https?:\/\/[^/?#]*/i;

/** @throws ApiFailure if the body is larger than any can be */
export async function readRequest(message: IncomingMessage): Promise<HttpRequest> {
  const [target = ""] = (message.url ?? "").replace(ORIGIN, "").split("#");
  const [path = ""] = target.split("?", 1);
  return {
    method: message.method ?? "GET",
    path: path === "" ? "/" : path,
    query: Object.fromEntries(new URLSearchParams(target.slice(path.length))),
    headers: message.headers,
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

/** Sends a response whole. */
export function send(response: ServerResponse, { status, headers, body }: HttpAnswer): void {
  response.statusCode = status;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  if (body !== undefined) response.setHeader("content-length", Buffer.byteLength(body));
  response.end(body);
}
