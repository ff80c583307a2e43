// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult, Ref } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getTunnelGroupBackend`. A backend that balances over all tunnels with matching labels,
 * regardless of the agent.
 *
 * API reference, section "Tunnel group backend".
 */
export interface TunnelGroupBackendResult extends ObjectResult, MetadataResult {
  /** Labels that a tunnel must have to be part of the backend. */
  labels: Record<string, string>;
  /** What the backend is for. */
  description: string;
  /** The tunnels that currently match. */
  tunnels: Ref[];
}

/** Arguments of `getTunnelGroupBackend`: `id`, or `description`, or `metadata`. */
export type GetTunnelGroupBackendArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getTunnelGroupBackend = get<GetTunnelGroupBackendArgs, TunnelGroupBackendResult>(
  "TunnelGroupBackend",
);
/** Reads one object as soon as the arguments are known. */
export const getTunnelGroupBackendOutput = getOutput<GetTunnelGroupBackendArgs, TunnelGroupBackendResult>(
  "TunnelGroupBackend",
);
/** Reads all objects immediately, including during previews. */
export const listTunnelGroupBackends = list<TunnelGroupBackendResult>("TunnelGroupBackend");
/** Reads all objects, as an output. */
export const listTunnelGroupBackendsOutput = listOutput<TunnelGroupBackendResult>("TunnelGroupBackend");
/** Reads all objects page by page. */
export const eachTunnelGroupBackend = each<TunnelGroupBackendResult>("TunnelGroupBackend");
