// Generated from provider/families by `npm run generate`; do not edit.
import type { BrowserSession, ObjectResult, Ref } from "../resources/types";
import * as lookup from "./lookup";

/**
 * One object as the service returns it. The session of an ApplicationUser in one browser at one endpoint.
 *
 * Service only: available in the compatible service but not in the API reference (docs/assumptions.md).
 */
export interface ApplicationSessionResult extends ObjectResult {
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

/** The keys of `getApplicationSession`: `id`. */
export type GetApplicationSessionArgs = {
  /** Id of the object. */
  id: string;
};

/** Reads one object now, at preview as well. */
export const getApplicationSession: lookup.Get<GetApplicationSessionArgs, ApplicationSessionResult> = (
  args,
  opts,
) => lookup.get("ApplicationSession", args, opts);
/** Reads one object as soon as the keys are known. */
export const getApplicationSessionOutput: lookup.GetOutput<
  GetApplicationSessionArgs,
  ApplicationSessionResult
> = (args, opts) => lookup.getOutput("ApplicationSession", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listApplicationSessions: lookup.List<ApplicationSessionResult> = (opts) =>
  lookup.list("ApplicationSession", {}, opts);
/** Reads all objects of the collection as an output. */
export const listApplicationSessionsOutput: lookup.ListOutput<ApplicationSessionResult> = (opts) =>
  lookup.listOutput("ApplicationSession", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachApplicationSession: lookup.Each<ApplicationSessionResult> = (opts) =>
  lookup.each("ApplicationSession", {}, opts);
