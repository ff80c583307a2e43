import { type AccountObject, looksSecret } from "../../provider/inspect";
import { checkPolicy, type PolicyTree, policySecrets, readPolicy } from "../../traffic-policy";
import { lostValues } from "../export/lost-values";
import { displayPath } from "../export/secrets";
import { moduleOf, toRecord } from "./account";
import type { Block } from "./block";
import { PHASES, type Phase, type Policy, PolicySecret, type Rule, type Value } from "./policy";

/** Maximum values in a policy: YAML aliases can expand a short text enormously. */
const MAX_VALUES = 20_000;

/** The text of an object's own traffic policy, if it is set and applied. */
export function ownPolicyText(object: AccountObject): string | undefined {
  const module = moduleOf(object, "trafficPolicy");
  const value = module?.value;
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Adds an object's own traffic policy after its guards. @param phases - The phases that it may have. */
export function applyOwnPolicy(block: Block, phases: readonly Phase[]): void {
  const { object, gaps } = block;
  const text = ownPolicyText(object);
  if (text === undefined || text.trim() === "") return;
  let policy: Policy;
  try {
    policy = readOwnPolicy(object, text, phases);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    block.refuse(["trafficPolicy", "value"], error.message, "fix the policy and migrate again");
    return;
  }
  for (const phase of phases)
    for (const [index, rule] of (policy[phase] ?? []).entries()) {
      for (const { type, config } of rule.actions)
        if (toRecord(config).enforce === false)
          gaps.open(
            ["trafficPolicy", "value", phase, String(index)],
            `${type} has enforce: false: it denies nobody, before or after`,
            "remove enforce from the rule if it should deny",
          );
      if (phase === "on_http_response") block.respond(rule);
      else if (!block.isClosed) block.add(rule);
    }
}

/** @throws Unreadable with the reason a policy can't be carried over */
function readOwnPolicy(object: AccountObject, text: string, phases: readonly Phase[]): Policy {
  const error = checkPolicy(text).find(({ isError }) => isError);
  if (error)
    throw new Unreadable(`the service would refuse it: ${error.path.join(".")} ${error.reason}`.trim());
  const { tree } = readPolicy(text);
  if (tree === undefined) throw new Unreadable("it cannot be read");
  const secrets = new Set(policySecrets(text));
  let values = 0;
  const visit = (node: PolicyTree, path: readonly string[]): Value => {
    values += 1;
    if (values > MAX_VALUES) throw new Unreadable(`it contains more than ${MAX_VALUES} values`);
    if (node.kind === "opaque") throw new Unreadable("it contains something that only the service can read");
    if (node.kind === "list") return node.items.map((item, n) => visit(item, [...path, String(n)]));
    if (node.kind === "map")
      return Object.fromEntries(
        [...node.entries].map(([key, item]) => {
          refuseLostValues({ [key]: null }, path);
          return [key, visit(item, [...path, key])];
        }),
      );
    if (node.tag !== undefined) throw new Unreadable("it contains a YAML tag");
    const { value } = node;
    refuseLostValues(value, path);
    if (typeof value === "bigint") throw new Unreadable("it contains a number that no program can represent");
    if (typeof value === "string" && (secrets.has(value) || looksSecret(value)))
      return new PolicySecret(object, ["trafficPolicy", "value", ...path], value);
    return value;
  };
  return selectPhases(toRecord(visit(tree, [])), phases);
}

/** @throws Unreadable if a policy has rules in another phase */
function selectPhases(policy: Readonly<Record<string, unknown>>, phases: readonly Phase[]): Policy {
  const isListed = (list: readonly string[], phase: string) => list.includes(phase);
  for (const [phase, rules] of Object.entries(policy)) {
    if (isListed(phases, phase) || !Array.isArray(rules) || rules.length === 0) continue;
    throw new Unreadable(
      isListed(PHASES, phase)
        ? `its phase ${phase} never runs here`
        : `it has the phase ${phase.slice(0, 60)}, which is unknown`,
    );
  }
  return Object.fromEntries(
    phases.map((phase) => [phase, ((policy[phase] ?? []) as readonly ParsedRule[]).map(toRule)]),
  );
}

/** A parsed rule: its keys may be null, and an unquoted `true` in YAML is a boolean. */
interface ParsedRule {
  readonly name?: Value;
  readonly expressions?: readonly Value[] | null;
  readonly actions: readonly { readonly type: string; readonly config?: Value }[];
}

function toRule({ name, expressions, actions }: ParsedRule): Rule {
  return {
    ...(typeof name === "string" ? { name } : {}),
    expressions: (expressions ?? []).map((item) => (item instanceof PolicySecret ? item : String(item))),
    actions: actions.map(({ type, config }) => ({
      type,
      ...(config === undefined || config === null ? {} : { config }),
    })),
  };
}

/** @throws Unreadable for a value that no program can contain */
function refuseLostValues(value: unknown, path: readonly string[]): void {
  const [lost] = lostValues(value, path);
  if (lost) throw new Unreadable(`${displayPath(lost.path)} ${lost.why}`);
}

class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** All strings in an object's policy, both as written and as parsed, because escapes may hide mentions. */
export function policyMentions(object: AccountObject): string {
  const { trafficPolicy } = object.inputs;
  const policy = object.family.name === "Endpoint" ? trafficPolicy : ownPolicyText(object);
  if (policy === undefined || policy === null) return "";
  const written = typeof policy === "string" ? policy : JSON.stringify(policy);
  return [written, ...policyTexts(written, true)].join("\n");
}

/** The values of a policy as strings; visits each node once. @param withKeys - Includes the names of settings. */
export function policyTexts(policy: string, withKeys = false): readonly string[] {
  const visited = new Set<PolicyTree>();
  const visit = (node: PolicyTree | undefined): readonly string[] => {
    if (node === undefined || visited.has(node)) return [];
    visited.add(node);
    if (node.kind === "leaf") return [String(node.value)];
    if (node.kind === "list") return node.items.flatMap(visit);
    if (node.kind !== "map") return [];
    return [...node.entries].flatMap(([key, item]) => [...(withKeys ? [key] : []), ...visit(item)]);
  };
  return visit(readPolicy(policy).tree);
}

export function freeVariable(wanted: string, policies: readonly string[]): string {
  let name = wanted;
  for (let n = 2; policies.some((policy) => policy.includes(name)); n += 1) name = `${wanted}_${n}`;
  return name;
}

/** True if a policy changes request paths, by which responses are assigned to routes. */
export const rewritesUrl = (policy: string | undefined): boolean =>
  policy !== undefined && /url-rewrite/.test(policy);
