import {
  type EnforcementLevel,
  type Policies,
  type PolicyConfigSchema,
  PolicyPack,
  type ReportViolation,
  type ResourceValidationArgs,
  type ResourceValidationPolicy,
  type Severity,
  type StackValidationPolicy,
} from "@pulumi/policy";
import { z } from "zod";
import { Account } from "./account";
import { isOfClass } from "./classes";
import { defaultLevel, LEVELS } from "./enforcement";
import { type ResourceRule, type Rule, toList } from "./rule";
import * as rules from "./rules";

/** Every rule, in the order of their ids. */
export const RULES = Object.values(rules).sort((a, b) => (a.id < b.id ? -1 : 1));

type AnyRule = (typeof RULES)[number];

/** The id of a rule in the pack. */
export type RuleId = AnyRule["id"];

type ConfigOf<Id extends RuleId> = z.input<Extract<AnyRule, { id: Id }>["config"]>;

export interface EdgePolicyOptions {
  /**
   * Enforcement levels by rule or by severity; the level of a rule takes precedence. `remediate` fixes violations if the
   * rule has a fix, and otherwise stops the operation; `disabled` omits the rule.
   */
  readonly levels?: { readonly [K in RuleId | Severity]?: EnforcementLevel };
  /** Thresholds and lists of rules; omitted ones keep their default. */
  readonly config?: { readonly [K in RuleId]?: ConfigOf<K> };
}

/**
 * The rules of this package as policies, to combine with others in a policy pack. A file given with
 * `--policy-pack-config` takes precedence over these options.
 *
 * @throws Error for an unknown rule, or an unknown or invalid setting.
 */
export function edgePolicies(options: EdgePolicyOptions = {}): Policies {
  const severities = Object.keys(LEVELS);
  const ids = RULES.map(({ id }) => id);
  rejectUnknownKeys("levels", options.levels, [...ids, ...severities]);
  rejectUnknownKeys("config", options.config, ids);
  return RULES.map((rule: Rule & { id: RuleId }) => {
    const level = options.levels?.[rule.id] ?? options.levels?.[rule.severity] ?? defaultLevel(rule);
    const settings: Readonly<Record<string, unknown>> = options.config?.[rule.id] ?? {};
    return toPolicy(rule, level, settings);
  });
}

/**
 * Starts a policy pack with the rules of this package. The `package.json` of the pack needs a version. Only one pack can
 * run in a process.
 */
export const edgePolicyPack = (name = "tunnel-edge", options: EdgePolicyOptions = {}): PolicyPack =>
  new PolicyPack(name, { policies: edgePolicies(options) });

function rejectUnknownKeys(option: string, options: object | undefined, known: readonly string[]): void {
  const unknownKey = Object.keys(options ?? {}).find((key) => !known.includes(key));
  if (unknownKey !== undefined)
    throw new Error(
      `edge policies: ${option} has the unknown key ${unknownKey}; known keys: ${known.join(", ")}`,
    );
}

function toPolicy(
  rule: Rule,
  enforcementLevel: EnforcementLevel,
  settings: Readonly<Record<string, unknown>>,
): ResourceValidationPolicy | StackValidationPolicy {
  const facts = {
    name: rule.id,
    displayName: rule.id,
    description: rule.title,
    enforcementLevel,
    severity: rule.severity,
    remediationSteps: rule.advice,
    configSchema: toConfigSchema(rule, settings),
  };
  if (rule.kind === "resource") return { ...facts, ...resourcePolicy(rule) };
  const validateStack: StackValidationPolicy["validateStack"] = ({ resources, getConfig }, report) => {
    const findings = rule.check(new Account(resources), rule.config.parse(getConfig()));
    for (const { at, message } of findings) report(message, at?.urn);
  };
  return { ...facts, validateStack };
}

function resourcePolicy({ cases, config }: ResourceRule) {
  const fixes = cases.flatMap(({ resourceClass, fix }) => (fix ? [{ resourceClass, fix }] : []));
  const validateResource = cases.map(
    ({ resourceClass, check }) =>
      (args: ResourceValidationArgs, report: ReportViolation): void => {
        if (!isOfClass(args, resourceClass)) args.notApplicable(`it is not of class ${resourceClass.name}`);
        for (const message of toList(check(args, config.parse(args.getConfig())))) report(message);
      },
  );
  if (fixes.length === 0) return { validateResource };
  const remediateResource: ResourceValidationPolicy["remediateResource"] = (args) => {
    const match = fixes.find(({ resourceClass }) => isOfClass(args, resourceClass));
    if (!match) return args.notApplicable();
    // Returning a copy of the properties would expose their secrets as plain text.
    const isEdited = match.fix(args, config.parse(args.getConfig()));
    return isEdited ? args.props : undefined;
  };
  return { validateResource, remediateResource };
}

/** @param settings - Become the defaults of the schema. */
function toConfigSchema(
  { id, config }: Rule,
  settings: Readonly<Record<string, unknown>>,
): PolicyConfigSchema | undefined {
  const result = config.strict().safeParse(settings);
  if (!result.success) throw new Error(`edge policies: config of ${id}: ${z.prettifyError(result.error)}`);
  const { properties = {} } = z.toJSONSchema(config, { io: "input" });
  const entries = Object.entries(properties).map(([key, schema]) => [
    key,
    { ...(schema as object), default: result.data[key] },
  ]);
  return entries.length === 0 ? undefined : { properties: Object.fromEntries(entries) };
}
