import * as edge from "../sdk";
import {
  type Condition,
  finds,
  type GuardAction,
  type GuardReading,
  type GuardRule,
  readGuards,
  resultNameOf,
  UNKNOWN_TEXT,
} from "../traffic-policy/symbolic/guards";
import { isSwitchedOn } from "./guards";
import { knownPart } from "./known";
import type { Findings, On, ResourceCase, ResourceContext } from "./rule";

/** The traffic policy of a resource. */
export interface HeldPolicy {
  /** The property that holds it. */
  readonly at: string;
  /** As far as it is known. */
  readonly value: unknown;
  /** Undefined for one that cannot be read. */
  readonly reading: GuardReading | undefined;
  /** Whether it is applied to traffic; undefined while that is not known. */
  readonly isOn: boolean | undefined;
}

type Module = { readonly enabled?: boolean; readonly value?: unknown };

/** The policy of an endpoint; undefined while it is not known. */
export const policyOfEndpoint = (props: object): HeldPolicy | undefined =>
  held("trafficPolicy", (knownPart(props) as { trafficPolicy?: unknown }).trafficPolicy, true);

/** The policy of an edge or route; undefined without one, or while it is not known. */
export function policyOfModule(props: object): HeldPolicy | undefined {
  const { trafficPolicy } = knownPart(props) as { trafficPolicy?: Module };
  return trafficPolicy && held("trafficPolicy.value", trafficPolicy.value, isSwitchedOn(trafficPolicy));
}

function held(at: string, value: unknown, isOn: boolean | undefined): HeldPolicy | undefined {
  return value === undefined ? undefined : { at, value, reading: readGuards(masked(value)), isOn };
}

/** What is not known yet is nothing that the policy says itself. */
export function masked(value: unknown): unknown {
  if (value === undefined) return UNKNOWN_TEXT;
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(masked);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, masked(item)]));
}

type Check<Config> = (policy: HeldPolicy, context: ResourceContext<Config>) => Findings;

/** Cases of a rule for the policies of all classes that have one. */
export const policyCases = <Config>(on: On<Config>, check: Check<Config>): ResourceCase<Config>[] => {
  const inModule = (props: object, context: ResourceContext<Config>) => {
    const policy = policyOfModule(props);
    return policy && policy.isOn !== false ? check(policy, context) : undefined;
  };
  return [
    onEndpoint(on, check),
    on(edge.HttpsEdgeRoute, inModule),
    on(edge.TcpEdge, inModule),
    on(edge.TlsEdge, inModule),
  ];
};

/** The case of a rule for the policies of endpoints. */
export const onEndpoint = <Config>(on: On<Config>, check: Check<Config>): ResourceCase<Config> =>
  on(edge.Endpoint, ({ trafficPolicy }, context) => {
    // Reading a policy that is not known at all ends the rule, and the library says so.
    const policy = policyOfEndpoint({ trafficPolicy });
    return policy && check(policy, context);
  });

/** A guard of a policy and where it stands. */
export interface PlacedGuard {
  readonly action: Extract<GuardAction, { readonly effect: "guards" }>;
  readonly rule: GuardRule;
  readonly path: string;
}

/** The guards of a policy, whether it is applied or not. */
export const guardsIn = ({ at, reading }: HeldPolicy): PlacedGuard[] =>
  (reading?.rules ?? []).flatMap((rule) =>
    rule.actions.flatMap((action) =>
      action.effect === "guards"
        ? [{ action, rule, path: `${at}.${rule.phase}[${rule.index}].actions[${action.index}]` }]
        : [],
    ),
  );

/** The guards of a policy that is applied, or may be. */
export const guardsOf = (policy: HeldPolicy | undefined): PlacedGuard[] =>
  policy === undefined || policy.isOn === false ? [] : guardsIn(policy);

/**
 * Whether later rules let through or refuse by what a guard leaves, by itself or by `vars`. Rules that only log or change
 * headers do not.
 *
 * @param claim - What they have to ask, after the name of the guard's results.
 */
export function isAskedLater(
  policy: HeldPolicy | undefined,
  { action, rule }: PlacedGuard,
  claim: RegExp,
): boolean {
  const name = resultNameOf(action.type);
  const reading = policy?.reading;
  if (reading === undefined || name === undefined) return false;
  const claimed = new RegExp(`\\bactions\\.ngrok\\.${name}(?:${claim.source})`);
  const later = reading.rules.slice(reading.rules.indexOf(rule) + 1);
  const asks = (one: GuardRule, what: readonly RegExp[]) =>
    one.conditions.some((condition) => what.some((pattern) => reads(condition, pattern)));
  const variables = [rule, ...later].flatMap((one) =>
    one.actions.flatMap((other): RegExp[] => {
      if (other.effect !== "changes" || other.what !== "vars") return [];
      if (other.sets === undefined) return [/\bvars\b/];
      const told = other.sets.filter(
        ({ value }) => value === undefined || claimed.test(value.text) || asks(one, [claimed]),
      );
      return told.map((set) => new RegExp(`\\bvars\\.${set.name.replace(/\W/g, "\\$&")}\\b`));
    }),
  );
  return later.some((one) => one.actions.some(decides) && asks(one, [claimed, ...variables]));
}

const decides = (action: GuardAction): boolean =>
  action.effect === "guards"
    ? action.isEnforced !== false
    : action.effect !== "none" && action.effect !== "changes";

function reads(condition: Condition, what: RegExp): boolean {
  switch (condition.kind) {
    case "test":
      return what.test(condition.subject);
    case "not":
      return reads(condition.of, what);
    case "all":
    case "any":
    case "open":
      return condition.of.some((one) => reads(one, what));
    case "expression":
      return what.test(condition.text);
    case "constant":
    case "failure":
      return false;
  }
}

/** Whether a policy sends all requests that come to a URL to HTTPS before it does anything else with them. */
export function redirectsToHttps({ reading }: HeldPolicy, url: string): boolean {
  const rules = reading?.rules.filter(({ phase }) => phase === "on_http_request") ?? [];
  const first = rules.find(({ actions }) => actions.some(decides));
  const action = first?.actions.find(decides);
  if (first === undefined || first.conditions.length > 0 || action?.effect !== "redirects") return false;
  return /^https:/i.test(action.to) && (action.from === undefined || finds(action.from, `${url}/`) === true);
}
