import { z } from "zod";
import * as edge from "../../sdk";
import { type ResourceContext, resourceRule } from "../rule";
import { reference, SOURCES } from "../sources";

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
  // Where the edge does not terminate TLS, the upstream agrees on the version.
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

interface Terminating {
  tlsTermination?: Termination;
}

const ofModule = ({ tlsTermination }: Terminating, context: Context) => {
  const problem = tlsTermination && problemOf(tlsTermination, context);
  return problem && `tlsTermination.${problem}`;
};

const fixModule = ({ tlsTermination }: Terminating, context: Context) =>
  tlsTermination !== undefined && fix(tlsTermination, context);

/** An HTTPS edge terminates TLS whether it has the module or not. */
const ofHttpsEdge = ({ tlsTermination = {} }: Terminating, context: Context) =>
  ofModule({ tlsTermination }, context);

function fixHttpsEdge(edgeProps: Terminating, context: Context): boolean {
  if (ofHttpsEdge(edgeProps, context) === undefined) return false;
  edgeProps.tlsTermination ??= {};
  return fix(edgeProps.tlsTermination, context);
}

export const edgeTlsMinVersion = resourceRule({
  id: "edge-tls-min-version",
  severity: "high",
  title: "An edge that terminates TLS must accept only TLS 1.2 and newer.",
  reason: "Older versions of TLS are broken, and current standards do not allow them.",
  source: [reference("TLS edge"), SOURCES.nistTls, SOURCES.guide],
  advice: "Set tlsTermination.minVersion, also on an HttpsEdge without the module.",
  fix: "Sets minVersion to the first accepted value; adds tlsTermination to an HttpsEdge without it.",
  config,
  cases: (on) => [
    on(edge.TlsEdge, ofModule, fixModule),
    on(edge.HttpsEdge, ofHttpsEdge, fixHttpsEdge),
    on(edge.TlsEdgeTlsTermination, problemOf, fix),
  ],
});
