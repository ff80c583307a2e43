import { z } from "zod";
import * as edge from "../../sdk";
import { type HeldPolicy, policyOfEndpoint, policyOfModule } from "../held-policy";
import { type ResourceContext, resourceRule } from "../rule";
import { reference, SOURCES } from "../sources";
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
    .describe(
      "Values of minVersion that are new enough, in any case; the API reference states no spellings. The fix sets the first.",
    ),
});

type Context = ResourceContext<z.output<typeof config>>;

function problemOf(
  { enabled, terminateAt, minVersion }: Termination,
  { config }: Context,
): string | undefined {
  // Where the edge does not terminate TLS, the upstream negotiates the version.
  if (enabled === false || terminateAt === "upstream") return undefined;
  const isAccepted = config.accepted.some((one) => one.toLowerCase() === minVersion?.toLowerCase());
  if (isAccepted) return undefined;
  const found = minVersion === undefined ? "is not set, so that the service picks one" : `is ${minVersion}`;
  return `minVersion ${found}: set it to ${config.accepted.join(" or ")}.`;
}

function fix(termination: Termination, context: Context): boolean {
  if (problemOf(termination, context) === undefined) return false;
  termination.minVersion = context.config.accepted[0];
  return true;
}

const VERSIONS = ["1.0", "1.1", "1.2", "1.3"];

/** What a policy makes of the versions that the service takes by default. */
function inPolicy(
  policy: HeldPolicy,
  url: string,
  { accepted }: z.output<typeof config>,
): string | undefined {
  const levels = accepted.flatMap((one) => /1[._]?([0-3])$/.exec(one)?.[1] ?? []).map(Number);
  const older = VERSIONS.slice(0, Math.min(...levels, VERSIONS.length));
  // Where nothing else is said, the upstream of a TLS endpoint negotiates the version.
  const ends = /^https:/i.test(url) || (/^tls:/i.test(url) && endsTls(policy));
  if (levels.length === 0 || isInternal(url) || !ends) return undefined;
  const access = StackAccess.at(policy, url);
  const taken = older.findIndex((_, version) => access.takesTls(version));
  return taken < 0
    ? undefined
    : `${policy.at} takes clients of TLS ${VERSIONS[taken]}: set min_version of terminate-tls to ${accepted.join(" or ")}.`;
}

/** What `terminate-tls` in the policy of a TLS edge says is beside the module. */
const inModule = (props: object, context: Context, policy = policyOfModule(props)) =>
  policy && policy.isOn !== false ? inPolicy(policy, "tls://edge", context.config) : undefined;

const endsTls = ({ reading }: HeldPolicy) =>
  reading?.rules.some(({ actions }) =>
    actions.some((action) => action.effect === "guards" && action.requires.asks === "tls"),
  ) === true;

interface Terminating {
  tlsTermination?: Termination;
}

const ofModule = ({ tlsTermination }: Terminating, context: Context) => {
  const problem = tlsTermination && problemOf(tlsTermination, context);
  return problem && `tlsTermination.${problem}`;
};

const fixModule = ({ tlsTermination }: Terminating, context: Context) =>
  tlsTermination !== undefined && fix(tlsTermination, context);

/** An HTTPS edge terminates TLS whether it has the module or not, and whether that is on or not. */
function ofHttpsEdge({ tlsTermination = {} }: Terminating, context: Context): string | undefined {
  return tlsTermination.enabled === false
    ? "tlsTermination.enabled is false, so that the service picks the version: leave it out."
    : ofModule({ tlsTermination }, context);
}

function fixHttpsEdge(edgeProps: Terminating, context: Context): boolean {
  if (ofHttpsEdge(edgeProps, context) === undefined) return false;
  edgeProps.tlsTermination ??= {};
  const isOff = edgeProps.tlsTermination.enabled === false;
  if (isOff) edgeProps.tlsTermination.enabled = true;
  return fix(edgeProps.tlsTermination, context) || isOff;
}

export const edgeTlsMinVersion = resourceRule({
  id: "edge-tls-min-version",
  severity: "high",
  title: "An edge that terminates TLS must accept only TLS 1.2 and newer.",
  reason: "Older versions of TLS are broken, and current standards do not allow them.",
  source: [reference("TLS edge"), SOURCES.nistTls, SOURCES.guide],
  advice:
    "Set tlsTermination.minVersion, also on an HttpsEdge without the module; in a traffic policy, min_version of terminate-tls.",
  fix: "Traffic policies stay as they are. Sets minVersion to the first accepted value; adds tlsTermination to an HttpsEdge without it.",
  config,
  cases: (on) => [
    on(edge.Endpoint, ({ url, trafficPolicy }, context) => {
      const policy = policyOfEndpoint({ trafficPolicy });
      return policy && inPolicy(policy, url, context.config);
    }),
    on(
      edge.TlsEdge,
      (props, context) =>
        [ofModule(props, context), inModule(props, context)].filter((one) => one !== undefined),
      fixModule,
    ),
    on(edge.HttpsEdge, ofHttpsEdge, fixHttpsEdge),
    on(edge.TlsEdgeTlsTermination, problemOf, fix),
  ],
});
