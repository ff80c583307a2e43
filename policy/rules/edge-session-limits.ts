import { z } from "zod";
import * as edge from "../../sdk";
import { secondsOf } from "../../traffic-policy/symbolic/guards";
import { guardsOf, type HeldPolicy, onEndpoint, policyOfModule } from "../held-policy";
import { type SignOn, signOnModules } from "../properties";
import { resourceRule } from "../rule";
import { SOURCES } from "../sources";

const config = z.object({
  maximumDuration: z.number().int().min(1).default(28_800).describe("Longest session, in seconds."),
  inactivityTimeout: z
    .number()
    .int()
    .min(1)
    .default(1_800)
    .describe("Longest time without activity in a session, in seconds."),
});

const LIMITED = ["maximumDuration", "inactivityTimeout"] as const;

type Limits = z.output<typeof config>;

/** Limits that a module does not meet. A limit of 0 means none. */
const broken = (module: SignOn, limits: Limits) =>
  LIMITED.filter((key) => !module[key] || module[key] > limits[key]);

/** What an action says of its sessions, by the limit. A length of time that is filled in may be any. */
function inPolicy(policy: HeldPolicy | undefined, limits: Limits): string[] {
  return guardsOf(policy).flatMap(({ action: { session, type }, path }) => {
    if (session === undefined) return [];
    const idle = type === "oauth" ? "idle_session_timeout" : "idle_session_duration";
    return [
      { key: "max_session_duration", said: session.longest, most: limits.maximumDuration },
      { key: idle, said: session.idle, most: limits.inactivityTimeout },
    ].flatMap(({ key, said, most }) => {
      const seconds = said && secondsOf(said.text);
      if (said?.isFilledIn || (seconds && seconds <= most)) return [];
      const found = seconds ? `is ${said.text}` : "is not set";
      return [`${path}.config.${key} ${found}: set it to ${most}s at the most.`];
    });
  });
}

export const edgeSessionLimits = resourceRule({
  id: "edge-session-limits",
  severity: "medium",
  title: "Sessions should have a limited duration.",
  reason: "Whoever steals a session cookie has access for as long as the session lasts.",
  source: [SOURCES.owaspSession],
  advice:
    "Set maximumDuration and inactivityTimeout, or max_session_duration and idle_session_timeout in a traffic policy, within the limits of the settings.",
  fix: "Sets what is missing or too long to the limit. Traffic policies stay as they are.",
  config,
  cases: (on) => [
    onEndpoint(on, (policy, { config: limits }) => inPolicy(policy, limits)),
    on(
      edge.HttpsEdgeRoute,
      (route, { config: limits }) => [
        ...signOnModules(route).flatMap(([name, module]) =>
          broken(module, limits).map((key) => {
            const found = module[key] ? `is ${module[key]}` : "is not set";
            return `${name}.${key} ${found}: set it to ${limits[key]} seconds at the most.`;
          }),
        ),
        ...inPolicy(policyOfModule(route), limits),
      ],
      (route, { config: limits }) => {
        let isEdited = false;
        for (const [, module] of signOnModules(route)) {
          for (const key of broken(module, limits)) {
            module[key] = limits[key];
            isEdited = true;
          }
        }
        return isEdited;
      },
    ),
  ],
});
