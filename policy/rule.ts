import type { EnforcementLevel, PolicyResource, ResourceValidationArgs, Severity } from "@pulumi/policy";
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Account } from "./account";
import type { OutputsOf, ResourceClass } from "./classes";

/** A rule's violations, each as what is wrong and what to do; never a value that could be secret. */
export type Findings = string | readonly string[] | undefined;

/** The arguments of a rule about one resource: the checked inputs, and outputs derived from inputs alone. */
export type PropsOf<R, Args> = pulumi.Unwrap<NonNullable<Args>> & Omit<OutputsOf<R>, keyof NonNullable<Args>>;

export interface ResourceContext<Config> {
  readonly config: Config;
  /** Name of the resource in the program. */
  readonly name: string;
  readonly stack: string;
  readonly project: string;
  /** Whether the resource option `protect` is set. */
  readonly isProtected: boolean;
}

/** A rule's check of one class. */
export interface ResourceCase<Config> {
  readonly resourceClass: ResourceClass;
  /** Checks one resource in its planned state. */
  check(args: ResourceValidationArgs, config: Config): Findings;
  /** Rewrites `args.props` in place, which keeps secrets secret; true when something was rewritten. */
  fix?(args: ResourceValidationArgs, config: Config): boolean;
}

/** Declares a rule's check of one class, typed by that class. */
export type On<Config> = <R extends pulumi.Resource, Args>(
  resourceClass: ResourceClass<R, Args>,
  check: (props: PropsOf<R, Args>, context: ResourceContext<Config>) => Findings,
  /** Edits the given properties and returns whether it changed any. */
  fix?: (props: PropsOf<R, Args>, context: ResourceContext<Config>) => boolean,
) => ResourceCase<Config>;

/** Violations in a stack, each at a resource or, without one, in the stack as a whole. */
export interface StackFinding {
  readonly at?: PolicyResource;
  readonly message: string;
}

export type ConfigSchema = z.ZodObject;

/** A rule's description. */
export interface RuleFacts<Id extends string = string, Schema extends ConfigSchema = ConfigSchema> {
  /** Also the policy's name and the name of the rule's file. */
  readonly id: Id;
  readonly severity: Severity;
  /** The requirement ("must", if a violation stops the operation) or recommendation ("should"). */
  readonly title: string;
  /** What goes wrong otherwise. */
  readonly reason: string;
  readonly source: readonly string[];
  /** What to do about a violation. */
  readonly advice: string;
  /** What the remediation rewrites, for rules that have one. */
  readonly fix?: string;
  /** Set when the severity does not decide the level of enforcement: the level, and why. */
  readonly level?: { readonly is: EnforcementLevel; readonly because: string };
  /** Thresholds and lists that a user may change, each with its default and description. */
  readonly config: Schema;
}

export interface ResourceRule<Id extends string = string, Schema extends ConfigSchema = ConfigSchema>
  extends RuleFacts<Id, Schema> {
  readonly kind: "resource";
  readonly cases: readonly ResourceCase<z.output<Schema>>[];
}

export interface StackRule<Id extends string = string, Schema extends ConfigSchema = ConfigSchema>
  extends RuleFacts<Id, Schema> {
  readonly kind: "stack";
  /** Checks all resources of the stack together. */
  check(account: Account, config: z.output<Schema>): readonly StackFinding[];
}

/** A rule of the pack, about one resource or the whole stack. */
export type Rule = ResourceRule | StackRule;

type Described<Id extends string, Schema extends ConfigSchema> = Omit<RuleFacts<Id, Schema>, "config"> & {
  readonly config?: Schema;
};

type NoConfig = z.ZodObject<Record<never, never>>;
const NO_CONFIG: NoConfig = z.object({});

/** A rule about single resources; runs before each is created or updated, in previews too. */
export function resourceRule<const Id extends string, Schema extends ConfigSchema = NoConfig>(
  rule: Described<Id, Schema> & {
    readonly cases: (on: On<z.output<Schema>>) => readonly ResourceCase<z.output<Schema>>[];
  },
): ResourceRule<Id, Schema> {
  const config = rule.config ?? (NO_CONFIG as unknown as Schema);
  const on: On<z.output<Schema>> = (resourceClass, check, fix) => ({
    resourceClass: resourceClass as unknown as ResourceClass,
    // The engine passes properties of the class that `isType` has found; check has validated their shape.
    check: (args, settings) => check(args.props as Parameters<typeof check>[0], contextOf(args, settings)),
    ...(fix && {
      fix: (args, settings) => fix(args.props as Parameters<typeof check>[0], contextOf(args, settings)),
    }),
  });
  return { ...rule, kind: "resource", config, cases: rule.cases(on) };
}

/** A rule about the stack as a whole; runs at the end of a preview or update without errors. */
export function stackRule<const Id extends string, Schema extends ConfigSchema = NoConfig>(
  rule: Described<Id, Schema> & {
    readonly check: (account: Account, config: z.output<Schema>) => readonly StackFinding[];
  },
): StackRule<Id, Schema> {
  return { ...rule, kind: "stack", config: rule.config ?? (NO_CONFIG as unknown as Schema) };
}

function contextOf<Config>(args: ResourceValidationArgs, config: Config): ResourceContext<Config> {
  return { config, name: args.name, ...programOf(args.urn), isProtected: args.opts.protect };
}

/** Stack and project of a URN: `urn:pulumi:<stack>::<project>::<type>::<name>`. */
export function programOf(urn: string): { readonly stack: string; readonly project: string } {
  const [head = "", project = ""] = urn.split("::");
  return { stack: head.slice("urn:pulumi:".length), project };
}
