// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult, Ref } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A backend of all tunnels with its labels, whichever agent started
 * them.
 *
 * API reference, section "Tunnel group backend".
 */
export interface TunnelGroupBackendResult extends ObjectResult {
  /** Labels to watch for tunnels on. */
  labels: Record<string, string>;
  /** What the backend is for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
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
export const getTunnelGroupBackend: lookup.Get<GetTunnelGroupBackendArgs, TunnelGroupBackendResult> = (
  args,
  opts,
) => lookup.get("TunnelGroupBackend", args, opts);
/** Reads one object as soon as the keys are known. */
export const getTunnelGroupBackendOutput: lookup.GetOutput<
  GetTunnelGroupBackendArgs,
  TunnelGroupBackendResult
> = (args, opts) => lookup.getOutput("TunnelGroupBackend", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listTunnelGroupBackends: lookup.List<TunnelGroupBackendResult> = (opts) =>
  lookup.list("TunnelGroupBackend", {}, opts);
/** Reads all objects of the collection as an output. */
export const listTunnelGroupBackendsOutput: lookup.ListOutput<TunnelGroupBackendResult> = (opts) =>
  lookup.listOutput("TunnelGroupBackend", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachTunnelGroupBackend: lookup.Each<TunnelGroupBackendResult> = (opts) =>
  lookup.each("TunnelGroupBackend", {}, opts);
