import { z } from "zod";
import * as edge from "../../sdk";
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

export const edgeSessionLimits = resourceRule({
  id: "edge-session-limits",
  severity: "medium",
  title: "Sessions should have a limited duration.",
  reason: "Whoever steals a session cookie has access for as long as the session lasts.",
  source: [SOURCES.owaspSession],
  advice: "Set maximumDuration and inactivityTimeout within the limits of the settings.",
  fix: "Sets what is missing or too long to the limit.",
  config,
  cases: (on) => [
    on(
      edge.HttpsEdgeRoute,
      (route, { config: limits }) =>
        signOnModules(route).flatMap(([name, module]) =>
          broken(module, limits).map((key) => {
            const found = module[key] ? `is ${module[key]}` : "is not set";
            return `${name}.${key} ${found}: set it to ${limits[key]} seconds at the most.`;
          }),
        ),
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
