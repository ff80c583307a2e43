import { checkedString, oneOf, type Rule, rejectUnless } from "../../family/fields";
import { edgeModule } from "./edge-module";

/** Checks only the format: `rejects` restricts new values to known versions. With `""`, the service chooses one. */
const versionProblem = (version: string) =>
  version === "" || /^\d\.\d$/.test(version)
    ? undefined
    : 'must be the number of a TLS version: "1.2" or "1.3"';

const minVersion = (advice: string, changesWith: readonly string[] = []) =>
  checkedString(versionProblem, `Lowest accepted TLS version.${advice}`, {
    unset: "serverDefault",
    changesWith,
    rejects: rejectUnless(/^(?:1\.[0-3])?$/, 'is not a TLS version: use "1.2" or "1.3"'),
  }).optional();

/** API reference, "EndpointTLSTermination". */
export const tlsTermination = edgeModule(
  "setting",
  {
    terminateAt: oneOf(
      { edge: "At the edge.", upstream: "At the upstream; the edge sees only encrypted traffic." },
      "Where TLS is terminated.",
      { unset: { sends: "edge" } },
    ).optional(),
    minVersion: minVersion(" Must not be set when `terminateAt` is `upstream`.", ["terminateAt"]),
  },
  "TLS termination module: where TLS is terminated.",
  {
    rules: [
      {
        keys: ["terminateAt", "minVersion"],
        errorKey: "minVersion",
        text: "`minVersion` must not be set when `terminateAt` is `upstream`.",
        violation: ({ terminateAt, minVersion }) =>
          terminateAt === "upstream" && minVersion !== undefined
            ? 'must not be set when terminateAt is "upstream": the upstream, not the edge, negotiates the TLS version'
            : undefined,
      },
    ],
  },
);

/** HTTPS edges always terminate TLS themselves. Observed in the service. */
export const tlsTerminationAtEdge = edgeModule(
  "setting",
  { minVersion: minVersion("") },
  "TLS termination module: the accepted TLS versions.",
  {
    shapeName: "TlsTerminationAtEdge",
    notOffered: {
      terminateAt:
        "an HTTPS edge always terminates TLS at the edge, because it reads the requests: remove it, or use a TlsEdge",
    },
  },
);

interface TlsModules {
  readonly tlsTermination?: { readonly terminateAt?: string };
  readonly mutualTls?: { readonly enabled?: boolean };
}

export const terminatesUpstream = ({ tlsTermination }: Pick<TlsModules, "tlsTermination">): boolean =>
  tlsTermination?.terminateAt === "upstream";

/** The API reference disallows "most other modules" without naming them; only this one is assumed to be rejected. */
export const noMutualTlsUpstream: Rule<TlsModules> = {
  keys: ["tlsTermination", "mutualTls"],
  errorKey: "mutualTls",
  text: "`mutualTls` cannot be enabled when `tlsTermination.terminateAt` is `upstream`.",
  violation: ({ tlsTermination, mutualTls }) => {
    const isEnabled = mutualTls !== undefined && mutualTls.enabled !== false;
    return terminatesUpstream({ tlsTermination }) && isEnabled
      ? 'cannot be enabled when tlsTermination.terminateAt is "upstream": the edge does not see the TLS handshake. Remove mutualTls or set its enabled to false'
      : undefined;
  },
};
