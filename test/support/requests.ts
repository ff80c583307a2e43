import type { RequestRecord } from "../../emulator";
import { sorted } from "../../provider/family/sorted";

/** A request as `[method, path, body]`; without a body, two elements. */
export const requestOf = ({ method, path, body }: RequestRecord): readonly unknown[] =>
  body === undefined || body === null ? [method, path] : [method, path, body];

/** The requests of a command that can change something, in their order. */
export const writesOf = ({ writes }: { readonly writes: readonly RequestRecord[] }) => writes.map(requestOf);

/** Calls as texts that compare whatever the order of the calls and of the keys in their bodies. */
export const inAnyOrder = (calls: readonly unknown[]) =>
  calls.map((call) => JSON.stringify(sorted(call))).sort();
