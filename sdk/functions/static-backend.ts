// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult, StaticBackendTlsModule } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A backend that sends traffic to a fixed address on the internet,
 * without an agent.
 *
 * Service only: available in the compatible service but not in the API reference (docs/assumptions.md).
 */
export interface StaticBackendResult extends ObjectResult {
  /** The address, such as `origin.example.com:443`. */
  address: string;
  /** TLS between the service and the address. */
  tls: StaticBackendTlsModule;
  /** What the backend is for. If removed, the service clears it. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
  metadata: string;
}

/** The keys of `getStaticBackend`: `id`, or `description`, or `metadata`. */
export type GetStaticBackendArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the backend is for. If removed, the service clears it. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. If removed, the service clears it. */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getStaticBackend: lookup.Get<GetStaticBackendArgs, StaticBackendResult> = (args, opts) =>
  lookup.get("StaticBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getStaticBackendOutput: lookup.GetOutput<GetStaticBackendArgs, StaticBackendResult> = (
  args,
  opts,
) => lookup.getOutput("StaticBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listStaticBackends: lookup.List<StaticBackendResult> = (opts) =>
  lookup.list("StaticBackend", {}, opts);
/** Reads all objects of the collection as an output. */
export const listStaticBackendsOutput: lookup.ListOutput<StaticBackendResult> = (opts) =>
  lookup.listOutput("StaticBackend", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachStaticBackend: lookup.Each<StaticBackendResult> = (opts) =>
  lookup.each("StaticBackend", {}, opts);
