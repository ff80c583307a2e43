// Generated from provider/families by `npm run generate`; do not edit.
import type { Ref } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getTunnel`. A tunnel of an online agent. It serves one endpoint, or the TunnelGroupBackends
 * that match its labels.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
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
  /** Destination of the agent's traffic: a URL or a network address. */
  forwardsTo: string;
}

/** Arguments of `getTunnel`: `id`, or `metadata`. */
export type GetTunnelArgs = OneOf<ById | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getTunnel = get<GetTunnelArgs, TunnelResult>("Tunnel");
/** Reads one object as soon as the arguments are known. */
export const getTunnelOutput = getOutput<GetTunnelArgs, TunnelResult>("Tunnel");
/** Reads all objects immediately, including during previews. */
export const listTunnels = list<TunnelResult>("Tunnel");
/** Reads all objects, as an output. */
export const listTunnelsOutput = listOutput<TunnelResult>("Tunnel");
/** Reads all objects page by page. */
export const eachTunnel = each<TunnelResult>("Tunnel");
