// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import type { Ref } from "../resources/types";
import { get, getOutput, type InputsOf, type LookupOptions, type LookupOutputOptions } from "./lookup";

/**
 * What the service says of one object. The mutual TLS module of a TLS edge that is managed elsewhere. Its
 * creation sets the module, whatever was there before.
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
  /**
   * Ids of the CertificateAuthority objects that client certificates are validated against. The order has no
   * meaning.
   */
  certificateAuthorityIds: string[];
  /** The authorities that client certificates are validated against. */
  certificateAuthorities: Ref[];
}

/** By what `getTlsEdgeMutualTls` looks an object up: by `id`, or by `edgeId`. */
export type GetTlsEdgeMutualTlsArgs =
  | {
      /** Id of the module: `<edgeId>/mutual_tls`. */
      id: string;
      edgeId?: never;
    }
  | {
      /** Id of the TlsEdge. */
      edgeId: string;
      id?: never;
    };

/**
 * Reads one module now, at preview as well. Secrets are plain values in the result: keep them out of logs,
 * or use `getTlsEdgeMutualTlsOutput`, which marks them.
 *
 * @throws Error when it is not set.
 */
export function getTlsEdgeMutualTls(
  args: GetTlsEdgeMutualTlsArgs,
  opts?: LookupOptions,
): Promise<TlsEdgeMutualTlsResult> {
  return get<TlsEdgeMutualTlsResult>("TlsEdgeMutualTls", args, opts);
}

/**
 * Reads one module as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTlsEdgeMutualTlsOutput(
  args: InputsOf<GetTlsEdgeMutualTlsArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TlsEdgeMutualTlsResult> {
  return getOutput<TlsEdgeMutualTlsResult>("TlsEdgeMutualTls", args, opts);
}
