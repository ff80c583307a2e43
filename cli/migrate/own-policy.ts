import { type AccountObject, looksSecret } from "../../provider/inspect";
import { checkPolicy, type PolicyTree, policySecrets, readPolicy } from "../../traffic-policy";
import { firstLostIn } from "../export/lost-values";
import { shownPath } from "../export/secrets";
import { moduleOf, record } from "./account";
import type { Block } from "./block";
import type { ObjectGaps } from "./gaps";
import { PHASES, type Phase, type Policy, PolicySecret, type Rule, type Value } from "./policy";

/** Values that a policy may hold; aliases of YAML can make a great many of a short text. */
const MOST_VALUES = 20_000;

/** The text of an object's own traffic policy, if it has one that is applied. */
export function ownPolicyText(object: AccountObject): string | undefined {
  const module = moduleOf(object, "trafficPolicy");
  const value = module?.value;
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Puts an object's own traffic policy behind its guards. @param phases - Those that it may have. */
export function applyOwnPolicy(
  object: AccountObject,
  block: Block,
  gaps: ObjectGaps,
  phases: readonly Phase[],
): void {
  const given = ownPolicyText(object);
  if (given === undefined || given.trim() === "") return;
  const read = readOwnPolicy(object, given, phases);
  if (typeof read === "string") {
    block.refuse(gaps, ["trafficPolicy", "value"], read, "mend the policy and migrate again");
    return;
  }
  for (const phase of phases)
    for (const [at, { actions }] of (read[phase] ?? []).entries())
      for (const { type, config } of actions)
        if (record(config).enforce === false)
          gaps.open(
            ["trafficPolicy", "value", phase, String(at)],
            `${type} has enforce: false: it denies nobody, before or after`,
            "remove enforce from the rule if it should deny",
          );
  for (const phase of phases)
    for (const rule of read[phase] ?? [])
      if (phase === "on_http_response") block.respond(rule);
      else if (!block.ended) block.add(rule);
}

/** @returns why it cannot be carried over, or the policy */
function readOwnPolicy(object: AccountObject, given: string, phases: readonly Phase[]): Policy | string {
  const wrong = checkPolicy(given).find(({ isError }) => isError);
  if (wrong)
    return `the service would refuse it: ${["", ...wrong.path].join(".").slice(1)} ${wrong.reason}`.trim();
  const { tree } = readPolicy(given);
  if (tree === undefined) return "it cannot be read";
  const secrets = new Set(policySecrets(given));
  let values = 0;
  const visit = (at: PolicyTree, path: readonly string[]): Value => {
    values += 1;
    if (values > MOST_VALUES) throw new Unreadable(`it holds more than ${MOST_VALUES} values`);
    if (at.kind === "opaque") throw new Unreadable("it holds what only the service can read");
    if (at.kind === "list") return at.items.map((item, n) => visit(item, [...path, String(n)]));
    if (at.kind === "map")
      return Object.fromEntries(
        [...at.entries].map(([key, item]) => {
          refuseLost({ [key]: null }, path);
          return [key, visit(item, [...path, key])];
        }),
      );
    if (at.tag !== undefined) throw new Unreadable("it holds a tag of YAML");
    const { value } = at;
    refuseLost(value, path);
    if (typeof value === "bigint") throw new Unreadable("it holds a number that no program can hold");
    if (typeof value === "string" && (secrets.has(value) || looksSecret(value)))
      return new PolicySecret(object, ["trafficPolicy", "value", ...path], value);
    return value;
  };
  try {
    const policy = visit(tree, []);
    if (policy === null) return {};
    return ofPhases(policy as Readonly<Record<string, Value>>, phases);
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

function ofPhases(policy: Readonly<Record<string, Value>>, phases: readonly Phase[]): Policy | string {
  for (const [phase, rules] of Object.entries(policy)) {
    if (!Array.isArray(rules) || rules.length === 0) continue;
    if (!(phases as readonly string[]).includes(phase))
      return (PHASES as readonly string[]).includes(phase)
        ? `its phase ${phase} never runs here`
        : `it has the phase ${phase.slice(0, 60)}, which is not understood`;
  }
  return Object.fromEntries(
    phases.map((phase) => [phase, ((policy[phase] ?? []) as unknown as readonly GivenRule[]).map(ruleOf)]),
  );
}

/** A rule as it was written: its keys may be null, and a bare `true` of YAML is a bool. */
interface GivenRule {
  readonly name?: Value;
  readonly expressions?: readonly Value[] | null;
  readonly actions: readonly { readonly type: string; readonly config?: Value }[];
}

function ruleOf({ name, expressions, actions }: GivenRule): Rule {
  return {
    ...(typeof name === "string" ? { name } : {}),
    expressions: (expressions ?? []).map(String),
    actions: actions.map(({ type, config }) => ({
      type,
      ...(config === undefined || config === null ? {} : { config }),
    })),
  };
}

/** @throws Unreadable for a value that no program can hold */
function refuseLost(value: unknown, path: readonly string[]): void {
  const lost = firstLostIn(value, path);
  if (lost) throw new Unreadable(`${shownPath(lost.path)} ${lost.why}`);
}

class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** All texts in an object's policy: as it is written, and as it is read whatever escapes spell it. */
export function policyMentions(object: AccountObject): string {
  const { trafficPolicy } = object.inputs;
  const given = object.family.name === "Endpoint" ? trafficPolicy : ownPolicyText(object);
  if (given === undefined || given === null) return "";
  const written = typeof given === "string" ? given : JSON.stringify(given);
  return [written, ...textsIn(written, true)].join("\n");
}

/** The values of a policy as texts, each node of its tree once. @param withKeys - The names of settings as well. */
export function textsIn(policy: string, withKeys = false): readonly string[] {
  const seen = new Set<PolicyTree>();
  const visit = (at: PolicyTree | undefined): readonly string[] => {
    if (at === undefined || seen.has(at)) return [];
    seen.add(at);
    if (at.kind === "leaf") return [String(at.value)];
    if (at.kind === "list") return at.items.flatMap(visit);
    if (at.kind !== "map") return [];
    return [...at.entries].flatMap(([key, item]) => [...(withKeys ? [key] : []), ...visit(item)]);
  };
  return visit(readPolicy(policy).tree);
}

/** Names of variables that no policy of an account uses. */
export function freeVariable(wanted: string, policies: readonly string[]): string {
  let name = wanted;
  for (let n = 2; policies.some((policy) => policy.includes(name)); n += 1) name = `${wanted}_${n}`;
  return name;
}

/** Whether a policy changes the path of requests, by which routes are told apart in responses. */
export const rewritesUrl = (policy: string | undefined): boolean =>
  policy !== undefined && /url-rewrite/.test(policy);
