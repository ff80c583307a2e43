import type { RequestRecord } from "../../emulator";
import { sorted } from "../../provider/family/collections";

/** Formats a request as `[method, path, body]`, or `[method, path]` without a body. */
export const formatRequest = ({ method, path, body }: RequestRecord): readonly unknown[] =>
  body === undefined || body === null ? [method, path] : [method, path, body];

export const formatWrites = ({ writes }: { readonly writes: readonly RequestRecord[] }) =>
  writes.map(formatRequest);

/** Formats calls for a comparison that ignores the order of calls and of the keys in their bodies. */
export const inAnyOrder = (calls: readonly unknown[]) =>
  calls.map((call) => JSON.stringify(sorted(call))).sort();

export const selectWrites = (calls: readonly RequestRecord[]) =>
  calls.filter(({ method }) => method !== "GET");
