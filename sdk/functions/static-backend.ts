// Generated from provider/families by `npm run generate`; do not edit.
import type { StaticBackendTlsModule } from "../resources/types";
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOutput,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A backend that sends traffic to a fixed address on the internet,
 * without an agent.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface StaticBackendResult {
  /** Id of the object. */
  id: string;
  /** The address, such as `origin.example.com:443`. */
  address: string;
  /** TLS between the service and the address. */
  tls: StaticBackendTlsModule;
  /** What the backend is for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
}

/** The keys of `getStaticBackend`: `id`, or `description`, or `metadata`. */
export type GetStaticBackendArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the backend is for. Removing it empties it on the service. */
      description: string;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getStaticBackend: Get<GetStaticBackendArgs, StaticBackendResult> = (args, opts) =>
  get("StaticBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getStaticBackendOutput: GetOutput<GetStaticBackendArgs, StaticBackendResult> = (args, opts) =>
  getOutput("StaticBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listStaticBackends: List<StaticBackendResult> = (opts) => list("StaticBackend", {}, opts);
/** Reads all objects of the collection as an output. */
export const listStaticBackendsOutput: ListOutput<StaticBackendResult> = (opts) =>
  listOutput("StaticBackend", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachStaticBackend: Each<StaticBackendResult> = (opts) => each("StaticBackend", {}, opts);
