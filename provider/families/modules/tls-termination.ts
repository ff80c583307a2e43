import { formedString, object, oneOf, type Rule, refusing } from "../../family/fields";
import { enabled } from "./enabled";

/** The service accepts `1.2`, for example. It decides which versions are valid; `""` lets it choose one. */
const wrongVersion = (version: string) =>
  version === "" || /^\d\.\d$/.test(version)
    ? undefined
    : 'must be the number of a TLS version alone: "1.2" or "1.3"';

const minVersion = (advice: string, changesWith: readonly string[] = []) =>
  formedString(wrongVersion, `Lowest TLS version that is accepted.${advice}`, {
    unset: "serverDefault",
    changesWith,
    refuses: refusing((version) =>
      version === "" || /^1\.[0-3]$/.test(version) ? undefined : 'is no version of TLS: "1.2" or "1.3"',
    ),
  }).optional();

/** API reference, "EndpointTLSTermination". */
export const tlsTerminationShape = {
  enabled,
  terminateAt: oneOf(
    { edge: "At the edge.", upstream: "At the upstream: the edge sees only encrypted traffic." },
    "Where TLS ends.",
    { unset: { sends: "edge" } },
  ).optional(),
  minVersion: minVersion(" Must not be set when `terminateAt` is `upstream`.", ["terminateAt"]),
};

export const tlsTerminationRules: readonly Rule[] = [
  {
    keys: ["terminateAt", "minVersion"],
    at: "minVersion",
    text: "`minVersion` must not be set when `terminateAt` is `upstream`.",
    broken: ({ terminateAt, minVersion }) =>
      terminateAt === "upstream" && minVersion !== undefined
        ? 'must not be set when terminateAt is "upstream": the upstream, not the edge, agrees on the TLS version'
        : undefined,
  },
];

export const tlsTermination = object(tlsTerminationShape, "TLS termination module: where TLS ends.", {
  significantWhenEmpty: true,
  rules: tlsTerminationRules,
});

/**
 * The module of edges that see every request and therefore always terminate TLS themselves. Observed at the service.
 */
export const tlsTerminationAtEdge = object(
  { enabled, minVersion: minVersion("") },
  "TLS termination module: which TLS versions are accepted.",
  {
    significantWhenEmpty: true,
    shapeName: "TlsTerminationAtEdge",
    notOffered: {
      terminateAt:
        "an HTTPS edge always terminates TLS at the edge, since it reads the requests: remove it, or use a TlsEdge",
    },
  },
);

interface TlsModules {
  readonly tlsTermination?: { readonly terminateAt?: string };
  readonly mutualTls?: { readonly enabled?: boolean };
}

/** True if TLS ends at the upstream, so that the edge sees encrypted traffic only. */
export const endsUpstream = ({ tlsTermination }: Pick<TlsModules, "tlsTermination">): boolean =>
  tlsTermination?.terminateAt === "upstream";

/** For edges that have both modules. Of the "most other modules" only this one is assumed to be refused. */
export const noMutualTlsUpstream: Rule<TlsModules> = {
  keys: ["tlsTermination", "mutualTls"],
  at: "mutualTls",
  text: "`mutualTls` cannot be enabled when `tlsTermination.terminateAt` is `upstream`.",
  broken: ({ tlsTermination, mutualTls }) => {
    const applied = mutualTls !== undefined && mutualTls.enabled !== false;
    return endsUpstream({ tlsTermination }) && applied
      ? 'cannot be enabled when tlsTermination.terminateAt is "upstream": the edge does not see the TLS handshake. Remove mutualTls or set its enabled to false'
      : undefined;
  },
};
