import { type AccountObject, looksSecret } from "../../provider/inspect";
import { checkPolicy, type PolicyTree, policySecrets, readPolicy } from "../../traffic-policy";
import { firstLostValue } from "../export/lost-values";
import { displayPath } from "../export/secrets";
import { moduleOf, toRecord } from "./account";
import type { Block } from "./block";
import type { ObjectGaps } from "./gaps";
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
export function applyOwnPolicy(
  object: AccountObject,
  block: Block,
  gaps: ObjectGaps,
  phases: readonly Phase[],
): void {
  const text = ownPolicyText(object);
  if (text === undefined || text.trim() === "") return;
  const read = readOwnPolicy(object, text, phases);
  if (typeof read === "string") {
    block.refuse(gaps, ["trafficPolicy", "value"], read, "fix the policy and migrate again");
    return;
  }
  for (const phase of phases)
    for (const [at, { actions }] of (read[phase] ?? []).entries())
      for (const { type, config } of actions)
        if (toRecord(config).enforce === false)
          gaps.open(
            ["trafficPolicy", "value", phase, String(at)],
            `${type} has enforce: false: it denies nobody, before or after`,
            "remove enforce from the rule if it should deny",
          );
  for (const phase of phases)
    for (const rule of read[phase] ?? [])
      if (phase === "on_http_response") block.respond(rule);
      else if (!block.isClosed) block.add(rule);
}

/** @returns the policy, or the reason it can't be carried over */
function readOwnPolicy(object: AccountObject, text: string, phases: readonly Phase[]): Policy | string {
  const error = checkPolicy(text).find(({ isError }) => isError);
  if (error) return `the service would refuse it: ${error.path.join(".")} ${error.reason}`.trim();
  const { tree } = readPolicy(text);
  if (tree === undefined) return "it cannot be read";
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
  try {
    const policy = visit(tree, []);
    if (policy === null) return {};
    return selectPhases(policy as Readonly<Record<string, Value>>, phases);
  } catch (error) {
    if (error instanceof Unreadable) return error.message;
    throw error;
  }
}

function selectPhases(policy: Readonly<Record<string, Value>>, phases: readonly Phase[]): Policy | string {
  for (const [phase, rules] of Object.entries(policy)) {
    if (!Array.isArray(rules) || rules.length === 0) continue;
    if (!(phases as readonly string[]).includes(phase))
      return (PHASES as readonly string[]).includes(phase)
        ? `its phase ${phase} never runs here`
        : `it has the phase ${phase.slice(0, 60)}, which is unknown`;
  }
  return Object.fromEntries(
    phases.map((phase) => [phase, ((policy[phase] ?? []) as unknown as readonly ParsedRule[]).map(toRule)]),
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
    expressions: (expressions ?? []).map(String),
    actions: actions.map(({ type, config }) => ({
      type,
      ...(config === undefined || config === null ? {} : { config }),
    })),
  };
}

/** @throws Unreadable for a value that no program can contain */
function refuseLostValues(value: unknown, path: readonly string[]): void {
  const lost = firstLostValue(value, path);
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
  const seen = new Set<PolicyTree>();
  const visit = (node: PolicyTree | undefined): readonly string[] => {
    if (node === undefined || seen.has(node)) return [];
    seen.add(node);
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
