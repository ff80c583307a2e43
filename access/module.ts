import { type Decisions, NO, type Node, YES } from "./diagram";
import { All, Filter, OneOf, type Restriction, Signed, TlsFloor, Unseen } from "./guard";
import { Networks } from "./networks";
import type { FactQuestion, Question, TextQuestion } from "./question";

/** The questions that modules and policies ask alike. */
export class Guards {
  constructor(readonly decisions: Decisions<Question>) {}

  /** Whether a client meets what a module requires. */
  meets(restriction: Restriction): Node {
    const { decisions } = this;
    if (restriction instanceof All) return decisions.every(restriction.parts.map((part) => this.meets(part)));
    if (restriction.isOpen === true) return YES;
    if (restriction.isClosed === true) return NO;
    if (restriction instanceof Networks) return this.address(restriction);
    if (restriction instanceof OneOf) return this.oneOf(restriction);
    if (restriction instanceof TlsFloor) return this.version(restriction);
    if (restriction instanceof Filter) return this.userAgent(restriction);
    if (restriction instanceof Signed) {
      const { provider, secret } = restriction;
      return this.signature(provider, secret ? `${secret.urn} ${secret.version}` : "", "module");
    }
    const content = restriction instanceof Unseen ? restriction.content : restriction.text;
    return this.hidden(content, `that ${restriction.text} lets in`, `that ${restriction.text} keeps out`);
  }

  fact(fact: Omit<FactQuestion, "asks">): Node {
    return this.decisions.ask({ ...fact, asks: "fact" });
  }

  unknown(key: string, yes: string, no: string): Node {
    return this.decisions.ask({ asks: "unknown", key: `unknown ${key}`, yes, no, isSomebodys: false });
  }

  /** A guard that lets somebody in, and does not show whom. */
  private hidden(key: string, yes: string, no: string): Node {
    return this.decisions.ask({ asks: "unknown", key: `hidden ${key}`, yes, no, isSomebodys: true });
  }

  /** Users of an application of one's own at a provider, which may have fewer users than the provider. */
  application(clientId: string, provider: string): Node {
    return this.hidden(
      `application ${clientId} of ${provider}`,
      "of users of the application at the provider",
      "of users who may not be users of the application at the provider",
    );
  }

  text(
    test: Pick<TextQuestion, "subject" | "is" | "value"> & { isFolded?: boolean; version?: string },
  ): Node {
    const { subject, is, value, isFolded = false, version = "" } = test;
    const key = JSON.stringify([subject, is, value, isFolded, version]);
    return this.decisions.ask({ asks: "text", key, subject, is, value, isFolded, version });
  }

  address(networks: Networks): Node {
    if (networks.isClosed === true) return NO;
    if (networks.isOpen === true) return YES;
    return this.decisions.ask({ asks: "address", key: `address ${networks.key}`, networks });
  }

  /** TLS of a version from 0 to 3, or a newer one. */
  versionFrom(level: number): Node {
    return level <= 0 ? YES : this.decisions.ask({ asks: "version", key: `version ${level}`, level });
  }

  /** @param secret - Identifies the secret: the same text for the same one. */
  signature(provider: string, secret: string, of: "module" | "policy"): Node {
    return this.fact({
      key: `signature ${JSON.stringify([provider, secret])}`,
      yes: `signed by ${provider} with the secret of the ${of}`,
      no: `not signed by ${provider} with the secret of the ${of}`,
      about: `signature ${provider}`,
    });
  }

  signedOn(kind: "oauth" | "saml" | "openid-connect", by: string, about?: string): Node {
    const name = kind === "saml" ? "the SAML identity provider" : by.slice(0, 80);
    return this.fact({
      key: `${kind} ${by}`,
      yes: `of users whom ${name} has signed on`,
      no: `without sign-on by ${name}`,
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
      key: `certificate of ${authority}`,
      yes: `with a client certificate of ${name}`,
      no: `without a client certificate of ${name}`,
      implies: ["certificate"],
    });
    return this.both(any, of);
  }

  anyCertificate(): Node {
    return this.fact({
      key: "certificate",
      yes: "with a client certificate",
      no: "without a client certificate",
    });
  }

  both(one: Node, other: Node): Node {
    return this.decisions.both(one, other);
  }

  private version(floor: TlsFloor): Node {
    if (floor.level >= 0) return this.versionFrom(floor.level);
    return this.hidden(floor.text, `with ${floor.text}`, "with an older TLS, perhaps");
  }

  private userAgent({ allow, deny }: Filter): Node {
    const { decisions } = this;
    const matches = (patterns: readonly string[]) =>
      decisions.some(patterns.map((value) => this.text({ subject: "req.user_agent", is: "match", value })));
    const [allowed, denied] = [matches(allow), matches(deny)];
    if (deny.length === 0) return allowed;
    if (allow.length === 0) return decisions.not(denied);
    // Which of the lists wins is not in the reference.
    const wins = this.unknown(
      "user agent lists",
      "that both lists of user agents name",
      "that both lists of user agents name",
    );
    return decisions.choose(allowed, decisions.choose(denied, wins, YES), decisions.choose(denied, NO, wins));
  }

  private oneOf({ scope, entries, what }: OneOf): Node {
    const { decisions } = this;
    const inScope = this.scope(scope);
    if (entries === undefined) return inScope;
    const each = entries.map(({ kind, value, content, name }): Node => {
      if (value === undefined)
        return this.unknown(
          `${scope} ${kind} ${content}`,
          `of ${what} that is not known yet`,
          `not of ${what} that is not known yet`,
        );
      if (kind === "authority") return this.certificateOf(value, name ?? value);
      if (kind === "email")
        return this.text({
          subject: `identity ${scope}`,
          is: "equal",
          value: value.toLowerCase(),
          isFolded: true,
        });
      if (kind === "domain")
        return this.text({
          subject: `identity ${scope}`,
          is: "end",
          value: `@${value.toLowerCase()}`,
          isFolded: true,
        });
      if (kind === "binding")
        return this.fact({
          key: `binding ${value}`,
          yes: `by the ${value} binding`,
          no: `not by the ${value} binding`,
        });
      const [organization] = value.toLowerCase().split("/");
      return this.fact({
        key: `${scope} ${kind} ${value.toLowerCase()}`,
        yes: `of ${kind} ${value.slice(0, 80)}`,
        no: `not of ${kind} ${value.slice(0, 80)}`,
        ...(kind === "team" && { implies: [`${scope} organization ${organization}`] }),
      });
    });
    return decisions.both(inScope, decisions.some(each));
  }

  /** What entries of a scope are about, by itself. */
  private scope(scope: string): Node {
    const [kind, ...rest] = scope.split(" ");
    const name = rest.join(" ");
    if (kind === "oauth") return this.signedOn("oauth", name);
    if (kind === "saml") return this.signedOn("saml", name);
    if (kind !== "oidc") return YES;
    const [issuer, clientId] = JSON.parse(name) as [unknown, unknown];
    return this.openIdConnect(String(issuer), String(clientId ?? ""));
  }
}
