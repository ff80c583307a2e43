import { passesTest } from "../access";
import * as edge from "../sdk";
import {
  type Condition,
  type GuardAction,
  type GuardRule,
  maskedValue,
  readGuards,
  replaceLeaves,
  resultName,
} from "../traffic-policy/symbolic/policy-reader";
import { isSwitchedOn } from "./guards";
import { knownValues } from "./known-values";
import type { DefineCase, Fix, PropsOf, ResourceCase, ResourceContext } from "./rule";

/** `reading` is undefined for an invalid policy. `isOn` is false for a disabled one, and undefined if unknown. */
export type AttachedPolicy = NonNullable<ReturnType<typeof readAt>>;

/** The policy of an endpoint; undefined if unknown. */
export const endpointPolicy = (props: object): AttachedPolicy | undefined =>
  readAt("trafficPolicy", (knownValues(props) as { trafficPolicy?: unknown }).trafficPolicy, true);

/** The policy of an edge or route; undefined if unset or unknown. */
export function modulePolicy(props: object): AttachedPolicy | undefined {
  const { trafficPolicy } = knownValues(props) as { trafficPolicy?: { enabled?: boolean; value?: unknown } };
  return trafficPolicy && readAt("trafficPolicy.value", trafficPolicy.value, isSwitchedOn(trafficPolicy));
}

function readAt(path: string, value: unknown, isOn: boolean | undefined) {
  return value === undefined ? undefined : { path, value, reading: readGuards(maskUnknown(value)), isOn };
}

export const maskUnknown = (policy: unknown): unknown =>
  replaceLeaves(policy, (value) => (value === undefined ? maskedValue("") : value));

type Check<Checked, Config> = (checked: Checked, context: ResourceContext<Config>) => readonly string[];

/**
 * The cases of a rule about HTTP traffic: policies of endpoints and routes, and modules of routes.
 *
 * @param fix - Edits the modules. No fix edits a policy.
 */
export const trafficCases = <Config>(
  on: DefineCase<Config>,
  checkPolicy: Check<AttachedPolicy, Config>,
  checkRoute: Check<RouteProps, Config> = () => [],
  fix?: Fix<RouteProps, Config>,
): ResourceCase<Config>[] => [
  endpointCase(on, checkPolicy),
  on(
    edge.HttpsEdgeRoute,
    (route, context) => {
      const policy = modulePolicy(route);
      return [...checkRoute(route, context), ...(policy ? checkPolicy(policy, context) : [])];
    },
    fix,
  ),
];

export const endpointCase = <Config>(
  on: DefineCase<Config>,
  checkPolicy: Check<AttachedPolicy, Config>,
): ResourceCase<Config> =>
  on(edge.Endpoint, ({ trafficPolicy }, context) => {
    // Reading an unknown property aborts the rule, and the policy library reports that.
    const policy = endpointPolicy({ trafficPolicy });
    return policy && checkPolicy(policy, context);
  });

export type RouteProps = PropsOf<edge.HttpsEdgeRoute, edge.HttpsEdgeRouteArgs>;

/** A guard of a policy, with its rule and path. */
type PlacedGuard = ReturnType<typeof allGuards>[number];

/** Includes the guards of a disabled policy. */
export const allGuards = ({ path, reading }: AttachedPolicy) =>
  (reading?.rules ?? []).flatMap((rule) =>
    rule.actions.flatMap((action) =>
      action.effect === "guards"
        ? [{ action, rule, path: `${path}.${rule.phase}[${rule.index}].actions[${action.index}]` }]
        : [],
    ),
  );

export const activeGuards = (policy: AttachedPolicy): PlacedGuard[] =>
  policy.isOn === false ? [] : allGuards(policy);

/**
 * True if later rules grant or deny access by the result of a guard, directly or through `vars`.
 *
 * @param resultPart - Matches the part of the result that they must read.
 */
export function isCheckedLater(
  { reading }: AttachedPolicy,
  { action, rule }: PlacedGuard,
  resultPart: RegExp,
): boolean {
  const name = resultName(action.type);
  if (reading === undefined || name === undefined) return false;
  const resultPattern = new RegExp(`\\bactions\\.ngrok\\.${name}(?:${resultPart.source})`);
  const later = reading.rules.slice(reading.rules.indexOf(rule) + 1);
  const readsAny = ({ conditions }: GuardRule, patterns: readonly RegExp[]) =>
    conditions.some((condition) => patterns.some((pattern) => conditionReads(condition, pattern)));
  const variables = [rule, ...later].flatMap((setter) =>
    setter.actions.flatMap((change): RegExp[] => {
      if (change.effect !== "changes" || change.target !== "vars") return [];
      if (change.entries === undefined) return [/\bvars\b/];
      const derived = change.entries.filter(
        ({ value }) =>
          value === undefined || resultPattern.test(value.text) || readsAny(setter, [resultPattern]),
      );
      return derived.map((variable) => new RegExp(`\\bvars\\.${variable.name.replace(/\W/g, "\\$&")}\\b`));
    }),
  );
  return later.some(
    (other) => other.actions.some(affectsAccess) && readsAny(other, [resultPattern, ...variables]),
  );
}

const affectsAccess = (action: GuardAction): boolean =>
  action.effect === "guards" ? action.isEnforced : action.effect !== "none" && action.effect !== "changes";

function conditionReads(condition: Condition, pattern: RegExp): boolean {
  if (condition.kind === "test") return pattern.test(condition.subject);
  if (condition.kind === "expression") return pattern.test(condition.text);
  const parts = "of" in condition ? [condition.of].flat() : [];
  return parts.some((part) => conditionReads(part, pattern));
}

/** True if a policy redirects all requests for a URL to HTTPS before any other action decides. */
export function redirectsToHttps({ reading }: AttachedPolicy, url: string): boolean {
  const rules = reading?.rules.filter(({ phase }) => phase === "on_http_request") ?? [];
  const first = rules.find(({ actions }) => actions.some(affectsAccess));
  const action = first?.actions.find(affectsAccess);
  if (first === undefined || first.conditions.length > 0 || action?.effect !== "redirects") return false;
  const { from, to } = action;
  const matches = from === undefined || passesTest({ is: "match", value: from, isFolded: false }, `${url}/`);
  return /^https:/i.test(to) && matches === true;
}
