// Generated from provider/families by `npm run generate`; do not edit.
import type { Ref } from "../resources/types";
import * as lookup from "./lookup";
import type { OneOf } from "./signatures";

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
export type GetTunnelSessionArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** Arbitrary data from the agent's configuration. */
      metadata: string;
    }
>;

/** Reads one object immediately, including during previews. */
export const getTunnelSession: lookup.Get<GetTunnelSessionArgs, TunnelSessionResult> = (args, opts) =>
  lookup.get("TunnelSession", args, opts);
/** Reads one object as soon as the arguments are known. */
export const getTunnelSessionOutput: lookup.GetOutput<GetTunnelSessionArgs, TunnelSessionResult> = (
  args,
  opts,
) => lookup.getOutput("TunnelSession", args, opts);
/** Reads all objects immediately, including during previews. */
export const listTunnelSessions: lookup.List<TunnelSessionResult, lookup.ListOptions> = (opts) =>
  lookup.list("TunnelSession", {}, opts);
/** Reads all objects, as an output. */
export const listTunnelSessionsOutput: lookup.ListOutput<TunnelSessionResult, lookup.ListOutputOptions> = (
  opts,
) => lookup.listOutput("TunnelSession", {}, opts);
/** Reads all objects page by page. */
export const eachTunnelSession: lookup.Each<TunnelSessionResult, lookup.ListOptions> = (opts) =>
  lookup.each("TunnelSession", {}, opts);
