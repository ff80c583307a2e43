export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Request {
  method: Method;
  /** Relative to the base URL, starting with a slash; may contain a query. */
  path: string;
  body?: unknown;
}

export interface ApiResponse {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** A JSON object or null; undefined without a body (204, or an empty response to DELETE). */
  body: unknown;
  /** Size of the body on the wire. */
  bytes: number;
}
