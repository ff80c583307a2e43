import { NO, type Node, YES } from "./diagram";
import {
  CLIENT_CERTIFICATES,
  DEFAULT_TLS,
  type Entry,
  type Guard,
  guardText,
  levelOf,
  type OneOf,
  type TrafficPolicy,
} from "./guard-model";
import type { Networks } from "./networks";
import {
  type Diagram,
  DOUBT,
  type FactQuestion,
  keyOf,
  textQuestion,
  type UnknownId,
  type UnknownQuestion,
} from "./question";

const NARROWER =
  "the API reference does not say whether a rule of an IP policy wins over one of a wider network";

const NO_AUTHORITIES = "the API reference does not say whom mutual TLS without authorities allows";

const OF_UNSEEN_RULES = {
  about: "address",
  mayBeNobody: true,
  why: "some rules are unknown, and may allow nobody",
} as const;

const HIDDEN_POLICY = { mayBeNobody: true, why: "a masked policy may allow nobody" } as const;

/** Where secrets are that are written out: two of them are the same only where their texts are. */
export const LITERAL = "a literal";

/** The questions that modules and policies ask alike. */
export class Guards {
  constructor(readonly decisions: Diagram) {}

  /** Whether a client meets what a module requires. */
  meets(guard: Exclude<Guard, TrafficPolicy>): Node {
    switch (guard.asks) {
      case "address":
        return this.address(guard.networks);
      case "one of":
        return this.oneOf(guard);
      case "user agent":
        return this.userAgent(guard.allow, guard.deny);
      case "upgrade":
        return this.fact({
          id: { kind: "upgrade" },
          yes: "for a WebSocket",
          no: "for no WebSocket",
        });
      case "tls": {
        const level = guard.lowest === undefined ? DEFAULT_TLS : levelOf(guard.lowest);
        const text = guardText(guard);
        return level === undefined
          ? this.unknown({
              ...{ of: "guard", id: { kind: "TLS version", text }, about: "version" },
              yes: `with ${text}`,
              no: "with an older TLS, perhaps",
            })
          : this.versionFrom(level);
      }
      case "signature": {
        const { provider, secret } = guard;
        if (secret && "text" in secret) return this.signature(provider, secret.text, "module", LITERAL);
        const key = secret ? `${secret.urn} ${secret.version}` : "";
        return this.signature(provider, key, "module", secret?.urn);
      }
      case "unseen":
        return this.hidden(guard.content, `allowed by ${guard.text}`, `blocked by ${guard.text}`, {
          ...(guard.isPolicy && { isPolicy: true, ...HIDDEN_POLICY }),
          ...(guard.about && { about: guard.about }),
        });
      case "all":
        // What is hidden of one of them is not decided by another.
        return this.decisions.every(guard.parts.map((part) => this.meets(part as typeof guard)));
    }
  }

  fact(fact: Omit<FactQuestion, "asks" | "key">): Node {
    return this.decisions.ask({ ...fact, asks: "fact", key: keyOf(fact.id) });
  }

  unknown(unknown: Omit<UnknownQuestion, "asks" | "key">): Node {
    return this.decisions.ask({ ...unknown, asks: "unknown", key: keyOf(unknown.id) });
  }

  /** What cannot be told of requests, and is not named. */
  doubt(
    about: string | UnknownId,
    of: UnknownQuestion["of"] = "reading",
    why = of === "reading" ? "the API reference does not say what counts" : undefined,
  ): Node {
    return this.unknown({
      of,
      id: typeof about === "string" ? { kind: "other", about } : about,
      yes: DOUBT,
      no: DOUBT,
      ...(why !== undefined && { why }),
    });
  }

  /** A guard that lets somebody in, and does not show whom. */
  private hidden(
    content: string,
    yes: string,
    no: string,
    more: Pick<UnknownQuestion, "isPolicy" | "mayBeNobody" | "about" | "why"> = {},
  ): Node {
    return this.unknown({ of: "guard", id: { kind: "hidden guard", content }, yes, no, ...more });
  }

  /** Users of an application of one's own at a provider, which may have fewer users than the provider. */
  application(clientId: string, provider: string): Node {
    return this.unknown({
      ...{ of: "guard", id: { kind: "application", client: clientId, provider }, isIndependent: true },
      yes: "allowed by the application at the provider",
      no: "perhaps blocked by the application at the provider",
    });
  }

  text(test: Parameters<typeof textQuestion>[0]): Node {
    return this.decisions.ask(textQuestion(test));
  }

  address(networks: Networks): Node {
    const { rules, isAll } = networks;
    if (isAll !== undefined) return isAll ? YES : NO;
    if (rules) {
      const { decisions } = this;
      const { allowed, denied, disputed, hidden, mayAllow, mayDeny } = rules;
      const admits = mayAllow
        ? this.hidden(
            `allow ${hidden}`,
            "allowed by unknown rules",
            "allowed by no unknown rule",
            OF_UNSEEN_RULES,
          )
        : NO;
      const spares = mayDeny
        ? this.hidden(
            `spare ${hidden}`,
            "denied by no unknown rule",
            "denied by unknown rules",
            OF_UNSEEN_RULES,
          )
        : YES;
      const isIn = decisions.either(this.address(allowed), admits);
      const wins = decisions.both(this.address(disputed), this.doubt(NARROWER, "case", NARROWER));
      return decisions.every([isIn, decisions.either(decisions.not(this.address(denied)), wins), spares]);
    }
    return this.decisions.ask({
      asks: "address",
      key: keyOf({ kind: "address", of: networks.key }),
      networks,
    });
  }

  /** TLS of a version from 0 to 3, or a newer one. */
  versionFrom(level: number): Node {
    return level <= 0
      ? YES
      : this.decisions.ask({ asks: "version", key: keyOf({ kind: "version", of: level }), level });
  }

  /** No version of TLS that is older than one of 0 to 3. */
  noVersionBefore(level: number): Node {
    const key = keyOf({ kind: "version", of: [level] });
    return this.decisions.ask({ asks: "version", key, level, isOldest: true });
  }

  /** @param secret - Identifies the secret: the same text for the same one. */
  signature(provider: string, secret: string, of: "module" | "policy", at?: string): Node {
    return this.fact({
      id: { kind: "signature", provider: provider.toLowerCase(), secret },
      yes: `signed by ${provider} with the secret of the ${of}`,
      no: `not signed by ${provider} with the secret of the ${of}`,
      about: `signature ${provider.toLowerCase()}`,
      ...(at !== undefined && { at }),
    });
  }

  signedOn(protocol: "oauth" | "saml" | "openid-connect", by: string, about?: string): Node {
    const name = protocol === "saml" ? "the SAML identity provider" : by.slice(0, 80);
    return this.fact({
      id: { kind: "sign-in", protocol, by },
      yes: `signed in with ${name}`,
      no: `not signed in with ${name}`,
      ...(about !== undefined && { about }),
    });
  }

  openIdConnect(issuer: string, clientId: string): Node {
    const provider = issuer.replace(/\/$/, "");
    return this.both(
      this.signedOn("openid-connect", provider),
      clientId === "" ? YES : this.application(clientId, provider),
    );
  }

  certificateOf(authority: string, name: string): Node {
    const any = this.anyCertificate();
    const of = this.fact({
      id: { kind: "certificate", authority },
      yes: `with a client certificate of ${name}`,
      no: `without a client certificate of ${name}`,
      implies: [{ kind: "certificate" }],
    });
    return this.both(any, of);
  }

  anyCertificate(): Node {
    return this.fact({
      id: { kind: "certificate" },
      yes: "with a client certificate",
      no: "without a client certificate",
    });
  }

  /** Mutual TLS that names nobody who may have signed the certificate. */
  withoutAuthorities(): Node {
    return this.doubt("mutual TLS without authorities", "reading", NO_AUTHORITIES);
  }

  both(one: Node, other: Node): Node {
    return this.decisions.both(one, other);
  }

  private userAgent(allow: readonly string[], deny: readonly string[]): Node {
    if (allow.length === 0 && deny.length === 0) return YES;
    const { decisions } = this;
    const matches = (patterns: readonly string[]) =>
      decisions.some(patterns.map((value) => this.text({ subject: "req.user_agent", is: "match", value })));
    const [allowed, denied] = [matches(allow), matches(deny)];
    if (deny.length === 0) return allowed;
    if (allow.length === 0) return decisions.not(denied);
    // Which of the lists wins is not in the reference.
    const why = "the API reference does not say which list of user agents wins";
    const wins = this.doubt("user agent lists", "reading", why);
    return decisions.choose(allowed, decisions.choose(denied, wins, YES), decisions.choose(denied, NO, wins));
  }

  private oneOf({ scope, entries, what, application }: OneOf): Node {
    const { decisions } = this;
    const provider = scope.slice(scope.indexOf(" ") + 1);
    const inScope =
      application === undefined
        ? this.scope(scope)
        : decisions.both(this.scope(scope), this.application(application, provider));
    if (entries === undefined) return inScope;
    if (scope === CLIENT_CERTIFICATES && entries.length === 0) return this.withoutAuthorities();
    const lists = [...Map.groupBy(entries, ({ kind }) => kind).values()].map((list) =>
      decisions.some(list.map((entry) => this.entry(entry, scope, what))),
    );
    const isOnOne = decisions.some(lists);
    if (lists.length < 2) return decisions.both(inScope, isOnOne);
    // Whether one of several lists suffices is not in the reference. Somebody gets in, since that is what they are for.
    const suffices = this.unknown({
      of: "guard",
      id: { kind: "other", about: "one list of users suffices" },
      why: "the API reference does not say whether users have to be on each of the lists",
      yes: "if it suffices to be on one of the lists of users",
      no: "if users have to be on each of the lists",
      about: "oauth",
    });
    return decisions.every([inScope, isOnOne, decisions.either(decisions.every(lists), suffices)]);
  }

  /** Whether a client has one of the properties that a guard lists. */
  private entry({ kind, value, content, name }: Entry, scope: string, what: string): Node {
    if (value === undefined)
      return this.unknown({
        of: "guard",
        id: { kind: "other", about: `${scope} ${kind} ${content}` },
        yes: `allowed by a list (${what}) that is not known yet`,
        no: `blocked by a list (${what}) that is not known yet`,
      });
    if (kind === "authority") return this.certificateOf(value, name ?? value);
    const of = value.toLowerCase();
    const subject = `identity ${scope}`;
    if (kind === "email") return this.text({ subject, is: "equal", value: of, isFolded: true });
    if (kind === "domain") return this.text({ subject, is: "end", value: `@${of}`, isFolded: true });
    if (kind === "binding")
      return this.fact({
        id: { kind: "binding", name: value },
        yes: value === "internal" ? "forwarded by a policy" : `by the ${value} binding`,
        no: value === "internal" ? "that no policy forwards" : `not by the ${value} binding`,
      });
    const [organization] = of.split("/");
    return this.fact({
      id: { kind: "member", scope, of: kind, name: of },
      yes: `of ${kind} ${value.slice(0, 80)}`,
      no: `not of ${kind} ${value.slice(0, 80)}`,
      ...(kind === "team" && {
        implies: [{ kind: "member", scope, of: "organization", name: String(organization) }],
      }),
    });
  }

  /** What entries of a scope are about, by itself. */
  private scope(scope: string): Node {
    const [kind, ...rest] = scope.split(" ");
    const name = rest.join(" ");
    if (kind === "oauth") return this.signedOn("oauth", name);
    // Other certificates of the same entity may sign for the same users.
    if (kind === "saml") return this.signedOn("saml", name, `saml ${/^\["(.*)",/.exec(name)?.[1] ?? name}`);
    if (kind !== "oidc") return YES;
    const [issuer, clientId] = JSON.parse(name) as [unknown, unknown];
    return this.openIdConnect(String(issuer), String(clientId ?? ""));
  }
}
