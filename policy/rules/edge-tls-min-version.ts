import { z } from "zod";
import * as edge from "../../sdk";
import { type AttachedPolicy, endpointPolicy, modulePolicy } from "../attached-policy";
import { type ResourceContext, reference, resourceRule, SOURCES } from "../rule";
import { isInternal, StackAccess } from "../stack-access";

interface Termination {
  enabled?: boolean;
  terminateAt?: "edge" | "upstream";
  minVersion?: string;
}

const config = z.object({
  accepted: z
    .array(z.string())
    .min(1)
    .default(["1.2", "1.3"])
    .describe("Accepted values of minVersion. The fix sets the first one."),
});

type Context = ResourceContext<z.output<typeof config>>;

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

function fix(termination: Termination, { config }: Context): undefined {
  termination.minVersion = config.accepted[0];
}

const VERSIONS = ["1.0", "1.1", "1.2", "1.3"];

function policyViolation(
  policy: AttachedPolicy,
  url: string,
  { accepted }: z.output<typeof config>,
): string | undefined {
  const levels = accepted.flatMap((version) => /1[._]?([0-3])$/.exec(version)?.[1] ?? []).map(Number);
  const older = VERSIONS.slice(0, Math.min(...levels, VERSIONS.length));
  // By default, the upstream of a TLS endpoint negotiates the version.
  const terminates = /^https:/i.test(url) || (/^tls:/i.test(url) && terminatesTls(policy));
  if (levels.length === 0 || isInternal(url) || !terminates) return undefined;
  const access = StackAccess.through(policy, url);
  const oldest = older.findIndex((_, version) => access.acceptsTls(version));
  return oldest < 0
    ? undefined
    : `${policy.path} accepts TLS ${VERSIONS[oldest]}: set min_version of terminate-tls to ${accepted.join(" or ")}.`;
}

const terminatesTls = ({ reading }: AttachedPolicy) =>
  reading?.rules.some(({ actions }) =>
    actions.some((action) => action.effect === "guards" && action.requires.kind === "tls"),
  ) === true;

interface Terminating {
  tlsTermination?: Termination;
}

const moduleViolation = ({ tlsTermination }: Terminating, context: Context) => {
  const problem = tlsTermination && terminationViolation(tlsTermination, context);
  return problem && `tlsTermination.${problem}`;
};

function tlsEdgeViolations(props: Terminating, context: Context): string[] {
  const policy = modulePolicy(props);
  const inPolicy = policy && policy.isOn !== false && policyViolation(policy, "tls://edge", context.config);
  return [moduleViolation(props, context), inPolicy].filter((violation) => typeof violation === "string");
}

const fixTlsEdge = ({ tlsTermination }: Terminating, context: Context) =>
  tlsTermination && terminationViolation(tlsTermination, context) ? fix(tlsTermination, context) : false;

/** An HTTPS edge terminates TLS even if the module is missing or disabled. */
const httpsEdgeViolation = ({ tlsTermination = {} }: Terminating, context: Context): string | undefined =>
  tlsTermination.enabled === false
    ? "tlsTermination.enabled is false, so the service picks the version: remove it."
    : moduleViolation({ tlsTermination }, context);

function fixHttpsEdge(edgeProps: Terminating, context: Context): undefined {
  edgeProps.tlsTermination ??= {};
  const termination = edgeProps.tlsTermination;
  if (termination.enabled === false) termination.enabled = true;
  if (terminationViolation(termination, context) !== undefined) fix(termination, context);
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
  config,
  cases: (on) => [
    on(edge.Endpoint, ({ url, trafficPolicy }, context) => {
      const policy = endpointPolicy({ trafficPolicy });
      return policy && policyViolation(policy, url, context.config);
    }),
    on(edge.TlsEdge, tlsEdgeViolations, fixTlsEdge),
    on(edge.HttpsEdge, httpsEdgeViolation, fixHttpsEdge),
    on(edge.TlsEdgeTlsTermination, terminationViolation, fix),
  ],
});
