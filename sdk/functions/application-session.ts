// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { BrowserSession, Ref } from "../resources/types";
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
 * What the service says of one object. The session of an ApplicationUser in one browser at one endpoint.
 *
 * Service only: the compatible service has it, the API reference does not (docs/assumptions.md).
 */
export interface ApplicationSessionResult {
  /** Id of the object. */
  id: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /** URL of the endpoint. */
  publicUrl: string;
  /** The browser. */
  browserSession: BrowserSession;
  /** The user; null if unknown. */
  applicationUser: Ref | null;
  /** When the session was last used. A time in RFC 3339 format. */
  lastActive: string;
  /** When the session expires. A time in RFC 3339 format. */
  expiresAt: string;
  /** The endpoint, such as that of an agent; null for an edge. */
  endpoint: Ref | null;
  /** The edge; null for an endpoint. */
  edge: Ref | null;
  /** The route of the edge; null for an endpoint. */
  route: Ref | null;
}

/** By what `getApplicationSession` looks an object up: by `id`. */
export type GetApplicationSessionArgs = {
  /** Id of the object. */
  id: string;
};

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getApplicationSessionOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getApplicationSession(
  args: GetApplicationSessionArgs,
  opts?: LookupOptions,
): Promise<ApplicationSessionResult> {
  return get<ApplicationSessionResult>("ApplicationSession", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getApplicationSessionOutput(
  args: InputsOf<GetApplicationSessionArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ApplicationSessionResult> {
  return getOutput<ApplicationSessionResult>("ApplicationSession", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. For big accounts see `eachApplicationSession`.
 */
export function listApplicationSessions(opts?: LookupOptions): Promise<ApplicationSessionResult[]> {
  return list<ApplicationSessionResult>("ApplicationSession", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listApplicationSessionsOutput(
  opts?: LookupOutputOptions,
): pulumi.Output<ApplicationSessionResult[]> {
  return listOutput<ApplicationSessionResult>("ApplicationSession", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachApplicationSession(opts?: LookupOptions): AsyncGenerator<ApplicationSessionResult, void> {
  return each<ApplicationSessionResult>("ApplicationSession", {}, opts);
}
