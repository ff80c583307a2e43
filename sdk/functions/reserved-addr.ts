// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult } from "../resources/types";
import { each, get, getOutput, type ListOptions, type ListOutputOptions, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getReservedAddr`. A TCP address (hostname and port) reserved for the account. The service
 * assigns it at creation.
 *
 * API reference, section "Reserved address".
 */
export interface ReservedAddrResult extends ObjectResult, MetadataResult {
  /** Datacenter of the address. */
  region: "au" | "eu" | "ap" | "us" | "jp" | "in" | "sa";
  /** What the address is used for. */
  description: string;
  /** The address as `hostname:port`. */
  addr: string;
}

/** Arguments of `getReservedAddr`: `id`, or `addr`, or `description`, or `metadata`. */
export type GetReservedAddrArgs = OneOf<
  | ById
  | {
      /** The address as `hostname:port`. */
      addr: string;
    }
  | ByDescription
  | ByMetadata
>;

/** Reads one object immediately, including during previews. */
export const getReservedAddr = get<GetReservedAddrArgs, ReservedAddrResult>("ReservedAddr");
/** Reads one object as soon as the arguments are known. */
export const getReservedAddrOutput = getOutput<GetReservedAddrArgs, ReservedAddrResult>("ReservedAddr");
/** Reads all objects immediately, including during previews. */
export const listReservedAddrs = list<ReservedAddrResult, ListOptions>("ReservedAddr");
/** Reads all objects, as an output. */
export const listReservedAddrsOutput = listOutput<ReservedAddrResult, ListOutputOptions>("ReservedAddr");
/** Reads all objects page by page. */
export const eachReservedAddr = each<ReservedAddrResult, ListOptions>("ReservedAddr");
