// Generated from provider/families by `npm run generate`; do not edit.
import type * as pulumi from "@pulumi/pulumi";
import { get, getOutput, type InputsOf, type LookupOptions, type LookupOutputOptions } from "./lookup";

/**
 * What the service says of one object. The TLS termination module of a TLS edge that is managed elsewhere.
 * Its creation sets the module, whatever was there before.
 *
 * API reference, section "Edge module operations".
 */
export interface TlsEdgeTlsTerminationResult {
  /** Id of the module: `<edgeId>/tls_termination`. */
  id: string;
  /** Id of the TlsEdge. */
  edgeId: string;
  /** Whether the module is applied to traffic. */
  enabled: boolean;
  /** Where TLS ends. */
  terminateAt: "edge" | "upstream";
  /** Lowest TLS version that is accepted. Must not be set when `terminateAt` is `upstream`. */
  minVersion: string;
}

/** By what `getTlsEdgeTlsTermination` looks an object up: by `id`, or by `edgeId`. */
export type GetTlsEdgeTlsTerminationArgs =
  | {
      /** Id of the module: `<edgeId>/tls_termination`. */
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
 * or use `getTlsEdgeTlsTerminationOutput`, which marks them.
 *
 * @throws Error when it is not set.
 */
export function getTlsEdgeTlsTermination(
  args: GetTlsEdgeTlsTerminationArgs,
  opts?: LookupOptions,
): Promise<TlsEdgeTlsTerminationResult> {
  return get<TlsEdgeTlsTerminationResult>("TlsEdgeTlsTermination", args, opts);
}

/**
 * Reads one module as soon as what it is looked up by is known. The output is a secret when the result holds
 * one.
 */
export function getTlsEdgeTlsTerminationOutput(
  args: InputsOf<GetTlsEdgeTlsTerminationArgs>,
  opts?: LookupOutputOptions,
): pulumi.Output<TlsEdgeTlsTerminationResult> {
  return getOutput<TlsEdgeTlsTerminationResult>("TlsEdgeTlsTermination", args, opts);
}
