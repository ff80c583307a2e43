// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { StaticBackendTlsModule } from "../resources/types";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. A backend that sends traffic to a fixed address on the internet,
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

/** By what `getStaticBackend` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetStaticBackendArgs =
  | {
      /** Id of the object. */
      id: string;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the backend is for. Removing it empties it on the service. */
      description: string;
      id?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getStaticBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getStaticBackend(
  args: GetStaticBackendArgs,
  opts?: LookupOptions,
): Promise<StaticBackendResult> {
  return get<StaticBackendResult>("StaticBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getStaticBackendOutput(
  args: InputsOf<GetStaticBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<StaticBackendResult> {
  return getOutput<StaticBackendResult>("StaticBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachStaticBackend`.
 */
export function listStaticBackends(opts?: LookupOptions): Promise<StaticBackendResult[]> {
  return list<StaticBackendResult>("StaticBackend", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listStaticBackendsOutput(opts?: LookupOutputOptions): pulumi.Output<StaticBackendResult[]> {
  return listOutput<StaticBackendResult>("StaticBackend", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachStaticBackend(opts?: LookupOptions): AsyncGenerator<StaticBackendResult, void> {
  return each<StaticBackendResult>("StaticBackend", {}, opts);
}
