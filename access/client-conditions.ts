import type { ConfiguredText, Requirement, TokenLocation } from "../traffic-policy/symbolic/policy-reader";
import { type DecisionDiagrams, FALSE, type Node, TRUE } from "./decision-diagrams";
import { digest } from "./digest";
import {
  CLIENT_CERTIFICATES,
  DEFAULT_TLS,
  type Entry,
  type Guard,
  type OneOf,
  type PolicySite,
  TLS_VERSIONS,
  type TrafficPolicy,
} from "./guard-model";
import { type NetworkRule, Networks, parseNetwork } from "./networks";
import { shortList } from "./phrases";
import {
  type AnswerTexts,
  allowedOrBlocked,
  type FactId,
  type FactQuestion,
  keyOf,
  orNot,
  textQuestion,
  UNDESCRIBED,
  type UnknownId,
  type UnknownQuestion,
  withOrWithout,
} from "./question";

const NARROWER_RULE_UNSPECIFIED =
  "the API reference does not say whether a rule of an IP policy wins over one of a wider network";

const UNKNOWN_RULES = {
  dependsOn: "address",
  mayAllowNobody: true,
  why: "some rules are unknown, and may allow nobody",
} as const;

type UnknownDetails = Partial<Omit<UnknownQuestion, "kind" | "key" | "id">>;

/** The location of secrets in plain text. Two such secrets are equal only if their texts are. */
const LITERAL_SECRET = "a literal";

/** Builds conditions on a client, from single questions and from the requirements of modules and policies. */
export class ClientConditions {
  constructor(private readonly diagrams: DecisionDiagrams) {}

  moduleRequirement(guard: Exclude<Guard, TrafficPolicy>): Node {
    switch (guard.kind) {
      case "address":
        return this.address(guard.networks);
      case "one of":
        return this.oneOf(guard);
      case "user agent":
        return this.userAgent(guard.allow, guard.deny);
      case "upgrade":
        return this.fact({ kind: "upgrade" }, orNot("for a WebSocket"));
      case "tls":
        return this.tlsAtLeast(guard.lowest ?? DEFAULT_TLS);
      case "signature": {
        const { provider, secret } = guard;
        if (secret && "text" in secret)
          return this.signature(provider, secret.text, "module", LITERAL_SECRET);
        const key = secret ? `${secret.urn} ${secret.version}` : "";
        return this.signature(provider, key, "module", secret?.urn);
      }
      case "unreadable":
        return this.hiddenGuard(guard.content, {
          texts: allowedOrBlocked(`by ${guard.text}`),
          ...(guard.isPolicy && { mayAllowNobody: true, why: "a masked policy may allow nobody" }),
          ...(guard.moduleName && { dependsOn: guard.moduleName }),
        });
      case "all":
        return this.diagrams.every(guard.parts.map((part) => this.moduleRequirement(part as typeof guard)));
    }
  }

  fact(
    id: FactId,
    texts: AnswerTexts,
    details: Omit<FactQuestion, "kind" | "key" | "id" | "texts"> = {},
  ): Node {
    return this.diagrams.ask({ ...details, kind: "fact", key: keyOf(id), id, texts });
  }

  /** @param about - The subject of the question; a text if no other code needs to recognize it. */
  unknown(about: UnknownId | string, details: UnknownDetails = {}): Node {
    const id = typeof about === "string" ? ({ kind: "other", about } as const) : about;
    const texts = [UNDESCRIBED, UNDESCRIBED] as const;
    return this.diagrams.ask({ texts, ...details, kind: "unknown", id, key: keyOf(id) });
  }

  /** The outcome if the service chooses one of several outcomes for each request. */
  serviceChoice([first, ...others]: readonly Node[], about: string, outcomeForNone: Node): Node {
    if (first === undefined) return outcomeForNone;
    return others.reduce((outcome, other, index) => {
      const isPicked = this.unknown(`pick ${index} ${about}`, { scope: "service choice" });
      return this.diagrams.choose(isPicked, other, outcome);
    }, first);
  }

  /** A question that the API reference leaves open; `why` completes "because …". */
  unspecified(why: string, about = why): Node {
    return this.unknown(about, { scope: "all requests", why });
  }

  private hiddenGuard(content: string, details: UnknownDetails): Node {
    return this.unknown({ kind: "hidden guard", content }, { scope: "guard", ...details });
  }

  /** A custom application at an identity provider. It may allow only some of the provider's users. */
  private application(clientId: string, provider: string): Node {
    return this.unknown(
      { kind: "application", client: clientId, provider },
      {
        scope: "guard",
        isIndependent: true,
        texts: [
          "allowed by the application at the provider",
          "perhaps blocked by the application at the provider",
        ],
      },
    );
  }

  text(test: Parameters<typeof textQuestion>[0]): Node {
    return this.diagrams.ask(textQuestion(test));
  }

  address(networks: Networks): Node {
    const { diagrams } = this;
    const { undecidedRules, coversAll } = networks;
    if (coversAll !== undefined) return coversAll ? TRUE : FALSE;
    if (undecidedRules === undefined)
      return diagrams.ask({ kind: "address", key: keyOf({ kind: "address", of: networks.key }), networks });
    const { allowed, denied, disputed, hidden, mayAllow, mayDeny } = undecidedRules;
    const allowedByUnknown = mayAllow
      ? this.hiddenGuard(`allow ${hidden}`, {
          ...UNKNOWN_RULES,
          texts: ["allowed by unknown rules", "allowed by no unknown rule"],
        })
      : FALSE;
    const notDeniedByUnknown = mayDeny
      ? this.hiddenGuard(`not deny ${hidden}`, {
          ...UNKNOWN_RULES,
          texts: ["denied by no unknown rule", "denied by unknown rules"],
        })
      : TRUE;
    const isAllowed = diagrams.or(this.address(allowed), allowedByUnknown);
    const narrowerWins = diagrams.and(
      this.address(disputed),
      this.unknown(NARROWER_RULE_UNSPECIFIED, { why: NARROWER_RULE_UNSPECIFIED }),
    );
    const isDenied = diagrams.and(this.address(denied), diagrams.not(narrowerWins));
    return diagrams.every([isAllowed, diagrams.not(isDenied), notDeniedByUnknown]);
  }

  /** @param level - 0 to 3 for TLS 1.0 to 1.3. */
  tlsAtLeast(level: number): Node {
    return level <= 0
      ? TRUE
      : this.diagrams.ask({ kind: "version", key: keyOf({ kind: "version", of: level }), level });
  }

  signature(provider: string, secret: string, owner: "module" | "policy", secretLocation?: string): Node {
    return this.fact(
      { kind: "signature", provider: provider.toLowerCase(), secret },
      orNot(`signed by ${provider} with the secret of the ${owner}`),
      {
        aliasGroup: `signature ${provider.toLowerCase()}`,
        secretLocation,
      },
    );
  }

  user(protocol: "oauth" | "openid-connect", name: string, clientId = ""): Node {
    const provider = protocol === "openid-connect" ? name.replace(/\/$/, "") : name;
    return this.diagrams.and(
      this.signedIn(protocol, provider),
      clientId === "" ? TRUE : this.application(clientId, provider),
    );
  }

  private signedIn(
    protocol: "oauth" | "saml" | "openid-connect",
    provider: string,
    aliasGroup?: string,
  ): Node {
    const name = protocol === "saml" ? "the SAML identity provider" : provider.slice(0, 80);
    return this.fact({ kind: "sign-in", protocol, provider }, orNot(`signed in with ${name}`), {
      aliasGroup,
    });
  }

  certificateFrom(authority: string, name: string): Node {
    return this.fact({ kind: "certificate", authority }, withOrWithout(`a client certificate of ${name}`), {
      implies: [{ kind: "certificate" }],
    });
  }

  anyCertificate(): Node {
    return this.fact({ kind: "certificate" }, withOrWithout("a client certificate"));
  }

  mutualTlsWithoutAuthorities(): Node {
    return this.unspecified("the API reference does not say whom mutual TLS without authorities allows");
  }

  private userAgent(allow: readonly string[], deny: readonly string[]): Node {
    if (allow.length === 0 && deny.length === 0) return TRUE;
    const { diagrams } = this;
    const matches = (patterns: readonly string[]) =>
      diagrams.some(patterns.map((value) => this.text({ subject: "req.user_agent", is: "match", value })));
    const [allowed, denied] = [matches(allow), matches(deny)];
    if (deny.length === 0) return allowed;
    if (allow.length === 0) return diagrams.not(denied);
    // The API reference specifies neither user agents on both lists, nor user agents on none.
    const unspecified = this.unspecified("the API reference does not say which list of user agents wins");
    return diagrams.choose(
      allowed,
      diagrams.choose(denied, unspecified, TRUE),
      diagrams.choose(denied, FALSE, unspecified),
    );
  }

  private oneOf({ scope, entries, application }: OneOf): Node {
    const { diagrams } = this;
    const inScope = this.scopeMembership(scope, application);
    if (entries === undefined) return inScope;
    if (scope === CLIENT_CERTIFICATES && entries.length === 0) return this.mutualTlsWithoutAuthorities();
    const lists = [...Map.groupBy(entries, ({ kind }) => kind).values()].map((list) =>
      diagrams.some(list.map((entry) => this.entry(entry, scope))),
    );
    const isOnAnyList = diagrams.some(lists);
    if (lists.length < 2) return diagrams.and(inScope, isOnAnyList);
    // The API reference doesn't say whether one of several lists suffices. Either way, the lists allow someone.
    const oneSuffices = this.unknown("one list of users suffices", {
      scope: "guard",
      why: "the API reference does not say whether users have to be on each of the lists",
      texts: ["if one of the lists of users suffices", "if users have to be on each of the lists"],
      dependsOn: "oauth",
    });
    return diagrams.every([inScope, isOnAnyList, diagrams.or(diagrams.every(lists), oneSuffices)]);
  }

  private entry({ kind, value, content, name }: Entry, scope: string): Node {
    if (value === undefined)
      return this.unknown(`${scope} ${kind} ${content}`, {
        scope: "guard",
        texts: allowedOrBlocked(`by an unknown ${kind}`),
      });
    if (kind === "authority") return this.certificateFrom(value, name ?? value);
    const folded = value.toLowerCase();
    const subject = `identity ${scope}`;
    if (kind === "email") return this.text({ subject, is: "equal", value: folded, isFolded: true });
    if (kind === "domain") return this.text({ subject, is: "end", value: `@${folded}`, isFolded: true });
    if (kind === "binding")
      return this.fact(
        { kind: "binding", name: value },
        orNot(value === "internal" ? "forwarded by a policy" : `by the ${value} binding`),
      );
    const [organization = ""] = folded.split("/");
    const implied = { kind: "member", scope, groupKind: "organization", name: organization } as const;
    return this.fact(
      { kind: "member", scope, groupKind: kind, name: folded },
      orNot(`of ${kind} ${value.slice(0, 80)}`),
      kind === "team" ? { implies: [implied] } : {},
    );
  }

  /**
   * The condition under which a client belongs to a scope, regardless of its entries. The scope of a sign-in is `oauth` with a
   * provider, `saml` with a JSON list of entity and certificates, or `oidc` with a JSON list of issuer and client id.
   */
  private scopeMembership(scope: string, application?: string): Node {
    const [kind, ...rest] = scope.split(" ");
    const name = rest.join(" ");
    if (kind === "oauth") return this.user("oauth", name, application);
    // Another certificate of the same entity may sign in the same users.
    if (kind === "saml") return this.signedIn("saml", name, `saml ${/^\["(.*)",/.exec(name)?.[1] ?? name}`);
    if (kind !== "oidc") return TRUE;
    const [issuer, clientId] = JSON.parse(name) as [unknown, unknown];
    return this.user("openid-connect", String(issuer), String(clientId ?? ""));
  }

  /** @param undecided - The condition for a requirement with unknown settings. */
  policyRequirement(requires: Requirement, site: PolicySite, undecided: () => Node): Node {
    const { diagrams } = this;
    switch (requires.kind) {
      case "address":
        return this.addressRequirement(requires, site) ?? undecided();
      case "password":
        return diagrams.some(requires.credentials.map((credential) => this.password(credential, site)));
      case "oauth":
      case "openid-connect":
        return requires.provider.isTemplate
          ? undecided()
          : this.user(requires.kind, requires.provider.text, requires.clientId?.text);
      case "jwt":
        return diagrams.every(requires.tokens.map((token) => this.token(requires, token, site)));
      case "signature":
        return requires.provider.isTemplate
          ? undecided()
          : this.signature(
              requires.provider.text,
              secretKey(requires.secret, site),
              "policy",
              locationOf(requires.secret, site),
            );
      case "tls":
        return this.tls(requires, site) ?? undecided();
    }
  }

  private addressRequirement(
    { allow, deny, ipPolicies }: Extract<Requirement, { kind: "address" }>,
    site: PolicySite,
  ): Node | undefined {
    const rule =
      (action: "allow" | "deny") =>
      (cidr: ConfiguredText): NetworkRule => ({
        cidr: cidr.isTemplate ? undefined : parseNetwork(cidr.text),
        action,
        content: `${action} ${cidr.text}`,
        isInline: true,
      });
    const rules = [...allow.map(rule("allow")), ...deny.map(rule("deny"))];
    if ([...allow, ...deny].some(({ text, isTemplate }) => !isTemplate && parseNetwork(text) === undefined))
      return undefined;
    return this.address(
      ipPolicies.length === 0 ? Networks.fromRules(rules, [], "") : site.networksOf(ipPolicies, rules),
    );
  }

  private password(credential: ConfiguredText, site: PolicySite): Node {
    if (!credential.isTemplate && !credential.text.includes(":")) return FALSE;
    const secretLocation = locationOf(credential, site);
    return this.fact(
      { kind: "password", secret: digest(secretKey(credential, site)) },
      withOrWithout("a user name and password of the policy"),
      { exclusiveGroup: "authorization", aliasGroup: "password", secretLocation },
    );
  }

  private token(
    { issuers, audiences, algorithms, keys }: Extract<Requirement, { kind: "jwt" }>,
    { location, form }: TokenLocation,
    site: PolicySite,
  ): Node {
    const { diagrams } = this;
    const unknownClaim = (name: string, value: ConfiguredText) =>
      this.unknown(`claim ${name} ${secretKey(value, site)}`, { scope: "guard" });
    const claim = (name: string) => (value: ConfiguredText) =>
      value.isTemplate
        ? unknownClaim(name, value)
        : this.text({ subject: `token ${location} ${name}`, is: "equal", value: value.text });
    const audience = (value: ConfiguredText) =>
      value.isTemplate
        ? unknownClaim("audience", value)
        : this.fact({ kind: "audience", location, audience: value.text }, [
            `with a token for the audience ${JSON.stringify(value.text.slice(0, 60))}`,
            `with a token that is not for the audience ${JSON.stringify(value.text.slice(0, 60))}`,
          ]);
    const withoutAudience = diagrams.and(
      this.fact({ kind: "audience", location }, [
        "with a token without an audience",
        "with a token that has an audience",
      ]),
      this.unspecified("the API reference does not say whether tokens without an audience pass"),
    );
    const keyUrls = keys.flatMap(({ text, isTemplate }) => (isTemplate ? [] : [text.slice(0, 80)]));
    const by = keyUrls.length > 0 ? ` by the keys of ${shortList(keyUrls, 2)}` : "";
    const signed = this.fact(
      { kind: "token", location, keys: digest(keys.map((key) => secretKey(key, site)).sort(), form) },
      withOrWithout(`a valid token${by}`),
      {
        aliasGroup: `token ${location}`,
        ...(location.toLowerCase() === "header authorization" && { exclusiveGroup: "authorization" }),
      },
    );
    return diagrams.every([
      signed,
      diagrams.some(algorithms.map(claim("algorithm"))),
      diagrams.some(issuers.map(claim("issuer"))),
      audiences.length === 0 ? TRUE : diagrams.or(diagrams.some(audiences.map(audience)), withoutAudience),
    ]);
  }

  private tls(
    { minVersion, maxVersion, authorities, certificate }: Extract<Requirement, { kind: "tls" }>,
    site: PolicySite,
  ): Node | undefined {
    const { diagrams } = this;
    const versions: readonly string[] = TLS_VERSIONS;
    const [from, to] = [versions.indexOf(minVersion), versions.indexOf(maxVersion)];
    if (to >= 0 && from > to) return FALSE;
    // A maximum below 1.3 is undecided: the review doesn't model which older TLS versions clients support.
    if (from < 0 || to !== TLS_VERSIONS.length - 1) return undefined;
    const supportsVersion = this.tlsAtLeast(from);
    if (certificate === undefined) return supportsVersion;
    if (authorities.length === 0) return diagrams.and(supportsVersion, this.mutualTlsWithoutAuthorities());
    if (certificate === "optional") return supportsVersion;
    if (certificate === "any") return diagrams.and(supportsVersion, this.anyCertificate());
    const trusted = authorities.map((authority) => {
      if (authority.isTemplate)
        return this.unknown(`authority ${secretKey(authority, site)}`, { scope: "guard" });
      const { key, name } = site.authorityOf(authority.text);
      return this.certificateFrom(key, name);
    });
    return diagrams.and(supportsVersion, diagrams.some(trusted));
  }
}

const SECRET_CALL = /\bsecrets\.get\([^)]*\)/g;

/** Identifies a text. Known vault secrets that are interpolated into it count by their location, not their name. */
function secretKey({ text, isTemplate }: ConfiguredText, site: PolicySite): string {
  const values = isTemplate ? site.secretsIn(text) : [];
  if (values.length === 0) return text;
  const isEachKnown = values.length === text.match(SECRET_CALL)?.length;
  return digest(isEachKnown ? text.replace(SECRET_CALL, "") : text, values);
}

/** Identifies where a secret is set; undefined if unknown. See `FactQuestion.secretLocation`. */
function locationOf({ text, isTemplate }: ConfiguredText, site: PolicySite): string | undefined {
  if (!isTemplate) return LITERAL_SECRET;
  const urns = site.secretsIn(text).map(({ urn }) => urn);
  return urns.length === 0 ? undefined : digest(text.replace(SECRET_CALL, ""), urns);
}
