// Generated from provider/families by `npm run generate`; do not edit.
import type { ObjectResult, Ref } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getTunnelGroupBackend`. A backend that balances over all tunnels with matching labels,
 * regardless of the agent.
 *
 * API reference, section "Tunnel group backend".
 */
export interface TunnelGroupBackendResult extends ObjectResult {
  /** Labels that a tunnel must have to be part of the backend. */
  labels: Record<string, string>;
  /** What the backend is for. */
  description: string;
  /** Your own data, stored with the object; the service does not read it. */
  metadata: string;
  /** The tunnels that currently match. */
  tunnels: Ref[];
}

/** Arguments of `getTunnelGroupBackend`: `id`, or `description`, or `metadata`. */
export type GetTunnelGroupBackendArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** What the backend is for. */
      description: string;
    }
  | {
      /** Your own data, stored with the object; the service does not read it. */
      metadata: string;
    }
>;

/** Reads one object immediately, including during previews. */
export const getTunnelGroupBackend: lookup.Get<GetTunnelGroupBackendArgs, TunnelGroupBackendResult> = (
  args,
  opts,
) => lookup.get("TunnelGroupBackend", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getTunnelGroupBackendOutput: lookup.GetOutput<
  GetTunnelGroupBackendArgs,
  TunnelGroupBackendResult
> = (args, opts) => lookup.getOutput("TunnelGroupBackend", args, opts);
/** Reads all objects immediately, including during previews. */
export const listTunnelGroupBackends: lookup.List<TunnelGroupBackendResult> = (opts) =>
  lookup.list("TunnelGroupBackend", {}, opts);
/** Reads all objects, as an output. */
export const listTunnelGroupBackendsOutput: lookup.ListOutput<TunnelGroupBackendResult> = (opts) =>
  lookup.listOutput("TunnelGroupBackend", {}, opts);
/** Reads all objects page by page. */
export const eachTunnelGroupBackend: lookup.Each<TunnelGroupBackendResult> = (opts) =>
  lookup.each("TunnelGroupBackend", {}, opts);
