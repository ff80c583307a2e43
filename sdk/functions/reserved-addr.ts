// Generated from provider/families by `npm run generate`; do not edit.
import {
  type Each,
  each,
  type Get,
  type GetOutput,
  get,
  getOutput,
  type List,
  type ListOptions,
  type ListOutput,
  type ListOutputOptions,
  list,
  listOutput,
} from "./lookup";
import type { OneOf } from "./signatures";

/**
 * One object as the service returns it. A TCP address, hostname and port, reserved for the account. The
 * service assigns it at creation.
 *
 * API reference, section "Reserved address".
 */
export interface ReservedAddrResult {
  /** Id of the object. */
  id: string;
  /** Datacenter in which the address is reserved. */
  region: "au" | "eu" | "ap" | "us" | "jp" | "in" | "sa";
  /** What the address is used for. Removing it empties it on the service. */
  description: string;
  /**
   * Your own data, stored with the object; the service does not read it. Removing it empties it on the
   * service.
   */
  metadata: string;
  /** API URI of the object. */
  uri: string;
  /** When the object was created. A time in RFC 3339 format. */
  createdAt: string;
  /** The address as `hostname:port`. */
  addr: string;
}

/** The keys of `getReservedAddr`: `id`, or `addr`, or `description`, or `metadata`. */
export type GetReservedAddrArgs = OneOf<
  | {
      /** Id of the object. */
      id: string;
    }
  | {
      /** The address as `hostname:port`. */
      addr: string;
    }
  | {
      /** What the address is used for. Removing it empties it on the service. */
      description: string;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
    }
>;

/** Reads one object now, at preview as well. */
export const getReservedAddr: Get<GetReservedAddrArgs, ReservedAddrResult> = (args, opts) =>
  get("ReservedAddr", args, opts);
/** Reads one object as soon as the keys are known. */
export const getReservedAddrOutput: GetOutput<GetReservedAddrArgs, ReservedAddrResult> = (args, opts) =>
  getOutput("ReservedAddr", args, opts);
/** Reads all objects of the collection now, at preview as well. */
export const listReservedAddrs: List<ReservedAddrResult, ListOptions> = (opts) =>
  list("ReservedAddr", {}, opts);
/** Reads all objects of the collection as an output. */
export const listReservedAddrsOutput: ListOutput<ReservedAddrResult, ListOutputOptions> = (opts) =>
  listOutput("ReservedAddr", {}, opts);
/** Reads the objects of the collection page by page. */
export const eachReservedAddr: Each<ReservedAddrResult, ListOptions> = (opts) =>
  each("ReservedAddr", {}, opts);
