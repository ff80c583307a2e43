import { type AccountObject, looksSecret } from "../../provider/inspect";
import { checkPolicy, type PolicyTree, policySecrets, readPolicy } from "../../traffic-policy";
import { lostValues } from "../export/lost-values";
import { displayPath } from "../export/secrets";
import { moduleOf, toRecord } from "./account";
import type { Block } from "./block";
import { PHASES, type Phase, type Policy, PolicySecret, type Rule, type Value } from "./policy";

/** Maximum values in a policy: YAML aliases can expand a short text enormously. */
const MAX_VALUES = 20_000;

/** Returns the text of an object's own traffic policy; undefined if it is not set or not enabled. */
export function ownPolicyText(object: AccountObject): string | undefined {
  const value = moduleOf(object, "trafficPolicy")?.value;
  if (value === undefined || value === null) return undefined;
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Adds an object's own traffic policy, which may only have rules in `phases`. */
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
            `${type} has enforce: false, so it denies nobody, before and after the migration`,
            "remove enforce from the rule if it should deny",
          );
      if (phase === "on_http_response") block.respond(rule);
      else if (!block.isClosed) block.add(rule);
    }
}

/** @throws Unreadable if a policy can't be carried over */
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
          // Checks the key only.
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
  for (const [phase, rules] of Object.entries(policy)) {
    if (phases.some((allowed) => allowed === phase) || !Array.isArray(rules) || rules.length === 0) continue;
    if (PHASES.some((known) => known === phase)) throw new Unreadable(`its phase ${phase} never runs here`);
    throw new Unreadable(`it has the phase ${phase.slice(0, 60)}, which is unknown`);
  }
  const parsed = policy as Partial<Record<Phase, readonly ParsedRule[] | null>>;
  return Object.fromEntries(phases.map((phase) => [phase, (parsed[phase] ?? []).map(toRule)]));
}

/** A rule in YAML: keys may be null, and an expression such as `true` may be a boolean. */
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

/** The reason a policy can't be carried over. */
class Unreadable extends Error {
  override readonly name = "Unreadable";
}

/** Returns an object's policy for a text search: as written and as parsed, because escapes may hide a name. */
export function policySearchText(object: AccountObject): string {
  const { trafficPolicy } = object.inputs;
  const policy = object.family.name === "Endpoint" ? trafficPolicy : ownPolicyText(object);
  if (policy === undefined || policy === null) return "";
  const written = typeof policy === "string" ? policy : JSON.stringify(policy);
  return [written, ...policyTexts(written, { withKeys: true })].join("\n");
}

/** Returns the values of a policy as strings, each node once; with keys, also the names of settings. */
export function policyTexts(policy: string, { withKeys = false } = {}): readonly string[] {
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

/** Returns a name for a new variable that no policy contains. */
export function freeVariable(preferred: string, policies: readonly string[]): string {
  let name = preferred;
  for (let n = 2; policies.some((policy) => policy.includes(name)); n += 1) name = `${preferred}_${n}`;
  return name;
}

export const rewritesUrl = (policy = ""): boolean => policy.includes("url-rewrite");
