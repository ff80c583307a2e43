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
 * What the service says of one object. What an agent that is online forwards to: to one endpoint, or to the
 * TunnelGroupBackends of its labels.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface TunnelResult {
  /** Id of the object. */
  id: string;
  /** URL of the agent's own endpoint; empty for a tunnel with labels. */
  publicUrl: string;
  /** When the tunnel was started. A time in RFC 3339 format. */
  startedAt: string;
  /** Arbitrary data from the agent's configuration. */
  metadata: string;
  /** `http`, `https`, `tcp` or `tls`; empty for a tunnel with labels. */
  proto: string;
  /** Region in which the tunnel was started. */
  region: string;
  /** The TunnelSession of the agent. */
  tunnelSession: Ref;
  /** The agent's own endpoint; null for a tunnel with labels. */
  endpoint: Ref | null;
  /** Labels by which TunnelGroupBackends find the tunnel; null without any. */
  labels: Record<string, string> | null;
  /** The TunnelGroupBackends that the tunnel serves; empty for a tunnel without labels. */
  backends: Ref[];
  /** Where the agent forwards to: a URL or a network address. */
  forwardsTo: string;
}

/** By what `getTunnel` looks an object up: by `id`, or by `metadata`. */
export type GetTunnelArgs =
  | {
      /** Id of the object. */
      id: string;
      metadata?: never;
    }
  | {
      /** Arbitrary data from the agent's configuration. */
      metadata: string;
      id?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTunnelOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTunnel(args: GetTunnelArgs, opts?: LookupOptions): Promise<TunnelResult> {
  return get<TunnelResult>("Tunnel", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTunnelOutput(
  args: InputsOf<GetTunnelArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TunnelResult> {
  return getOutput<TunnelResult>("Tunnel", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachTunnel`.
 */
export function listTunnels(opts?: LookupOptions): Promise<TunnelResult[]> {
  return list<TunnelResult>("Tunnel", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTunnelsOutput(opts?: LookupOutputOptions): pulumi.Output<TunnelResult[]> {
  return listOutput<TunnelResult>("Tunnel", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachTunnel(opts?: LookupOptions): AsyncGenerator<TunnelResult, void> {
  return each<TunnelResult>("Tunnel", {}, opts);
}
