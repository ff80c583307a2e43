// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Ref } from "../resources/types";
import {
  each,
  get,
  getOutput,
  type InputsOf,
  type ListOptions,
  type ListOutputOptions,
  type LookupOptions,
  type LookupOutputOptions,
  list,
  listOutput,
} from "./lookup";

/**
 * What the service says of one object. The connection of an agent that is online.
 *
 * API reference, section "Tunnel session".
 */
export interface TunnelSessionResult {
  /** Id of the object. */
  id: string;
  /** API URI of the object. */
  uri: string;
  /** Version of the agent that has started the session. */
  agentVersion: string;
  /** The tunnel or SSH credential that the session was started with. */
  credential: Ref;
  /** Source IP address. */
  ip: string;
  /** Arbitrary data from the agent's configuration. */
  metadata: string;
  /** Operating system of the agent's host. */
  os: string;
  /** Region in which the session was started. */
  region: string;
  /** When the session connected first. A time in RFC 3339 format. */
  startedAt: string;
  /** How the session connects. */
  transport: "tunnel/v2" | "ssh";
}

/** By what `getTunnelSession` looks an object up: by `id`, or by `metadata`. */
export type GetTunnelSessionArgs =
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
 * or use `getTunnelSessionOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getTunnelSession(
  args: GetTunnelSessionArgs,
  opts?: LookupOptions,
): Promise<TunnelSessionResult> {
  return get<TunnelSessionResult>("TunnelSession", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTunnelSessionOutput(
  args: InputsOf<GetTunnelSessionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TunnelSessionResult> {
  return getOutput<TunnelSessionResult>("TunnelSession", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachTunnelSession`.
 */
export function listTunnelSessions(opts?: ListOptions): Promise<TunnelSessionResult[]> {
  return list<TunnelSessionResult>("TunnelSession", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listTunnelSessionsOutput(opts?: ListOutputOptions): pulumi.Output<TunnelSessionResult[]> {
  return listOutput<TunnelSessionResult>("TunnelSession", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachTunnelSession(opts?: ListOptions): AsyncGenerator<TunnelSessionResult, void> {
  return each<TunnelSessionResult>("TunnelSession", {}, opts);
}
