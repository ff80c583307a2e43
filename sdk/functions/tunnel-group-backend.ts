// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Ref } from "../resources/types";
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
 * What the service says of one object. A backend of all tunnels with its labels, whichever agent started
 * them.
 *
 * API reference, section "Tunnel group backend".
 */
export interface TunnelGroupBackendResult {
  /** Id of the object. */
  id: string;
  /** Labels to watch for tunnels on. */
  labels: Record<string, string>;
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
  /** The tunnels that currently match. */
  tunnels: Ref[];
}

/** By what `getTunnelGroupBackend` looks an object up: by `id`, or by `description`, or by `metadata`. */
export type GetTunnelGroupBackendArgs =
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
 * or use `getTunnelGroupBackendOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTunnelGroupBackend(
  args: GetTunnelGroupBackendArgs,
  opts?: LookupOptions,
): Promise<TunnelGroupBackendResult> {
  return get<TunnelGroupBackendResult>("TunnelGroupBackend", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTunnelGroupBackendOutput(
  args: InputsOf<GetTunnelGroupBackendArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TunnelGroupBackendResult> {
  return getOutput<TunnelGroupBackendResult>("TunnelGroupBackend", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachTunnelGroupBackend`.
 */
export function listTunnelGroupBackends(opts?: LookupOptions): Promise<TunnelGroupBackendResult[]> {
  return list<TunnelGroupBackendResult>("TunnelGroupBackend", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTunnelGroupBackendsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<TunnelGroupBackendResult[]> {
  return listOutput<TunnelGroupBackendResult>("TunnelGroupBackend", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachTunnelGroupBackend(opts?: LookupOptions): AsyncGenerator<TunnelGroupBackendResult, void> {
  return each<TunnelGroupBackendResult>("TunnelGroupBackend", {}, opts);
}
