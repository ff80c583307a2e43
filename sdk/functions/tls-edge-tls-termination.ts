// Generated from provider/families by `npm run generate`; do not edit.
import { get, getOutput } from "./lookup";
import type { OneOf } from "./signatures";

/**
 * Result of `getTlsEdgeTlsTermination`. The TLS termination module of a TLS edge that is managed elsewhere.
 * Creating it overwrites the module's previous settings.
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
  /** Where TLS is terminated. */
  terminateAt: "edge" | "upstream";
  /** Lowest accepted TLS version. Must not be set when `terminateAt` is `upstream`. */
  minVersion: string;
}

/** Arguments of `getTlsEdgeTlsTermination`: `id`, or `edgeId`. */
export type GetTlsEdgeTlsTerminationArgs = OneOf<
  | {
      /** Id of the module: `<edgeId>/tls_termination`. */
      id: string;
    }
  | {
      /** Id of the TlsEdge. */
      edgeId: string;
    }
>;

/** Reads one module immediately, including during previews. */
export const getTlsEdgeTlsTermination = get<GetTlsEdgeTlsTerminationArgs, TlsEdgeTlsTerminationResult>(
  "TlsEdgeTlsTermination",
);
/** Reads one module as soon as the arguments are known. */
export const getTlsEdgeTlsTerminationOutput = getOutput<
  GetTlsEdgeTlsTerminationArgs,
  TlsEdgeTlsTerminationResult
>("TlsEdgeTlsTermination");
