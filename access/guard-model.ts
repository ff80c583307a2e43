import {
  type ConfiguredText,
  type GuardReading,
  type GuardRule,
  readGuards,
} from "../traffic-policy/symbolic/policy-reader";
import { digest } from "./digest";
import type { NetworkRule, Networks } from "./networks";
import { shortList } from "./phrases";

export type Guard =
  | { readonly kind: "address"; readonly networks: Networks }
  | OneOf
  /** `allow` and `deny` are patterns of user agents. An empty list has no effect. */
  | { readonly kind: "user agent"; readonly allow: readonly string[]; readonly deny: readonly string[] }
  | { readonly kind: "upgrade" }
  /** At least this TLS version, 0 to 3 for TLS 1.0 to 1.3; undefined for the service's default. */
  | { readonly kind: "tls"; readonly lowest: number | undefined }
  | {
      readonly kind: "signature";
      readonly provider: string;
      readonly secret: MaskedLocation | { readonly text: string } | undefined;
    }
  | UnreadableGuard
  /** Requirements of one kind. Clients must meet all of them. */
  | { readonly kind: "all"; readonly parts: readonly Guard[] }
  | TrafficPolicy;

/** Requires one of several properties, such as an e-mail address or a group. */
export interface OneOf {
  readonly kind: "one of";
  /** The namespace of the entries, such as `oauth google`. Equal entries of two scopes are different properties. */
  readonly scope: string;
  /** Undefined to allow every client of the scope. */
  readonly entries: readonly Entry[] | undefined;
  /** Describes the clients with one of the entries, such as `users of Google`. */
  readonly clientsText: string;
  /** The id of a custom application at the provider. It may allow only some of the provider's users. */
  readonly application?: string;
}

/** An alternative that a guard accepts; a client needs one of them. */
export interface Entry {
  /** The kind of property, such as `email` or `team`. */
  readonly kind: string;
  readonly value: string | undefined;
  /** Identifies an unknown value: equal for equal values. */
  readonly content?: string;
  /** The name that reports show, if different from the value. */
  readonly name?: string;
}

/** Identifies a masked value. A location has the same value until its version changes. */
export interface MaskedLocation {
  readonly urn: string;
  /** Differs between the sides of a change that affects the value. */
  readonly version: string;
}

export const MASKED_DESTINATION = "a masked destination";

export const CLIENT_CERTIFICATES = "client certificates";

/** A guard with unreadable content: unknown until the update, secret, or managed elsewhere. */
export interface UnreadableGuard {
  readonly kind: "unreadable";
  /** Describes the guard in reports. */
  readonly text: string;
  /** Identifies the content: equal for equal content. */
  readonly content: string;
  /** Set for a whole policy. */
  readonly isPolicy?: true;
  readonly moduleName?: string;
  /** Set if the program sets the guard, but the preview masks it. Otherwise, there may be no guard at all. */
  readonly isSet?: true;
  /** Set if the preview shows the guard, but this version doesn't support it. */
  readonly isUnsupported?: true;
}

/** Where a policy is attached, and how its references resolve there. */
export interface PolicySite {
  /** The id of the object that the policy belongs to, equal on both sides of a change. */
  readonly owner: string;
  readonly side: "before" | "after";
  /** True for a route's policy, which has no connect phase. */
  readonly isRoute: boolean;
  /** The addresses that IP policies and rules allow together. */
  networksOf(ipPolicies: readonly ConfiguredText[], rules: readonly NetworkRule[]): Networks;
  /** The vault secrets that are interpolated into a text. */
  secretsIn(text: string): readonly MaskedLocation[];
  /** The certificate authority with this id or certificate. */
  authorityOf(text: string): { readonly key: string; readonly name: string };
}

export interface TrafficPolicy {
  readonly kind: "policy";
  readonly site: PolicySite;
  /** Undefined if the policy can't be read. */
  readonly reading: GuardReading | undefined;
  /** Equal for equivalent policies. */
  readonly content: string;
}

/** @param policy - Text or object, in which `maskedValue(id)` stands for each masked value. Equal ids mean equal values. */
export function trafficPolicy(policy: unknown, site: PolicySite): TrafficPolicy {
  const reading = readGuards(policy);
  const comparedParts =
    reading === undefined
      ? policy
      : [reading.rules.map(({ phase, content }) => [phase, content]), reading.ambiguities];
  return { kind: "policy", site, reading, content: digest(comparedParts) };
}

export const TLS_VERSIONS = ["1.0", "1.1", "1.2", "1.3"] as const;

/** The level of the oldest TLS version that the service accepts by default: 1.2. */
export const DEFAULT_TLS = 2;

/** 0 to 3 for TLS 1.0 to 1.3; undefined for an unknown version. */
export function parseTlsVersion(version: string | undefined): number | undefined {
  const [, digit] = /^(?:tls)?\s*v?1[._]?([0-3])$/i.exec(version ?? "") ?? [];
  return digit === undefined ? undefined : Number(digit);
}

export function guardText(guard: Guard): string {
  switch (guard.kind) {
    case "address":
      return guard.networks.text;
    case "one of": {
      const { scope, entries, clientsText } = guard;
      if (entries === undefined) return clientsText;
      const names = entries.map(({ name, value }) => name ?? value ?? "an unknown one");
      if (names.length > 0) return `${clientsText}: ${shortList(names, MAX_ENTRIES)}`;
      return scope === CLIENT_CERTIFICATES ? "clients with mutual TLS without authorities" : "nobody";
    }
    case "user agent": {
      const { allow, deny } = guard;
      const parts = [
        allow.length > 0 ? `only ${allow.join(", ")}` : "",
        deny.length > 0 ? `not ${deny.join(", ")}` : "",
      ];
      return parts.filter(Boolean).join("; ") || "every user agent";
    }
    case "upgrade":
      return "requests for a WebSocket";
    case "tls":
      return guard.lowest === undefined
        ? `TLS ${TLS_VERSIONS[DEFAULT_TLS]} or newer, the service's default`
        : `TLS ${TLS_VERSIONS[guard.lowest]} or newer`;
    case "signature":
      return `requests signed by ${guard.provider}`;
    case "unreadable":
      return guard.text;
    case "all":
      return guard.parts.map(guardText).join(" and ");
    case "policy":
      return guard.reading === undefined ? "a policy that cannot be read" : rulesText(guard.reading.rules);
  }
}

const MAX_ENTRIES = 5;
const MAX_ACTIONS = 6;

/** The suffix of a guard's name; empty for an enforced guard. */
export const enforcementText = (isEnforced: boolean): string => (isEnforced ? "" : " (not enforced)");

function rulesText(rules: readonly GuardRule[]): string {
  const types = rules
    .flatMap(({ actions }) => actions)
    .flatMap((action) => {
      if (action.effect === "none" || action.effect === "changes") return [];
      if (action.effect === "guards") return [`${action.type}${enforcementText(action.isEnforced)}`];
      return [action.type || "unknown rules"];
    });
  const named = [...new Set(types)].map((type) => type.slice(0, 40));
  return named.length === 0 ? "everybody" : shortList(named, MAX_ACTIONS);
}
