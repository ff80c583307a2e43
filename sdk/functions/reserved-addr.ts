// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
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
 * What the service says of one object. A TCP address, hostname and port, reserved for the account. The
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

/**
 * By what `getReservedAddr` looks an object up: by `id`, or by `addr`, or by `description`, or by
 * `metadata`.
 */
export type GetReservedAddrArgs =
  | {
      /** Id of the object. */
      id: string;
      addr?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** The address as `hostname:port`. */
      addr: string;
      id?: never;
      description?: never;
      metadata?: never;
    }
  | {
      /** What the address is used for. Removing it empties it on the service. */
      description: string;
      id?: never;
      addr?: never;
      metadata?: never;
    }
  | {
      /**
       * Your own data, stored with the object; the service does not read it. Removing it empties it on the
       * service.
       */
      metadata: string;
      id?: never;
      addr?: never;
      description?: never;
    };

/**
 * Reads one object now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getReservedAddrOutput`, which marks them.
 *
 * @throws Error when there is no such object, or more than one.
 */
export function getReservedAddr(
  args: GetReservedAddrArgs,
  opts?: LookupOptions,
): Promise<ReservedAddrResult> {
  return get<ReservedAddrResult>("ReservedAddr", args, opts);
}

/**
 * Reads one object as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getReservedAddrOutput(
  args: InputsOf<GetReservedAddrArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<ReservedAddrResult> {
  return getOutput<ReservedAddrResult>("ReservedAddr", args, opts);
}

/**
 * Reads all objects of the collection now, at preview as well, in the order of the service, which is newest
 * first by convention. With `filter` the service selects among them. For big accounts see
 * `eachReservedAddr`.
 */
export function listReservedAddrs(opts?: ListOptions): Promise<ReservedAddrResult[]> {
  return list<ReservedAddrResult>("ReservedAddr", {}, opts);
}

/** Reads all objects of the collection. The output is a secret when one of them holds a secret. */
export function listReservedAddrsOutput(opts?: ListOutputOptions): pulumi.Output<ReservedAddrResult[]> {
  return listOutput<ReservedAddrResult>("ReservedAddr", {}, opts);
}

/**
 * Reads the objects of the collection one after the other; a page is fetched when it is reached, so that a
 * loop that ends early reads no more than it needs.
 */
export function eachReservedAddr(opts?: ListOptions): AsyncGenerator<ReservedAddrResult, void> {
  return each<ReservedAddrResult>("ReservedAddr", {}, opts);
}
