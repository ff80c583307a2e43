import { z } from "zod";
import * as edge from "../../sdk";
import { type AttachedPolicy, activeGuards, endpointPolicy, modulePolicy } from "../attached-policy";
import { type AuthorityFacts, authoritiesIn, daysInWords, daysUntil } from "../certificates";
import { isApplied, isSwitchedOn } from "../guards";
import {
  findingsAbout,
  type ResourceContext,
  reference,
  resourceRule,
  SOURCES,
  stackRule,
  toList,
} from "../rule";
import { isInternal } from "../stack-access";

function authorityProblems(
  { commonName, notAfter, isAuthority, maySign }: AuthorityFacts,
  minDays: number,
): string[] {
  const days = daysUntil(notAfter) ?? 0;
  const expiry = days < 0 ? "expired" : "expires";
  return [
    ...(days < minDays
      ? [`"${commonName}" in caPem ${expiry} ${daysInWords(days)}: replace it with its successor.`]
      : []),
    ...(isAuthority ? [] : [`"${commonName}" in caPem is not the certificate of an authority.`]),
    ...(maySign ? [] : [`"${commonName}" in caPem may not sign certificates, by its key usages.`]),
  ];
}

export const edgeMtlsCaValid = resourceRule({
  id: "edge-mtls-ca-valid",
  severity: "high",
  title: "A certificate authority must be valid and allowed to sign certificates.",
  reason: "Otherwise, the handshakes of all clients fail.",
  source: [reference("Certificate authority")],
  advice: "Replace caPem with the PEM of the authority's current certificate.",
  config: z.object({
    minDays: z.number().min(0).default(0).describe("Minimum remaining validity, in days."),
  }),
  cases: (on) =>
    on(edge.CertificateAuthority, ({ caPem }, { config }) =>
      authoritiesIn(caPem).flatMap((authority) => authorityProblems(authority, config.minDays)),
    ),
});

const checkAuthorities = ({ certificateAuthorityIds }: { certificateAuthorityIds?: readonly string[] }) =>
  certificateAuthorityIds && certificateAuthorityIds.length > 0
    ? undefined
    : "certificateAuthorityIds is empty: set it to the CertificateAuthority that signs the client certificates.";

const checkMutualTls = ({ mutualTls }: { mutualTls?: { certificateAuthorityIds?: readonly string[] } }) => {
  const problem = mutualTls && checkAuthorities(mutualTls);
  return problem && `mutualTls.${problem}`;
};

export const edgeMtlsHasCa = resourceRule({
  id: "edge-mtls-has-ca",
  severity: "high",
  title: "Mutual TLS must refer to trusted authorities.",
  reason: "Without a trust anchor, no client certificate can be validated.",
  source: [reference("TLS edge")],
  advice: "Set certificateAuthorityIds to at least one CertificateAuthority.",
  cases: (on) => [
    on(edge.TlsEdge, checkMutualTls),
    on(edge.HttpsEdge, checkMutualTls),
    on(edge.TlsEdgeMutualTls, checkAuthorities),
  ],
});

interface Termination {
  enabled?: boolean;
  terminateAt?: "edge" | "upstream";
  minVersion?: string;
}

type Context = ResourceContext<{ readonly accepted: readonly string[] }>;

function terminationViolation(
  { enabled, terminateAt, minVersion }: Termination,
  { config }: Context,
): string | undefined {
  // Without TLS termination at the edge, the upstream negotiates the version.
  if (enabled === false || terminateAt === "upstream") return undefined;
  const isAccepted = config.accepted.some((version) => version.toLowerCase() === minVersion?.toLowerCase());
  if (isAccepted) return undefined;
  const problem = minVersion === undefined ? "is not set, so the service picks one" : `is ${minVersion}`;
  return `minVersion ${problem}: set it to ${config.accepted.join(" or ")}.`;
}

function setMinVersion(termination: Termination, { config }: Context): undefined {
  termination.minVersion = config.accepted[0];
}

/** The minor version in a spelling such as `1.2` or `tls1_2`; NaN for others. */
const minorVersion = (version: string) => Number(/1[._]?([0-3])$/.exec(version)?.[1]);

function policyViolations(
  policy: AttachedPolicy,
  url: string,
  { config: { accepted } }: Context,
): readonly string[] {
  if (!/^(?:https|tls):/i.test(url) || isInternal(url)) return [];
  const lowest = Math.min(...accepted.map(minorVersion));
  const terminations = activeGuards(policy).flatMap(({ action: { requires }, path }) =>
    requires.kind === "tls" ? [{ path: `${path}.config.min_version`, version: requires.minVersion }] : [],
  );
  // By default, the upstream of a TLS endpoint negotiates the version.
  const byDefault =
    /^https:/i.test(url) && hasDefaultVersion(policy) ? [{ path: policy.path, version: "1.2" }] : [];
  return [...terminations, ...byDefault]
    .filter(({ version }) => minorVersion(version) < lowest)
    .map(
      ({ path, version }) =>
        `${path} accepts TLS ${version}: set min_version of terminate-tls to ${accepted.join(" or ")}.`,
    );
}

/** True if some clients definitely get the service's default. */
const hasDefaultVersion = ({ reading }: AttachedPolicy) =>
  reading?.rules.every(({ conditions, actions }) =>
    actions.every(
      ({ effect, type }) => effect !== "unknown" && (conditions.length > 0 || type !== "terminate-tls"),
    ),
  ) === true;

interface TlsEdgeProps {
  tlsTermination?: Termination;
}

const moduleViolation = ({ tlsTermination }: TlsEdgeProps, context: Context) => {
  const problem = tlsTermination && terminationViolation(tlsTermination, context);
  return problem && `tlsTermination.${problem}`;
};

function tlsEdgeViolations(props: TlsEdgeProps, context: Context): string[] {
  const policy = modulePolicy(props);
  return [
    ...toList(moduleViolation(props, context)),
    // Only the scheme of the URL matters.
    ...(policy ? policyViolations(policy, "tls://edge", context) : []),
  ];
}

const fixTlsEdge = ({ tlsTermination }: TlsEdgeProps, context: Context) =>
  tlsTermination && terminationViolation(tlsTermination, context)
    ? setMinVersion(tlsTermination, context)
    : false;

/** An HTTPS edge terminates TLS even if the module is missing or disabled. */
const httpsEdgeViolation = ({ tlsTermination = {} }: TlsEdgeProps, context: Context): string | undefined =>
  tlsTermination.enabled === false
    ? "tlsTermination.enabled is false, so the service picks the version: remove it."
    : moduleViolation({ tlsTermination }, context);

function fixHttpsEdge(edgeProps: TlsEdgeProps, context: Context): undefined {
  edgeProps.tlsTermination ??= {};
  const termination = edgeProps.tlsTermination;
  if (termination.enabled === false) termination.enabled = true;
  if (terminationViolation(termination, context) !== undefined) setMinVersion(termination, context);
}

export const edgeTlsMinVersion = resourceRule({
  id: "edge-tls-min-version",
  severity: "high",
  title: "An edge that terminates TLS must accept only TLS 1.2 and newer.",
  reason: "Older TLS versions are insecure, and current standards forbid them.",
  source: [reference("TLS edge"), SOURCES.nistTls, SOURCES.guide],
  advice:
    "Set tlsTermination.minVersion, even if the HttpsEdge doesn't use the module yet. In a traffic policy, set min_version of terminate-tls.",
  fix: "Sets minVersion to the first accepted value, and adds tlsTermination to an HttpsEdge without it. Doesn't change traffic policies.",
  config: z.object({
    accepted: z
      .array(z.string())
      .min(1)
      .default(["1.2", "1.3"])
      .describe("Accepted values of minVersion. The fix sets the first one."),
  }),
  cases: (on) => [
    on(edge.Endpoint, ({ url, trafficPolicy }, context) => {
      const policy = endpointPolicy({ trafficPolicy });
      return policy && policyViolations(policy, url, context);
    }),
    on(edge.TlsEdge, tlsEdgeViolations, fixTlsEdge),
    on(edge.HttpsEdge, httpsEdgeViolation, fixHttpsEdge),
    on(edge.TlsEdgeTlsTermination, terminationViolation, setMinVersion),
  ],
});

const MODULES = ["backend", "ipRestriction", "mutualTls", "trafficPolicy"] as const;

type Modules = { [K in (typeof MODULES)[number]]?: { enabled?: boolean } };

export const edgeTlsUpstreamAlone = stackRule({
  id: "edge-tls-upstream-alone",
  severity: "high",
  title: "An edge that leaves TLS to the upstream must have no module except its backend.",
  reason: "The service rejects most other modules there, since they would only see encrypted traffic.",
  source: [reference("TLS edge")],
  advice: 'Remove the module, set terminateAt to "edge", or add the module to allowedModules.',
  config: z.object({
    allowedModules: z
      .array(z.enum(MODULES))
      .default(["backend"])
      .describe("Allowed modules. The service is assumed to accept ipRestriction and trafficPolicy."),
  }),
  check: (account, { allowedModules }) => {
    const terminations = account.of(edge.TlsEdgeTlsTermination);
    const mutualTls = account.of(edge.TlsEdgeMutualTls);
    return findingsAbout(account, edge.TlsEdge, ({ resource, props }) => {
      const isOfEdge = (module: (typeof terminations | typeof mutualTls)[number]) =>
        account.refers(module.resource, resource, "edgeId");
      const separate = terminations.filter(isOfEdge).map((module) => module.props);
      const isUpstream = [props.tlsTermination, ...separate].some(
        (settings) => settings && isSwitchedOn(settings) && settings.terminateAt === "upstream",
      );
      if (!isUpstream) return undefined;
      // Modules may be separate resources; both forms count.
      const modules: Modules = props;
      const applied = MODULES.filter(
        (name) =>
          isApplied(modules, name) ||
          (name === "mutualTls" &&
            mutualTls.some((module) => isOfEdge(module) && isSwitchedOn(module.props))),
      );
      const refused = applied.filter((name) => !allowedModules.includes(name));
      return refused.map(
        (name) => `terminateAt is "upstream", but ${name} is declared too: the edge can't see the traffic.`,
      );
    });
  },
});
