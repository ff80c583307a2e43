import { readCidr } from "../traffic-policy/language/networks";
import type { ConfiguredText, Requirement, TokenPlace } from "../traffic-policy/symbolic/policy-reader";
import { FALSE, type Node, TRUE } from "./diagram";
import { digest } from "./digest";
import { type PolicySite, TLS_VERSIONS } from "./guard-model";
import { GuardQuestions, LITERAL_SECRET } from "./guard-questions";
import { type NetworkRule, Networks } from "./networks";
import { shortList } from "./phrases";

export class Requirements extends GuardQuestions {
  /** @param undecided - The condition for a requirement with unknown settings. */
  condition(requires: Requirement, site: PolicySite, undecided: () => Node): Node {
    const { decisions } = this;
    switch (requires.kind) {
      case "address":
        return this.addressRequirement(requires, site) ?? undecided();
      case "password":
        return decisions.some(requires.credentials.map((credential) => this.password(credential, site)));
      case "oauth":
      case "openid-connect":
        return requires.provider.isFilledIn
          ? undecided()
          : this.user(requires.kind, requires.provider.text, requires.clientId?.text);
      case "jwt":
        return decisions.every(requires.tokens.map((token) => this.token(requires, token, site)));
      case "signature":
        return requires.provider.isFilledIn
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
        cidr: cidr.isFilledIn ? undefined : parseNetwork(cidr.text),
        action,
        content: `${action} ${cidr.text}`,
        isInline: true,
      });
    const rules = [...allow.map(rule("allow")), ...deny.map(rule("deny"))];
    if ([...allow, ...deny].some(({ text, isFilledIn }) => !isFilledIn && parseNetwork(text) === undefined))
      return undefined;
    return this.address(
      ipPolicies.length === 0 ? Networks.fromRules(rules, [], "") : site.networksOf(ipPolicies, rules),
    );
  }

  private password(credential: ConfiguredText, site: PolicySite): Node {
    if (!credential.isFilledIn && !credential.text.includes(":")) return FALSE;
    const secretLocation = locationOf(credential, site);
    return this.fact({
      id: { kind: "password", secret: digest(secretKey(credential, site)) },
      textIfTrue: "with a user name and password of the policy",
      textIfFalse: "without a user name and password of the policy",
      oneOf: "authorization",
      topic: "password",
      ...(secretLocation !== undefined && { secretLocation }),
    });
  }

  private token(
    { issuers, audiences, algorithms, keys }: Extract<Requirement, { kind: "jwt" }>,
    { place, form }: TokenPlace,
    site: PolicySite,
  ): Node {
    const { decisions } = this;
    const unknownClaim = (name: string, value: ConfiguredText) =>
      this.unknown(`claim ${name} ${secretKey(value, site)}`, { scope: "guard" });
    const claim = (name: string) => (value: ConfiguredText) =>
      value.isFilledIn
        ? unknownClaim(name, value)
        : this.text({ subject: `token ${place} ${name}`, is: "equal", value: value.text });
    const audience = (value: ConfiguredText) =>
      value.isFilledIn
        ? unknownClaim("audience", value)
        : this.fact({
            id: { kind: "audience", place, audience: value.text },
            textIfTrue: `with a token for the audience ${JSON.stringify(value.text.slice(0, 60))}`,
            textIfFalse: `with a token that is not for the audience ${JSON.stringify(value.text.slice(0, 60))}`,
          });
    const withoutAudience = decisions.and(
      this.fact({
        id: { kind: "audience", place },
        textIfTrue: "with a token without an audience",
        textIfFalse: "with a token that has an audience",
      }),
      this.unspecified("the API reference does not say whether tokens without an audience pass"),
    );
    const keyUrls = keys.flatMap(({ text, isFilledIn }) => (isFilledIn ? [] : [text.slice(0, 80)]));
    const by = keyUrls.length > 0 ? ` by the keys of ${shortList(keyUrls, 2)}` : "";
    const signed = this.fact({
      id: { kind: "token", place, keys: digest(keys.map((key) => secretKey(key, site)).sort(), form) },
      textIfTrue: `with a valid token${by}`,
      textIfFalse: `without a valid token${by}`,
      topic: `token ${place}`,
      ...(place.toLowerCase() === "header authorization" && { oneOf: "authorization" }),
    });
    return decisions.every([
      signed,
      decisions.some(algorithms.map(claim("algorithm"))),
      decisions.some(issuers.map(claim("issuer"))),
      audiences.length === 0 ? TRUE : decisions.or(decisions.some(audiences.map(audience)), withoutAudience),
    ]);
  }

  private tls(
    { minVersion, maxVersion, authorities, certificate }: Extract<Requirement, { kind: "tls" }>,
    site: PolicySite,
  ): Node | undefined {
    const { decisions } = this;
    const versions: readonly string[] = TLS_VERSIONS;
    const [from, to] = [versions.indexOf(minVersion), versions.indexOf(maxVersion)];
    if (to >= 0 && from > to) return FALSE;
    if (from < 0 || to < 0) return undefined;
    const supportsVersion = decisions.and(this.tlsAtLeast(from), to < 3 ? this.tlsAtMost(maxVersion) : TRUE);
    if (certificate === undefined) return supportsVersion;
    if (authorities.length === 0) return decisions.and(supportsVersion, this.mutualTlsWithoutAuthorities());
    if (certificate === "optional") return supportsVersion;
    if (certificate === "any") return decisions.and(supportsVersion, this.anyCertificate());
    const trusted = authorities.map((authority) => {
      if (authority.isFilledIn)
        return this.unknown(`authority ${secretKey(authority, site)}`, { scope: "guard" });
      const { key, name } = site.authorityOf(authority.text);
      return this.certificateFrom(key, name);
    });
    return decisions.and(supportsVersion, decisions.some(trusted));
  }

  /** Whether a client supports an older version too is not modeled. */
  private tlsAtMost(version: string): Node {
    return this.unknown(`TLS at most ${version}`, {
      reads: "version",
      textIfTrue: `that support TLS ${version} or older`,
      textIfFalse: `that support no TLS version up to ${version}`,
      why: "the review does not model which older TLS versions clients support",
    });
  }
}

const SECRET_CALL = /\bsecrets\.get\([^)]*\)/g;

/** Identifies a text with its interpolated vault secrets, whatever their names are. */
function secretKey({ text, isFilledIn }: ConfiguredText, site: PolicySite): string {
  const values = isFilledIn ? site.secretsIn(text) : [];
  if (values.length === 0) return text;
  const isEachKnown = values.length === text.match(SECRET_CALL)?.length;
  return digest(isEachKnown ? text.replace(SECRET_CALL, "") : text, values);
}

/** Identifies where a secret is set; undefined if unknown. See `FactQuestion.secretLocation`. */
function locationOf({ text, isFilledIn }: ConfiguredText, site: PolicySite): string | undefined {
  if (!isFilledIn) return LITERAL_SECRET;
  const values = site.secretsIn(text);
  return values.length === 0
    ? undefined
    : digest(
        text.replace(SECRET_CALL, ""),
        values.map(({ urn }) => urn),
      );
}

/** Normalizes an address or network to CIDR notation; undefined if it is neither. */
export function parseNetwork(text: string): string | undefined {
  const range = readCidr(text);
  return range && `${range.address}/${range.bits}`;
}
