import type { EnforcementLevel, PolicyResource, ResourceValidationArgs, Severity } from "@pulumi/policy";
import type * as pulumi from "@pulumi/pulumi";
import { z } from "zod";
import type { Account, Declared } from "./account";
import type { OutputsOf, ResourceClass } from "./classes";

/** Messages about violations of a rule. They name the problem and its solution, but never a value that could be secret. */
export type Findings = string | readonly string[] | undefined;

export type PropsOf<R, Args> = pulumi.Unwrap<NonNullable<Args>> & Omit<OutputsOf<R>, keyof NonNullable<Args>>;

export const toList = (findings: Findings): readonly string[] =>
  typeof findings === "string" ? [findings] : (findings ?? []);

export interface ResourceContext<Config> {
  readonly config: Config;
  readonly name: string;
  readonly stack: string;
  readonly project: string;
  readonly isProtected: boolean;
}

/** The check of a rule for one class. */
export interface ResourceCase<Config> {
  readonly resourceClass: ResourceClass;
  /** Checks one resource in its planned state. */
  check(args: ResourceValidationArgs, config: Config): Findings;
  /** Edits `args.props` in place, which keeps secrets encrypted. Returns true if it changed something. */
  fix?(args: ResourceValidationArgs, config: Config): boolean;
}

/** Edits properties that violate the check. Returns false if it leaves them unchanged. */
export type Fix<Props, Config> = (props: Props, context: ResourceContext<Config>) => boolean | undefined;

/** Defines the check of a rule for one class. */
export type DefineCase<Config> = <R extends pulumi.Resource, Args>(
  resourceClass: ResourceClass<R, Args>,
  check: (props: PropsOf<R, Args>, context: ResourceContext<Config>) => Findings,
  fix?: Fix<PropsOf<R, Args>, Config>,
) => ResourceCase<Config>;

/** A violation by a resource or, if `at` is omitted, by the whole stack. */
export interface StackFinding {
  readonly at?: PolicyResource;
  readonly message: string;
}

export type ConfigSchema = z.ZodObject;

export interface RuleFacts<Id extends string = string, Schema extends ConfigSchema = ConfigSchema> {
  /** The name of the policy. */
  readonly id: Id;
  readonly severity: Severity;
  /** A requirement ("must") if a violation stops the operation; otherwise, a recommendation ("should"). */
  readonly title: string;
  readonly reason: string;
  readonly source: readonly string[];
  readonly advice: string;
  /** What the remediation changes, if the rule has one. */
  readonly fix?: string;
  /** Overrides the severity's default enforcement level, and states the reason. */
  readonly level?: { readonly enforcement: EnforcementLevel; readonly reason: string };
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

/** A rule as its file declares it. */
type Declaration<Id extends string, Schema extends ConfigSchema> = Omit<RuleFacts<Id, Schema>, "config"> & {
  readonly config?: Schema;
};

export const reference = (section: string) => `API reference, section "${section}"`;

/** Sources of rules other than the API reference. Standards are cited from published summaries, not from the full text. */
export const SOURCES = {
  guide: 'ngrok guide "Securing ngrok"',
  errors: "ngrok error reference",
  client: "ngrok API client documentation",
  oauthGuide: "ngrok OAuth guides",
  trafficPolicies: "ngrok traffic policy documentation",
  jwt: "RFC 7519, section 4.1.3, and RFC 8725, section 3.9",
  nistTls: "NIST SP 800-52 rev. 2",
  cisDormant: "CIS Controls v8, 5.3",
  cisInventory: "CIS Controls v8, 5.5",
  cabForum: "CA/Browser Forum ballot SC-081v3",
  owaspSession: "OWASP Session Management Cheat Sheet",
  owaspSaml: "OWASP SAML Security Cheat Sheet",
  idpInitiated: "articles on the risks of IdP-initiated login",
  operator: "ngrok-operator#641",
  danglingDns: "articles on dangling DNS records",
} as const;

export const stringList = (description: string, preset: string[] = []) =>
  z.array(z.string()).default(preset).describe(description);

type NoConfig = z.ZodObject<Record<never, never>>;
const NO_CONFIG: NoConfig = z.object({});

/** Defines a rule about single resources. It runs in previews, and before a resource is created or updated. */
export function resourceRule<const Id extends string, Schema extends ConfigSchema = NoConfig>(
  rule: Declaration<Id, Schema> & {
    readonly cases: (
      on: DefineCase<z.output<Schema>>,
    ) => ResourceCase<z.output<Schema>> | readonly ResourceCase<z.output<Schema>>[];
  },
): ResourceRule<Id, Schema> {
  const config = rule.config ?? (NO_CONFIG as unknown as Schema);
  const on: DefineCase<z.output<Schema>> = (resourceClass, check, fix) => {
    // The engine passes properties that the class's own `check` has validated.
    const parametersOf = (args: ResourceValidationArgs, settings: z.output<Schema>) =>
      [
        args.props as Parameters<typeof check>[0],
        { config: settings, name: args.name, ...parseUrn(args.urn), isProtected: args.opts.protect },
      ] as const;
    return {
      resourceClass: resourceClass as unknown as ResourceClass,
      check: (args, settings) => check(...parametersOf(args, settings)),
      ...(fix && {
        fix: (args, settings) => {
          const parameters = parametersOf(args, settings);
          return toList(check(...parameters)).length > 0 && fix(...parameters) !== false;
        },
      }),
    };
  };
  return { ...rule, kind: "resource", config, cases: [rule.cases(on)].flat() };
}

/** Defines a rule about the whole stack. It runs at the end of a successful preview or update. */
export function stackRule<const Id extends string, Schema extends ConfigSchema = NoConfig>(
  rule: Declaration<Id, Schema> & {
    readonly check: (account: Account, config: z.output<Schema>) => readonly StackFinding[];
  },
): StackRule<Id, Schema> {
  return { ...rule, kind: "stack", config: rule.config ?? (NO_CONFIG as unknown as Schema) };
}

export const findingsAbout = <R extends pulumi.Resource, Args>(
  account: Account,
  resourceClass: ResourceClass<R, Args>,
  check: (declared: Declared<R>) => Findings,
): StackFinding[] =>
  account
    .of(resourceClass)
    .flatMap((declared) => toList(check(declared)).map((message) => ({ at: declared.resource, message })));

export function parseUrn(urn: string): { readonly stack: string; readonly project: string } {
  const [head = "", project = ""] = urn.split("::");
  return { stack: head.slice("urn:pulumi:".length), project };
}
