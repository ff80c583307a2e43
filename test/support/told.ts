import type { RequestRecord } from "../../emulator";

/** A request as `[method, path, body]`; without a body, two elements. */
export const told = ({ method, path, body }: RequestRecord): readonly unknown[] =>
  body === undefined || body === null ? [method, path] : [method, path, body];

/** The requests of a command that can change something, in their order. */
export const toldWrites = ({ writes }: { readonly writes: readonly RequestRecord[] }) => writes.map(told);
