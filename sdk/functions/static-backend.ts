// Generated from provider/families by `npm run generate`; do not edit.
import type { MetadataResult, ObjectResult, StaticBackendTlsModule } from "../resources/types";
import { each, get, getOutput, list, listOutput } from "./lookup";
import type { ByDescription, ById, ByMetadata, OneOf } from "./signatures";

/**
 * Result of `getStaticBackend`. A backend that sends traffic to a fixed address on the internet, without an
 * agent.
 *
 * Supported by the compatible service, but missing from the API reference (docs/assumptions.md).
 */
export interface StaticBackendResult extends ObjectResult, MetadataResult {
  /** The address, such as `origin.example.com:443`. */
  address: string;
  /** TLS between the service and the address. */
  tls: StaticBackendTlsModule;
  /** What the backend is for. */
  description: string;
}

/** Arguments of `getStaticBackend`: `id`, or `description`, or `metadata`. */
export type GetStaticBackendArgs = OneOf<ById | ByDescription | ByMetadata>;

/** Reads one object immediately, including during previews. */
export const getStaticBackend = get<GetStaticBackendArgs, StaticBackendResult>("StaticBackend");
/** Reads one object as soon as the arguments are known. */
export const getStaticBackendOutput = getOutput<GetStaticBackendArgs, StaticBackendResult>("StaticBackend");
/** Reads all objects immediately, including during previews. */
export const listStaticBackends = list<StaticBackendResult>("StaticBackend");
/** Reads all objects, as an output. */
export const listStaticBackendsOutput = listOutput<StaticBackendResult>("StaticBackend");
/** Reads all objects page by page. */
export const eachStaticBackend = each<StaticBackendResult>("StaticBackend");
