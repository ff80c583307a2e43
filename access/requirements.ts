import { readCidr } from "../traffic-policy/language/networks";
import type { ConfiguredText, Requirement, TokenPlace } from "../traffic-policy/symbolic/guards";
import { NO, type Node, YES } from "./diagram";
import { digest } from "./digest";
import type { PolicySite } from "./guard-model";
import { type Guards, LITERAL } from "./guard-questions";
import { shortList } from "./lists-in-words";
import { type NetworkRule, Networks } from "./networks";
import type { Diagram } from "./question";

/** What actions of policies require of clients. */
export class Requirements {
  constructor(
    private readonly decisions: Diagram,
    private readonly guards: Guards,
  ) {}

  /**
   * Whether a client meets a requirement.
   *
   * @param own - Where it takes what cannot be seen.
   */
  met(requires: Requirement, site: PolicySite, own: () => Node): Node {
    const { decisions, guards } = this;
    switch (requires.asks) {
      case "address":
        return this.address(requires, site) ?? own();
      case "password":
        return decisions.some(requires.credentials.map((credential) => this.password(credential, site)));
      case "oauth":
      case "openid-connect": {
        if (requires.by.isFilledIn) return own();
        const clientId = requires.clientId?.text ?? "";
        const user =
          requires.asks === "oauth"
            ? guards.signedOn("oauth", requires.by.text)
            : guards.openIdConnect(requires.by.text, clientId);
        const isOfApplication =
          requires.asks === "oauth" && clientId !== "" ? guards.application(clientId, requires.by.text) : YES;
        return decisions.both(user, isOfApplication);
      }
      case "jwt":
        return decisions.every(requires.tokens.map((token) => this.token(requires, token, site)));
      case "signature":
        return requires.provider.isFilledIn
          ? own()
          : guards.signature(
              requires.provider.text,
              secretOf(requires.secret, site),
              "policy",
              placeOf(requires.secret, site),
            );
      case "tls":
        return this.tls(requires, site) ?? own();
    }
  }

  private address(
    { allow, deny, ipPolicies }: Extract<Requirement, { asks: "address" }>,
    site: PolicySite,
  ): Node | undefined {
    const rule =
      (action: "allow" | "deny") =>
      (cidr: ConfiguredText): NetworkRule => ({
        cidr: cidr.isFilledIn ? undefined : networkIn(cidr.text),
        action,
        content: `${action} ${cidr.text}`,
        isInline: true,
      });
    const rules = [...allow.map(rule("allow")), ...deny.map(rule("deny"))];
    if ([...allow, ...deny].some(({ text, isFilledIn }) => !isFilledIn && networkIn(text) === undefined))
      return undefined;
    return this.guards.address(
      ipPolicies.length === 0 ? Networks.of(rules, [], "") : site.networksOf(ipPolicies, rules),
    );
  }

  private password(credential: ConfiguredText, site: PolicySite): Node {
    if (!credential.isFilledIn && !credential.text.includes(":")) return NO;
    const at = placeOf(credential, site);
    return this.guards.fact({
      id: { kind: "password", secret: digest(secretOf(credential, site)) },
      yes: "with a user name and password of the policy",
      no: "without a user name and password of the policy",
      oneOf: "authorization",
      about: "password",
      ...(at !== undefined && { at }),
    });
  }

  private token(
    { issuers, audiences, algorithms, keys }: Extract<Requirement, { asks: "jwt" }>,
    { place, form }: TokenPlace,
    site: PolicySite,
  ): Node {
    const { decisions, guards } = this;
    const unseen = (name: string, value: ConfiguredText) =>
      guards.doubt(`claim ${name} ${secretOf(value, site)}`, "guard");
    const claim = (name: string) => (value: ConfiguredText) =>
      value.isFilledIn
        ? unseen(name, value)
        : guards.text({ subject: `token ${place} ${name}`, is: "equal", value: value.text });
    const audience = (value: ConfiguredText) =>
      value.isFilledIn
        ? unseen("audience", value)
        : guards.fact({
            id: { kind: "audience", place, audience: value.text },
            yes: `with a token for the audience ${JSON.stringify(value.text.slice(0, 60))}`,
            no: `with a token that is not for the audience ${JSON.stringify(value.text.slice(0, 60))}`,
          });
    // The reference does not say whether a token without an audience passes where one is wanted.
    const forAnybody = decisions.both(
      guards.fact({
        id: { kind: "audience", place },
        yes: "with a token without an audience",
        no: "with a token that has an audience",
      }),
      guards.doubt("tokens without an audience"),
    );
    const named = keys.flatMap(({ text, isFilledIn }) => (isFilledIn ? [] : [text.slice(0, 80)]));
    const by = named.length > 0 ? ` by the keys of ${shortList(named, 2)}` : "";
    const signed = guards.fact({
      id: { kind: "token", place, keys: digest(keys.map((key) => secretOf(key, site)).sort(), form) },
      yes: `with a valid token${by}`,
      no: `without a valid token${by}`,
      about: `token ${place}`,
      ...(place.toLowerCase() === "header authorization" && { oneOf: "authorization" }),
    });
    return decisions.every([
      signed,
      decisions.some(algorithms.map(claim("algorithm"))),
      decisions.some(issuers.map(claim("issuer"))),
      audiences.length === 0 ? YES : decisions.either(decisions.some(audiences.map(audience)), forAnybody),
    ]);
  }

  private tls(
    { lowest, highest, authorities, certificate }: Extract<Requirement, { asks: "tls" }>,
    site: PolicySite,
  ): Node | undefined {
    const { decisions, guards } = this;
    const level = (version: string) => ["1.0", "1.1", "1.2", "1.3"].indexOf(version);
    const [from, to] = [level(lowest), level(highest)];
    if (from < 0 || to < 0) return undefined;
    const speaks = decisions.both(
      guards.versionFrom(from),
      to >= 3 ? YES : decisions.not(guards.noVersionBefore(to + 1)),
    );
    if (from > to) return NO;
    if (certificate === undefined) return speaks;
    if (authorities.length === 0) return decisions.both(speaks, guards.withoutAuthorities());
    if (certificate === "if there is one") return speaks;
    if (certificate === "any") return decisions.both(speaks, guards.anyCertificate());
    const trusted = authorities.map((authority) => {
      if (authority.isFilledIn) return guards.doubt(`authority ${secretOf(authority, site)}`, "guard");
      const { key, name } = site.authorityOf(authority.text);
      return guards.certificateOf(key, name);
    });
    return decisions.both(speaks, decisions.some(trusted));
  }
}

/** Whether the service fills in a part of it. */
export const isFilled = (requires: Requirement): boolean =>
  Object.values(requires).some((value) =>
    (Array.isArray(value) ? value : [value]).some(
      (one: unknown) => (one as ConfiguredText | undefined)?.isFilledIn,
    ),
  );

const SECRET_CALL = /\bsecrets\.get\([^)]*\)/g;

/** Identifies a text with what a vault fills it in with. What a secret is called makes no difference. */
function secretOf({ text, isFilledIn }: ConfiguredText, site: PolicySite): string {
  const values = isFilledIn ? site.valuesIn(text) : [];
  if (values.length === 0) return text;
  const isEachKnown = values.length === text.match(SECRET_CALL)?.length;
  return digest(isEachKnown ? text.replace(SECRET_CALL, "") : text, values);
}

/** Where a secret is set: another one at the same place is not the same. Undefined where nobody can tell. */
function placeOf({ text, isFilledIn }: ConfiguredText, site: PolicySite): string | undefined {
  if (!isFilledIn) return LITERAL;
  const values = site.valuesIn(text);
  return values.length === 0
    ? undefined
    : digest(
        text.replace(SECRET_CALL, ""),
        values.map(({ urn }) => urn),
      );
}

/** The network that a text names, with its prefix; undefined where it names none. */
export function networkIn(text: string): string | undefined {
  const range = readCidr(text);
  return range && `${range.address}/${range.bits}`;
}
