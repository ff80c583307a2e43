// Generated from provider/families by `npm run generate`; do not edit.
import type { Ref } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getTunnelSession`. The connection of an online agent.
 *
 * API reference, section "Tunnel session".
 */
export interface TunnelSessionResult {
  /** Id of the object. */
  id: string;
  /** API URI of the object. */
  uri: string;
  /** Version of the agent that started the session. */
  agentVersion: string;
  /** The tunnel or SSH credential that started the session. */
  credential: Ref;
  /** Source IP address. */
  ip: string;
  /** Arbitrary data from the agent's configuration. */
  metadata: string;
  /** Operating system of the agent's host. */
  os: string;
  /** Region in which the session was started. */
  region: string;
  /** When the session first connected. A time in RFC 3339 format. */
  startedAt: string;
  /** How the session connects. */
  transport: "tunnel/v2" | "ssh";
}

/** Arguments of `getTunnelSession`: `id`, or `metadata`. */
export type GetTunnelSessionArgs = OneOf<ById | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getTunnelSession = get<GetTunnelSessionArgs, TunnelSessionResult>("TunnelSession");
/** Reads one object as soon as the arguments are known. */
export const getTunnelSessionOutput = getOutput<GetTunnelSessionArgs, TunnelSessionResult>("TunnelSession");
/** Reads all objects immediately, including during previews. */
export const listTunnelSessions = list<TunnelSessionResult, ListOptions>("TunnelSession");
/** Reads all objects, as an output. */
export const listTunnelSessionsOutput = listOutput<TunnelSessionResult, ListOutputOptions>("TunnelSession");
/** Reads all objects page by page. */
export const eachTunnelSession = each<TunnelSessionResult, ListOptions>("TunnelSession");
