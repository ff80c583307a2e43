// Generated from provider/families by `npm run generate`; do not edit.
import type { Ref } from "../resources/types";
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
 * One object as the service returns it. A backend of all tunnels with its labels, whichever agent started
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

/** The keys of `getTunnelGroupBackend`: `id`, or `description`, or `metadata`. */
export type GetTunnelGroupBackendArgs = OneOf<
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
export const getTunnelGroupBackend: Get<GetTunnelGroupBackendArgs, TunnelGroupBackendResult> = (args, opts) =>
  get("TunnelGroupBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getTunnelGroupBackendOutput: GetOutput<GetTunnelGroupBackendArgs, TunnelGroupBackendResult> = (
  args,
  opts,
) => getOutput("TunnelGroupBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listTunnelGroupBackends: List<TunnelGroupBackendResult> = (opts) =>
  list("TunnelGroupBackend", {}, opts);
/** Reads all objects of the collection as an output. */
export const listTunnelGroupBackendsOutput: ListOutput<TunnelGroupBackendResult> = (opts) =>
  listOutput("TunnelGroupBackend", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachTunnelGroupBackend: Each<TunnelGroupBackendResult> = (opts) =>
  each("TunnelGroupBackend", {}, opts);
