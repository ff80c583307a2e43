import { RE2JS } from "re2js";
import { shortList } from "../../access";
import type { AccountObject } from "../../provider/inspect";
import { chunks } from "../common";
import { moduleOf, record, text, texts } from "./account";
import type { Block } from "./block";
import type { ObjectGaps } from "./gaps";
import { type Action, celText, literal, PolicySecret, type Value } from "./policy";

/** A module on its way into a policy. */
interface Migrating {
  readonly object: AccountObject;
  readonly block: Block;
  readonly gaps: ObjectGaps;
  /** The module. */
  readonly module: Readonly<Record<string, unknown>>;
  /** Set where one policy signs users in more than once: their sessions are kept apart. */
  readonly signInId: ((module: string) => string) | undefined;
}

type Convert = (migrating: Migrating) => void;

const ipRestriction: Convert = ({ block, module, gaps }) => {
  const ids = texts(module.ipPolicyIds);
  if (ids.length > 0) {
    block.do({ type: "restrict-ips", config: { ip_policies: ids } });
    return;
  }
  gaps.changed(
    ["ipRestriction", "ipPolicyIds"],
    "no policy lets anybody in, and the action needs one",
    "give it IP policies, or delete what nobody can reach",
  );
  block.deny("no IP policy allows anybody");
};

const userAgentFilter: Convert = ({ block, module, gaps }) => {
  const allow = texts(module.allow);
  const deny = texts(module.deny);
  for (const [key, patterns] of [
    ["allow", allow],
    ["deny", deny],
  ] as const)
    for (const [at, pattern] of patterns.entries()) {
      if (isPattern(pattern)) continue;
      block.refuse(
        gaps,
        ["userAgentFilter", key, String(at)],
        "is no regular expression of RE2, with which policies match",
        "write it anew and migrate again",
      );
      return;
    }
  if (allow.length + deny.length === 0) return;
  if (allow.length > 0 && deny.length > 0)
    gaps.changed(
      ["userAgentFilter"],
      "whether allow or deny wins for an agent that is on both lists, or on none, is not told; now such agents are refused",
      "loosen the rule `user agents` if they should get in",
    );
  const matching = (patterns: readonly string[]) =>
    `[${patterns.map(celText).join(", ")}].exists(pattern, req.user_agent.matches(pattern))`;
  block.require("user agents", [
    ...(allow.length > 0 ? [matching(allow)] : []),
    ...(deny.length > 0 ? [`!${matching(deny)}`] : []),
  ]);
};

/** Expressions beyond this length may be refused. */
const LONGEST_PATTERN = 1000;

function isPattern(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN || /\p{Cs}/u.test(pattern)) return false;
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

const websocketTcpConverter: Convert = ({ block, gaps }) => {
  block.refuse(
    gaps,
    ["websocketTcpConverter"],
    "no action turns WebSocket connections into TCP connections",
    "let the upstream speak WebSocket, or reach it by a TCP endpoint, then remove the rule that denies",
  );
};

const webhookVerification: Convert = ({ object, block, module, gaps }) => {
  const provider = text(module.provider);
  if (provider === "sns" || provider === "aws_sns") {
    block.refuse(
      gaps,
      ["webhookVerification", "provider"],
      "Amazon SNS signs without a shared secret, and the action needs one",
      "verify signatures of SNS in the upstream, then remove the rule that denies",
    );
    return;
  }
  block.do({
    type: "verify-webhook",
    config: {
      provider,
      secret: secretAt(object, ["webhookVerification", "secret"], module.secret),
    },
  });
};

/** Users and domains that a gap names. */
const MOST_USERS = 5;

/** The lists by which a provider's users are let in; empty lists let everybody in. */
const oauth: Convert = ({ object, block, module, gaps, signInId }) => {
  const [[name, given] = [], more] = Object.entries(record(module.provider)).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const at = ["oauth", "provider", ...(name === undefined ? [] : [name])];
  if (name === undefined || more !== undefined) {
    block.refuse(gaps, ["oauth", "provider"], "is not exactly one provider", "name one and migrate again");
    return;
  }
  const provider = record(given);
  const lists = ["teams", "organizations"].filter((key) => texts(provider[key]).length > 0);
  if (lists.length > 0) {
    for (const key of lists)
      gaps.denied(
        [...at, key],
        "policies do not learn which teams and organizations a user is in",
        "name the users' email addresses or domains instead, then remove the rule that denies",
      );
    block.deny(`not carried over: ${lists.join(" and ")} of oauth`);
    return;
  }
  const clientId = text(provider.clientId);
  block.do({
    type: "oauth",
    config: {
      provider: name,
      ...(signInId === undefined ? {} : { auth_id: signInId("oauth") }),
      ...(clientId === ""
        ? {}
        : {
            client_id: literal(clientId),
            client_secret: secretAt(object, [...at, "clientSecret"], provider.clientSecret),
          }),
      ...scopes(provider.scopes),
      ...session(module, "idle_session_timeout"),
      ...seconds("userinfo_refresh_interval", module.authCheckInterval),
      ...preflight("oauth", module, gaps),
    },
  });
  cookies("oauth", module, gaps);
  authorize(block, texts(provider.emailAddresses), texts(provider.emailDomains), { at, module, gaps });
};

/** Allows only users who are on each of the lists: the API reference doesn't say whether one is enough. */
function authorize(
  block: Block,
  addresses: readonly string[],
  domains: readonly string[],
  { at, module, gaps }: { readonly at: string[] } & Pick<Migrating, "module" | "gaps">,
): void {
  const email = "actions.ngrok.oauth.identity.email.lowerAscii()";
  const list = (items: readonly string[], prefix = "") =>
    `[${items.map((item) => celText(`${prefix}${item.toLowerCase()}`)).join(", ")}]`;
  const conditions = [
    ...(addresses.length > 0 ? [`${email} in ${list(addresses)}`] : []),
    ...(domains.length > 0 ? [`${list(domains, "@")}.exists(domain, ${email}.endsWith(domain))`] : []),
  ];
  if (conditions.length > 1) {
    const isOfDomain = (address: string) =>
      domains.some((domain) => address.toLowerCase().endsWith(`@${domain.toLowerCase()}`));
    const others = addresses.filter((address) => !isOfDomain(address));
    const isNobodyLeft = others.length === addresses.length;
    const losing = [
      ...(others.length > 0 ? [shortList(others, MOST_USERS)] : []),
      `users of ${shortList(domains, MOST_USERS)} who are not in emailAddresses`,
    ];
    gaps[isNobodyLeft ? "denied" : "changed"](
      at,
      `the API reference does not say whether users have to be in both emailAddresses and emailDomains; the endpoint requires both${isNobodyLeft ? ", and so it allows nobody" : ""}. If one is enough, these lose access: ${losing.join(", and ")}`,
      "join the two conditions of the rule `users` with || if one is enough",
    );
  }
  if (conditions.length === 0) return;
  // Without a sign-in there is no user: what passes without one is not asked for it either.
  const unless = module.optionsPassthrough === true ? [`req.method == "OPTIONS"`] : [];
  block.require("users", conditions, unless);
}

const oidc: Convert = ({ object, block, module, gaps, signInId }) => {
  const issuer = text(module.issuer);
  if (issuer === "") {
    block.refuse(gaps, ["oidc", "issuer"], "is missing, and nobody can sign in", "name it and migrate again");
    return;
  }
  const clientId = text(module.clientId);
  block.do({
    type: "openid-connect",
    config: {
      issuer_url: literal(issuer),
      ...(signInId === undefined ? {} : { auth_id: signInId("oidc") }),
      ...(clientId === "" ? {} : { client_id: literal(clientId) }),
      client_secret: secretAt(object, ["oidc", "clientSecret"], module.clientSecret),
      ...scopes(module.scopes),
      ...session(module, "idle_session_duration"),
      ...preflight("oidc", module, gaps),
    },
  });
  cookies("oidc", module, gaps);
};

const saml: Convert = ({ block, gaps }) => {
  block.refuse(
    gaps,
    ["saml"],
    "no action signs users in by SAML",
    "sign them in by OpenID Connect, which most identity providers speak too, then remove the rule that denies",
  );
};

const scopes = (given: unknown): { scopes?: Value } =>
  texts(given).length === 0 ? {} : { scopes: texts(given) };

const seconds = (key: string, given: unknown): Record<string, Value> =>
  typeof given === "number" && given > 0 ? { [key]: `${given}s` } : {};

const session = (module: Migrating["module"], idle: string): Record<string, Value> => ({
  ...seconds("max_session_duration", module.maximumDuration),
  ...seconds(idle, module.inactivityTimeout),
});

function preflight(name: string, module: Migrating["module"], gaps: ObjectGaps): Record<string, Value> {
  if (module.optionsPassthrough !== true) return {};
  gaps.changed(
    [name, "optionsPassthrough"],
    "the action lets CORS preflight requests pass without a sign-in, and no other OPTIONS requests",
    "nothing, unless clients send other OPTIONS requests",
  );
  return { allow_cors_preflight: true };
}

/** A cookie's domain is something else than its prefix: it would share sessions with other hosts. */
function cookies(name: string, module: Migrating["module"], gaps: ObjectGaps): void {
  const prefix = text(module.cookiePrefix);
  if (prefix === "" || prefix === "edge." || prefix === "ngrok.") return;
  gaps.changed(
    [name, "cookiePrefix"],
    "actions name their cookies themselves",
    "nothing, unless something reads those cookies; users sign in once more",
  );
}

const LIMITS = { seconds: [1, 120], requests: [1, 2_000_000_000] } as const;

const circuitBreaker: Convert = ({ block, module, gaps }) => {
  const config: Record<string, Value> = {};
  const take = (from: string, to: string, [least, most]: readonly [number, number], unit = "") => {
    const given = module[from];
    if (typeof given !== "number") return;
    const taken = Math.min(most, Math.max(least, given));
    config[to] = unit === "" ? taken : `${taken}${unit}`;
    if (taken !== given)
      gaps.changed(
        ["circuitBreaker", from],
        `${given} is beyond what the action takes; now ${taken}`,
        "nothing, unless the upstream needs another value",
      );
  };
  take("errorThresholdPercentage", "error_threshold", [0, 1]);
  if (config.error_threshold === undefined) {
    config.error_threshold = 0.5;
    gaps.changed(
      ["circuitBreaker", "errorThresholdPercentage"],
      "the module leaves it to the service, and the action needs it; now 0.5",
      "nothing, unless the upstream needs another value",
    );
  }
  take("volumeThreshold", "volume_threshold", LIMITS.requests);
  take("rollingWindow", "window_duration", LIMITS.seconds, "s");
  take("trippedDuration", "tripped_duration", LIMITS.seconds, "s");
  if (typeof module.numBuckets === "number" && module.numBuckets !== 0 && module.numBuckets !== 10)
    gaps.changed(
      ["circuitBreaker", "numBuckets"],
      "the service has fixed it at 10",
      "nothing: it only decides how finely failures are counted",
    );
  block.do({ type: "circuit-breaker", config });
};

/** Headers that one action takes. */
const MOST_HEADERS = 10;

function headerActions(name: "requestHeaders" | "responseHeaders", migrating: Migrating): Action[] {
  const { object, module, gaps } = migrating;
  const isFixed = (header: string) => header.toLowerCase() === "user-agent";
  const added = Object.entries(record(module.add)).filter(([header]) => !isFixed(header));
  const removed = texts(module.remove).filter((header) => !isFixed(header));
  const given = [...Object.keys(record(module.add)), ...texts(module.remove)];
  if (given.some(isFixed))
    gaps.changed([name], "actions cannot add or remove user-agent", "change it in the upstream");
  const adding = chunks(added, MOST_HEADERS).map((headers): Action => {
    const values = headers.map(([header, value]) => {
      const path = [name, "add", header];
      return [header, new PolicySecret(object, path, literal(text(value)), true)] as const;
    });
    return { type: "add-headers", config: { headers: Object.fromEntries(values) } };
  });
  // The other way round, a header that is both removed and added would be lost.
  const removing = chunks(removed, MOST_HEADERS).map((headers) => ({
    type: "remove-headers",
    config: { headers },
  }));
  if (added.some(([, value]) => /\$\{/.test(text(value))))
    gaps.changed(
      [name, "add"],
      "a value holds a dollar sign before a brace, and is taken as it stands",
      "write a CEL interpolation if the service filled it in",
    );
  return [...removing, ...adding];
}

const secretAt = (object: AccountObject, path: readonly string[], value: unknown) =>
  new PolicySecret(object, path, typeof value === "string" && value !== "" ? literal(value) : undefined);

/** The guards of a route before its traffic policy: connection first, then the request, then who sends it. */
const ROUTE_GUARDS: readonly (readonly [string, Convert])[] = [
  ["ipRestriction", ipRestriction],
  ["userAgentFilter", userAgentFilter],
  ["websocketTcpConverter", websocketTcpConverter],
  ["webhookVerification", webhookVerification],
  ["oauth", oauth],
  ["oidc", oidc],
  ["saml", saml],
  ["circuitBreaker", circuitBreaker],
];

export const SIGN_ONS = ["oauth", "oidc"] as const;

/** Modules that decide who is allowed. */
const RESTRICTIONS = [
  ...["ipRestriction", "mutualTls", "userAgentFilter", "webhookVerification"],
  ...["oauth", "oidc", "saml", "websocketTcpConverter"],
] as const;

/** Reports the restrictions of an edge or route that are switched off. @param edge - The edge of a route. */
export function reportSwitchedOff(object: AccountObject, gaps: ObjectGaps, edge = object): void {
  const isOff = (name: string) => record(object.inputs[name]).enabled === false;
  const off = RESTRICTIONS.filter(isOff);
  const isOpen =
    [object, edge].every((owner) => RESTRICTIONS.every((name) => moduleOf(owner, name) === undefined)) &&
    moduleOf(object, "trafficPolicy") === undefined;
  for (const name of off)
    gaps.open(
      [name, "enabled"],
      isOpen
        ? "is false, and nothing else restricts access: it is open to everybody, before and after"
        : "is false: the restriction applies to nobody, before or after",
      "switch it on and migrate again if it should apply",
    );
}

type Given = Omit<Migrating, "module">;

/** What guards a route before its traffic policy. */
export function guardRoute(given: Given): void {
  for (const [name, convert] of ROUTE_GUARDS) {
    const module = moduleOf(given.object, name);
    if (module && !given.block.ended) convert({ ...given, module });
  }
}

/** What changes requests and responses. */
export function changeHeaders(given: Given): void {
  const of = (name: "requestHeaders" | "responseHeaders") => {
    const module = moduleOf(given.object, name);
    return module ? headerActions(name, { ...given, module }) : [];
  };
  const requests = of("requestHeaders");
  if (requests.length > 0) given.block.do(...requests);
  if (moduleOf(given.object, "compression")) given.block.after({ type: "compress-response" });
  const responses = of("responseHeaders");
  if (responses.length > 0) given.block.after(...responses);
}

/** What guards an edge that takes TCP or TLS connections, before the handshake. */
export function restrictEdge(given: Given): void {
  const module = moduleOf(given.object, "ipRestriction");
  if (module) ipRestriction({ ...given, module });
}

const TLS_VERSIONS = ["1.2", "1.3"];

/** The handshake. An HTTPS endpoint ends TLS by itself, a TLS endpoint only where it is told to. */
export function terminateTls({ object, block, gaps }: Given, kind: "https" | "tls"): void {
  const termination = moduleOf(object, "tlsTermination");
  const mutual = moduleOf(object, "mutualTls");
  const endsUpstream = termination?.terminateAt === "upstream";
  if (endsUpstream && mutual) {
    block.refuse(
      gaps,
      ["mutualTls"],
      "certificates of clients cannot be asked for where TLS ends upstream",
      "end TLS at the edge, or remove mutualTls, and migrate again",
    );
    return;
  }
  if (endsUpstream || !(termination || mutual)) return;
  const authorities = texts(mutual?.certificateAuthorityIds);
  if (mutual && authorities.length === 0) {
    block.refuse(
      gaps,
      ["mutualTls", "certificateAuthorityIds"],
      "without authorities no certificate is right",
      "name them and migrate again",
    );
    return;
  }
  const given = text(termination?.minVersion);
  const lowest = given === "" || TLS_VERSIONS.includes(given) ? given : "1.2";
  if (lowest !== given && !/^1\.[01]$/.test(given)) {
    block.refuse(
      gaps,
      ["tlsTermination", "minVersion"],
      `the action knows no TLS version ${given}`,
      "name 1.2 or 1.3 and migrate again",
    );
    return;
  }
  if (lowest !== given)
    gaps.changed(
      ["tlsTermination", "minVersion"],
      `the action does not take ${given}; now ${lowest}`,
      "update clients that speak nothing newer",
    );
  const config: Record<string, Value> = {
    ...(lowest === "" ? {} : { min_version: lowest }),
    ...(authorities.length === 0 ? {} : { mutual_tls_certificate_authorities: authorities }),
  };
  if (Object.keys(config).length > 0) block.do({ type: "terminate-tls", config });
  else if (kind === "tls") block.do({ type: "terminate-tls" });
}
