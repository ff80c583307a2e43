// Generated from provider/families by `npm run generate`; do not edit.
import type { Ref } from "../resources/types";
import { get, getOutput } from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getTlsEdgeMutualTls`. The mutual TLS module of a TLS edge that is managed elsewhere. Creating
 * it overwrites the module's previous settings.
 *
 * API reference, section "Edge module operations".
 */
export interface TlsEdgeMutualTlsResult {
  /** Id of the module: `<edgeId>/mutual_tls`. */
  id: string;
  /** Id of the TlsEdge. */
  edgeId: string;
  /** Whether the module is applied to traffic. */
  enabled: boolean;
  /** Ids of the CertificateAuthority objects used to verify client certificates. Order is ignored. */
  certificateAuthorityIds: string[];
  /** The authorities used to verify client certificates. */
  certificateAuthorities: Ref[];
}

/** Arguments of `getTlsEdgeMutualTls`: `id`, or `edgeId`. */
export type GetTlsEdgeMutualTlsArgs = OneOf<
  | {
      /** Id of the module: `<edgeId>/mutual_tls`. */
      id: string;
    }
  | {
      /** Id of the TlsEdge. */
      edgeId: string;
    }
>;

/** Reads one module immediately, including during previews. */
export const getTlsEdgeMutualTls = get<GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult>("TlsEdgeMutualTls");
/** Reads one module as soon as the arguments are known. */
export const getTlsEdgeMutualTlsOutput = getOutput<GetTlsEdgeMutualTlsArgs, TlsEdgeMutualTlsResult>(
  "TlsEdgeMutualTls",
);
