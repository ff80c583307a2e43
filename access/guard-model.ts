import { createHash } from "node:crypto";
import {
  type ConfiguredText,
  type GuardReading,
  type GuardRule,
  readGuards,
} from "../traffic-policy/symbolic/guards";
import { shortList } from "./lists-in-words";
import type { NetworkRule, Networks } from "./networks";

/** What one guard requires of clients. Whom it lets in is for the diagrams to say. */
export type Guard =
  /** An address of these networks. */
  | { readonly asks: "address"; readonly networks: Networks }
  | OneOf
  /** A user agent of the allow list, if there is one, and none of the deny list. The lists hold patterns. */
  | { readonly asks: "user agent"; readonly allow: readonly string[]; readonly deny: readonly string[] }
  /** A request that asks for a WebSocket. */
  | { readonly asks: "upgrade" }
  /** A version of TLS in the program's spelling, such as `1.2`, or a newer one; undefined for the service's default. */
  | { readonly asks: "tls"; readonly lowest: string | undefined }
  /** A signature of a webhook provider, by a secret that is known by its text or by its place. */
  | {
      readonly asks: "signature";
      readonly provider: string;
      readonly secret: HiddenPlace | { readonly text: string } | undefined;
    }
  | Unseen
  /** Requirements of one kind that clients must all meet. */
  | { readonly asks: "all"; readonly parts: readonly Guard[] }
  | TrafficPolicy;

/** One of several properties, such as an e-mail address or a group. */
export interface OneOf {
  readonly asks: "one of";
  /** The namespace of the entries, such as an identity provider: entries of different scopes differ. */
  readonly scope: string;
  /** Undefined: every client of the scope. */
  readonly entries: readonly Entry[] | undefined;
  readonly what: string;
  /** Names an application of one's own at the provider: it may have fewer users. */
  readonly application?: string;
}

/** An alternative that a guard accepts; a client needs one of them. */
export interface Entry {
  /** The kind of property, such as `email` or `team`. */
  readonly kind: string;
  /** Undefined while it is not known. */
  readonly value: string | undefined;
  /** Identifies a value that is not known: the same string means the same value. */
  readonly content?: string;
  /** The name that users know it by, if different from its value. */
  readonly name?: string;
}

/** The place of a value that is not shown: the same place holds the same value until it changes. */
export interface HiddenPlace {
  readonly urn: string;
  /** Differs between the sides of a change that affects the value. */
  readonly version: string;
}

/** Where requests get to by a policy that is not shown. */
export const HIDDEN_PLACE = "what is not shown";

/** The scope of the certificates that clients show. */
export const CLIENT_CERTIFICATES = "client certificates";

/** A guard with hidden content: unknown until the change is made, secret, or managed elsewhere. */
export interface Unseen {
  readonly asks: "unseen";
  readonly text: string;
  /** Identifies hidden content; the same string means the same content. */
  readonly content: string;
  /** It is a whole policy. */
  readonly isPolicy?: true;
  /** The module that it is: what it looks at is known. */
  readonly about?: string;
  /** The program sets it, and the preview masks what it says. Without this, there may be no guard at all. */
  readonly isSet?: true;
  /** The preview shows it, and this version doesn't know what it means. */
  readonly isShown?: true;
}

/** Where a policy is set, and what its names stand for there. */
export interface PolicySite {
  /** Identifies the object that holds it, equally on both sides of a change. */
  readonly owner: string;
  /** On which side of the change. */
  readonly side: "before" | "after";
  /** Whether it is a route's: no connection is made there. */
  readonly isRoute: boolean;
  /** The addresses that IP policies and rules admit together. */
  networksOf(ipPolicies: readonly ConfiguredText[], rules: readonly NetworkRule[]): Networks;
  /** The values from vaults that fill in a text, each with what differs between the sides where the change affects it. */
  valuesIn(text: string): readonly HiddenPlace[];
  /** The certificate authority of an id or certificate. */
  authorityOf(text: string): { readonly key: string; readonly name: string };
}

/** A traffic policy. */
export interface TrafficPolicy {
  readonly asks: "policy";
  readonly site: PolicySite;
  /** Undefined for a policy that cannot be read. */
  readonly reading: GuardReading | undefined;
  /** Equal for policies that say the same. */
  readonly content: string;
}

/**
 * @param policy - Text or object, with `UNKNOWN_TEXT` and a name in the place of each value that is not shown: the same name
 * for the same value.
 */
export function trafficPolicy(policy: unknown, site: PolicySite): TrafficPolicy {
  const reading = readGuards(policy);
  const said =
    reading === undefined
      ? policy
      : [reading.rules.map(({ phase, content }) => [phase, content]), reading.doubts];
  const content = createHash("sha256").update(JSON.stringify(said)).digest("base64url");
  return { asks: "policy", site, reading, content };
}

const VERSIONS = ["1.0", "1.1", "1.2", "1.3"];

/** The oldest version of TLS that the service takes where nothing else is said. */
export const DEFAULT_TLS = 2;

/** 0 to 3, of TLS 1.0 to 1.3; undefined for a version that is not known. */
export function levelOf(version: string | undefined): number | undefined {
  const [, digit] = /^(?:tls)?\s*v?1[._]?([0-3])$/i.exec(version ?? "") ?? [];
  return digit === undefined ? undefined : Number(digit);
}

/** Whom a guard admits, in a few words. */
export function guardText(guard: Guard): string {
  switch (guard.asks) {
    case "address":
      return guard.networks.text;
    case "one of": {
      const { scope, entries, what } = guard;
      if (entries === undefined) return what;
      if (entries.length > 0) return `${what}: ${listOf(entries)}`;
      return scope === CLIENT_CERTIFICATES ? "clients by mutual TLS without authorities" : "nobody";
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
        ? `TLS ${VERSIONS[DEFAULT_TLS]} or newer, the service's default`
        : `TLS ${VERSIONS[levelOf(guard.lowest) ?? -1] ?? guard.lowest} or newer`;
    case "signature":
      return `requests signed by ${guard.provider}`;
    case "unseen":
      return guard.text;
    case "all":
      return guard.parts.map(guardText).join(" and ");
    case "policy":
      return guard.reading === undefined ? "a policy that cannot be read" : rulesText(guard.reading.rules);
  }
}

const MOST_ENTRIES = 5;

function listOf(entries: readonly Entry[]): string {
  const names = entries.map(({ name, value }) => name ?? value ?? "one that is not known yet");
  return shortList(names, MOST_ENTRIES);
}

const MOST_ACTIONS = 6;

/** What stands after the type of a guard that keeps nobody out, or may not. */
export const enforcementText = (isEnforced: boolean | undefined): string =>
  isEnforced ? "" : isEnforced === false ? " (not enforced)" : " (perhaps not enforced)";

/** What rules do, in their order. */
function rulesText(rules: readonly GuardRule[]): string {
  const types = rules.flatMap(({ actions }) =>
    actions.flatMap((action) =>
      action.effect === "none" || action.effect === "changes"
        ? []
        : action.effect === "guards"
          ? [`${action.type}${enforcementText(action.isEnforced)}`]
          : [action.type || "unknown rules"],
    ),
  );
  const named = [...new Set(types)].map((type) => type.slice(0, 40));
  return named.length === 0 ? "everybody" : shortList(named, MOST_ACTIONS);
}

const endpointReaders = new WeakMap<GuardReading, boolean>();

/** Whether a policy of a guard reads what endpoints do not have in common: its `endpoint.*`. */
export function readsEndpoint(guard: Guard): boolean {
  if (guard.asks === "all") return guard.parts.some(readsEndpoint);
  const reading = guard.asks === "policy" ? guard.reading : undefined;
  if (reading === undefined) return false;
  const known = endpointReaders.get(reading) ?? /\bendpoint\./.test(JSON.stringify(reading.rules));
  endpointReaders.set(reading, known);
  return known;
}
