import { z } from "zod";
import { secondsOf } from "../../traffic-policy/symbolic/policy-reader";
import { activeGuards, trafficCases } from "../attached-policy";
import { type SignIn, signInModules } from "../properties";
import { resourceRule, SOURCES } from "../rule";

const seconds = (preset: number) => z.number().int().min(1).default(preset);

const config = z.object({
  maximumDuration: seconds(28_800).describe("Maximum duration of a session, in seconds."),
  inactivityTimeout: seconds(1_800).describe("Maximum idle time of a session, in seconds."),
});

const LIMITED = ["maximumDuration", "inactivityTimeout"] as const;

type Limits = z.output<typeof config>;

/** The limits that a module exceeds. In a module, 0 means unlimited. */
const exceededLimits = (module: SignIn, limits: Limits) =>
  LIMITED.filter((key) => !module[key] || module[key] > limits[key]);

export const edgeSessionLimits = resourceRule({
  id: "edge-session-limits",
  severity: "medium",
  title: "Sessions should have a limited duration.",
  reason: "A stolen session cookie gives access until the session ends.",
  source: [SOURCES.owaspSession],
  advice:
    "Set maximumDuration and inactivityTimeout, or max_session_duration and idle_session_timeout in a traffic policy, within the limits of the settings.",
  fix: "Sets missing or exceeding values to the limit. Doesn't change traffic policies.",
  config,
  cases: (on) =>
    trafficCases(
      on,
      (policy, { config: limits }) =>
        activeGuards(policy).flatMap(({ action: { session, type }, path }) => {
          if (session === undefined) return [];
          const idleKey = type === "oauth" ? "idle_session_timeout" : "idle_session_duration";
          return [
            { key: "max_session_duration", value: session.maxDuration, limit: limits.maximumDuration },
            { key: idleKey, value: session.idleTimeout, limit: limits.inactivityTimeout },
          ].flatMap(({ key, value, limit }) => {
            const seconds = value && secondsOf(value.text);
            // An interpolated duration is unknown.
            if (value?.isFilledIn || (seconds && seconds <= limit)) return [];
            const problem = seconds ? `is ${value.text}` : "is not set";
            return [`${path}.config.${key} ${problem}: set it to at most ${limit}s.`];
          });
        }),
      (route, { config: limits }) =>
        signInModules(route).flatMap(([name, module]) =>
          exceededLimits(module, limits).map((key) => {
            const problem = module[key] ? `is ${module[key]}` : "is not set";
            return `${name}.${key} ${problem}: set it to at most ${limits[key]} seconds.`;
          }),
        ),
      (route, { config: limits }) => {
        const exceeding = signInModules(route).flatMap(([, module]) =>
          exceededLimits(module, limits).map((key) => ({ module, key })),
        );
        for (const { module, key } of exceeding) module[key] = limits[key];
        return exceeding.length > 0;
      },
    ),
});
