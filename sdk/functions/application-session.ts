// Generated from provider/families by `npm run generate`; do not edit.
import type { BrowserSession, ObjectResult, Ref } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ById } from "./signatures";

/**
 * Result of `getApplicationSession`. The session of an ApplicationUser in one browser at one endpoint.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
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

/** Arguments of `getApplicationSession`: `id`. */
export type GetApplicationSessionArgs = ById;

/** Reads one object immediately, including during previews. */
export const getApplicationSession = get<GetApplicationSessionArgs, ApplicationSessionResult>(
  "ApplicationSession",
);
/** Reads one object as soon as the arguments are known. */
export const getApplicationSessionOutput = getOutput<GetApplicationSessionArgs, ApplicationSessionResult>(
  "ApplicationSession",
);
/** Reads all objects immediately, including during previews. */
export const listApplicationSessions = list<ApplicationSessionResult>("ApplicationSession");
/** Reads all objects, as an output. */
export const listApplicationSessionsOutput = listOutput<ApplicationSessionResult>("ApplicationSession");
/** Reads all objects page by page. */
export const eachApplicationSession = each<ApplicationSessionResult>("ApplicationSession");
