import { RE2JS } from "re2js";
import type { AccountObject } from "../../provider/inspect";
import { checkPolicy } from "../../traffic-policy";
import { chunks } from "../common";
import { stringsIn } from "../review/account";
import { moduleOf, toRecord, toText, type Values } from "./account";
import type { Block } from "./block";
import { type Action, celText, escapeText, MAX_HEADERS, PolicySecret, type Value } from "./policy";

/** Adds rules to a block: those that replace a module of the block's object. */
type Convert = (block: Block, module: Values, name: string) => void;

const ipRestriction: Convert = (block, module) => {
  const ids = stringsIn(module.ipPolicyIds);
  if (ids.length > 0) return block.act({ type: "restrict-ips", config: { ip_policies: ids } });
  block.gaps.changed(
    ["ipRestriction", "ipPolicyIds"],
    "an empty list denies every address, and the action needs at least one policy",
    "add IP policies, or delete the endpoint if nobody should reach it",
  );
  block.deny("no IP policies");
};

const userAgentFilter: Convert = (block, module) => {
  for (const key of ["allow", "deny"]) {
    const invalidIndex = stringsIn(module[key]).findIndex((pattern) => !isValidPattern(pattern));
    if (invalidIndex >= 0)
      return block.refuse(
        ["userAgentFilter", key, String(invalidIndex)],
        `is not a valid RE2 regular expression of up to ${MAX_PATTERN_LENGTH} characters`,
        "rewrite it and migrate again",
      );
  }
  const allow = stringsIn(module.allow);
  const deny = stringsIn(module.deny);
  if (allow.length + deny.length === 0) return;
  if (allow.length > 0 && deny.length > 0)
    block.gaps.changed(
      ["userAgentFilter"],
      "the API reference doesn't say whether allow or deny wins for an agent that is on both lists or on neither; the endpoint denies such agents",
      "relax the rule `user agents` if they should have access",
    );
  const matching = (patterns: readonly string[]) =>
    `[${patterns.map(celText).join(", ")}].exists(pattern, req.user_agent.matches(pattern))`;
  block.require("user agents", [
    ...(allow.length > 0 ? [matching(allow)] : []),
    ...(deny.length > 0 ? [`!${matching(deny)}`] : []),
  ]);
};

/** The service may refuse longer expressions. */
const MAX_PATTERN_LENGTH = 1000;

function isValidPattern(pattern: string): boolean {
  if (pattern.length > MAX_PATTERN_LENGTH || /\p{Cs}/u.test(pattern)) return false;
  try {
    RE2JS.compile(pattern);
    return true;
  } catch {
    return false;
  }
}

const withoutCounterpart =
  (why: string, todo: string): Convert =>
  (block, _module, name) =>
    block.refuse([name], why, todo);

const webhookVerification: Convert = (block, module) => {
  const provider = toText(module.provider).toLowerCase();
  if (provider === "sns" || provider === "aws_sns")
    return block.refuse(
      ["webhookVerification", "provider"],
      "Amazon SNS signs without a shared secret, and the action needs one",
      "verify SNS signatures in the upstream, then remove the rule that denies",
    );
  const secret = secretAt(block, ["webhookVerification", "secret"], module.secret);
  block.act({ type: "verify-webhook", config: { provider, secret } });
};

const oauth: Convert = (block, module) => {
  const [[name, settings] = [], secondProvider] = Object.entries(toRecord(module.provider)).filter(
    ([, value]) => value !== undefined && value !== null,
  );
  const path = ["oauth", "provider", ...(name === undefined ? [] : [name])];
  if (name === undefined || secondProvider !== undefined)
    return block.refuse(["oauth", "provider"], "must have exactly one provider", "set one and migrate again");
  const provider = toRecord(settings);
  const lists = ["teams", "organizations"].filter((key) => stringsIn(provider[key]).length > 0);
  for (const key of lists)
    block.gaps.denied(
      [...path, key],
      "policies have no access to a user's teams and organizations",
      "name the users' email addresses or domains instead, then remove the rule that denies",
    );
  if (lists.length > 0) return block.deny(`not carried over: ${lists.join(" and ")} of oauth`);
  const clientId = toText(provider.clientId);
  const client = {
    client_id: escapeText(clientId),
    client_secret: secretAt(block, [...path, "clientSecret"], provider.clientSecret),
  };
  block.act({
    type: "oauth",
    config: {
      provider: name,
      ...authId(block, "oauth"),
      ...(clientId === "" ? {} : client),
      ...scopes(provider.scopes),
      ...seconds("max_session_duration", module.maximumDuration),
      ...seconds("idle_session_timeout", module.inactivityTimeout),
      ...seconds("userinfo_refresh_interval", module.authCheckInterval),
      ...preflight(block, "oauth", module),
    },
  });
  reportCookies(block, "oauth", module);
  authorize(block, path, provider, module.optionsPassthrough === true);
};

/**
 * Allows the users on the lists, or everybody if there are none. Users must match both lists: the API reference doesn't say
 * whether one is enough.
 */
function authorize(block: Block, path: readonly string[], provider: Values, exemptsOptions: boolean): void {
  const addresses = stringsIn(provider.emailAddresses);
  const domains = stringsIn(provider.emailDomains);
  const email = "actions.ngrok.oauth.identity.email.lowerAscii()";
  const list = (items: readonly string[], prefix = "") =>
    `[${items.map((item) => celText(`${prefix}${item.toLowerCase()}`)).join(", ")}]`;
  const conditions = [
    ...(addresses.length > 0 ? [`${email} in ${list(addresses)}`] : []),
    ...(domains.length > 0 ? [`${list(domains, "@")}.exists(domain, ${email}.endsWith(domain))`] : []),
  ];
  if (conditions.length > 1)
    block.gaps.changed(
      path,
      "the API reference does not say whether users must match both emailAddresses and emailDomains; the endpoint requires both, so users that match one of them lose access if the edge required only one",
      "join the two conditions of the rule `users` with || if one is enough",
    );
  if (conditions.length === 0) return;
  // Requests that pass without a sign-in have no user to check.
  const exceptions = exemptsOptions ? [`req.method == "OPTIONS"`] : [];
  block.require("users", conditions, exceptions);
}

const oidc: Convert = (block, module) => {
  const issuer = toText(module.issuer);
  if (issuer === "")
    return block.refuse(["oidc", "issuer"], "is missing, so nobody can sign in", "set it and migrate again");
  const clientId = toText(module.clientId);
  block.act({
    type: "openid-connect",
    config: {
      issuer_url: escapeText(issuer),
      ...authId(block, "oidc"),
      ...(clientId === "" ? {} : { client_id: escapeText(clientId) }),
      client_secret: secretAt(block, ["oidc", "clientSecret"], module.clientSecret),
      ...scopes(module.scopes),
      ...seconds("max_session_duration", module.maximumDuration),
      ...seconds("idle_session_duration", module.inactivityTimeout),
      ...preflight(block, "oidc", module),
    },
  });
  reportCookies(block, "oidc", module);
};

/** Keeps the sessions of several sign-ins in one policy apart. */
const authId = ({ signInId }: Block, module: string): { auth_id?: string } =>
  signInId === undefined ? {} : { auth_id: signInId(module) };

const scopes = (value: unknown): { scopes?: Value } =>
  stringsIn(value).length === 0 ? {} : { scopes: stringsIn(value) };

const seconds = (key: string, value: unknown): Record<string, Value> =>
  typeof value === "number" && value > 0 ? { [key]: `${value}s` } : {};

function preflight(block: Block, name: string, module: Values): Record<string, Value> {
  if (module.optionsPassthrough !== true) return {};
  block.gaps.changed(
    [name, "optionsPassthrough"],
    "the action exempts CORS preflight requests from the sign-in, but no other OPTIONS requests",
    "nothing, unless clients send other OPTIONS requests",
  );
  return { allow_cors_preflight: true };
}

/** Reports a custom prefix of cookie names, which actions don't support. */
function reportCookies(block: Block, name: string, module: Values): void {
  const prefix = toText(module.cookiePrefix);
  if (prefix === "" || prefix === "edge." || prefix === "ngrok.") return;
  block.gaps.changed(
    [name, "cookiePrefix"],
    "the names of an action's cookies are fixed",
    "nothing, unless something reads those cookies; users have to sign in again",
  );
}

const circuitBreaker: Convert = (block, module) => {
  const { errorThresholdPercentage, volumeThreshold } = module;
  const config = {
    error_threshold: typeof errorThresholdPercentage === "number" ? errorThresholdPercentage : 0.5,
    ...(typeof volumeThreshold === "number" && { volume_threshold: volumeThreshold }),
    ...seconds("window_duration", module.rollingWindow),
    ...seconds("tripped_duration", module.trippedDuration),
  };
  const action: Action = { type: "circuit-breaker", config };
  if (!checkPolicy({ on_http_request: [{ actions: [action] }] }).some(({ isError }) => isError))
    return block.act(action);
  block.gaps.changed(
    ["circuitBreaker"],
    "a value is outside the action's limits, so the endpoint has no circuit breaker",
    "add the action circuit-breaker with other values if the upstream needs it",
  );
};

function headerActions(block: Block, name: "requestHeaders" | "responseHeaders"): Action[] {
  const { add, remove } = moduleOf(block.object, name) ?? {};
  const isFixed = (header: string) => header.toLowerCase() === "user-agent";
  const added = Object.entries(toRecord(add)).filter(([header]) => !isFixed(header));
  const removed = stringsIn(remove).filter((header) => !isFixed(header));
  if ([...Object.keys(toRecord(add)), ...stringsIn(remove)].some(isFixed))
    block.gaps.changed([name], "actions cannot add or remove user-agent", "change it in the upstream");
  const adding = chunks(added, MAX_HEADERS).map((headers): Action => {
    const values = headers.map(([header, value]) => {
      const path = [name, "add", header];
      return [header, new PolicySecret(block.object, path, escapeText(toText(value)), "guessed")] as const;
    });
    return { type: "add-headers", config: { headers: Object.fromEntries(values) } };
  });
  // Remove first: in the other order, a header that is both removed and added would be lost.
  const removing = chunks(removed, MAX_HEADERS).map((headers) => ({
    type: "remove-headers",
    config: { headers },
  }));
  if (added.some(([, value]) => /\$\{/.test(toText(value))))
    block.gaps.changed(
      [name, "add"],
      "a value contains ${, which is taken literally",
      "write a CEL interpolation if the service evaluated it",
    );
  return [...removing, ...adding];
}

const secretAt = ({ object }: Block, path: readonly string[], value: unknown) =>
  new PolicySecret(object, path, typeof value === "string" && value !== "" ? escapeText(value) : undefined);

/** Modules whose rules run before the traffic policy, in this order. */
const GUARDS: readonly (readonly [string, Convert])[] = [
  ["ipRestriction", ipRestriction],
  ["userAgentFilter", userAgentFilter],
  [
    "websocketTcpConverter",
    withoutCounterpart(
      "no action converts WebSocket connections into TCP connections",
      "let the upstream speak WebSocket, or use a TCP endpoint, then remove the rule that denies",
    ),
  ],
  ["webhookVerification", webhookVerification],
  ["oauth", oauth],
  ["oidc", oidc],
  [
    "saml",
    withoutCounterpart(
      "no action signs users in with SAML",
      "use OpenID Connect, which most identity providers also support, then remove the rule that denies",
    ),
  ],
  ["circuitBreaker", circuitBreaker],
];

export const SIGN_INS = ["oauth", "oidc"] as const;

/** Modules that can deny access, including mutual TLS. */
const RESTRICTIONS = [
  "ipRestriction",
  "mutualTls",
  "userAgentFilter",
  "webhookVerification",
  "oauth",
  "oidc",
  "saml",
  "websocketTcpConverter",
];

/** Reports the disabled restrictions of an edge or route. `edge` is the edge itself, or the one that has the route. */
export function reportDisabled({ object, gaps }: Block, edge: AccountObject): void {
  const isRestricted =
    [object, edge].some((owner) => RESTRICTIONS.some((name) => moduleOf(owner, name))) ||
    moduleOf(object, "trafficPolicy") !== undefined;
  const why = isRestricted
    ? "is false, so the restriction applies to nobody, before and after the migration"
    : "is false, and nothing else restricts access, so everybody has access before and after the migration";
  for (const name of RESTRICTIONS)
    if (toRecord(object.inputs[name]).enabled === false)
      gaps.open([name, "enabled"], why, "enable it and migrate again if it should apply");
}

/** Adds the guards of an edge or route, except for mutual TLS. */
export function addGuards(block: Block): void {
  for (const [name, convert] of GUARDS) {
    const module = moduleOf(block.object, name);
    if (module && !block.isClosed) convert(block, module, name);
  }
}

export function changeHeadersAndCompress(block: Block): void {
  const requests = headerActions(block, "requestHeaders");
  if (requests.length > 0) block.act(...requests);
  if (moduleOf(block.object, "compression")) block.respond({ actions: [{ type: "compress-response" }] });
  const responses = headerActions(block, "responseHeaders");
  if (responses.length > 0) block.respond({ actions: responses });
}

/** Adds the action that terminates TLS, with mutual TLS. HTTPS endpoints need it only for settings, TLS endpoints always. */
export function terminateTls(block: Block): void {
  const termination = moduleOf(block.object, "tlsTermination");
  const mutual = moduleOf(block.object, "mutualTls");
  const isUpstream = termination?.terminateAt === "upstream";
  if (!mutual && (isUpstream || !termination)) return;
  const authorities = stringsIn(mutual?.certificateAuthorityIds);
  const minVersion = toText(termination?.minVersion);
  const actionVersion = /^1\.[01]$/.test(minVersion) ? "1.2" : minVersion;
  if (isUpstream)
    block.refuse(
      ["mutualTls"],
      "client certificates cannot be requested if TLS terminates upstream",
      "terminate TLS at the edge, or remove mutualTls, and migrate again",
    );
  else if (mutual && authorities.length === 0)
    block.refuse(
      ["mutualTls", "certificateAuthorityIds"],
      "no certificate is valid without authorities",
      "add them and migrate again",
    );
  else if (!["", "1.2", "1.3"].includes(actionVersion))
    block.refuse(
      ["tlsTermination", "minVersion"],
      `the action does not support TLS ${minVersion}`,
      "set 1.2 or 1.3 and migrate again",
    );
  else {
    if (actionVersion !== minVersion)
      block.gaps.changed(
        ["tlsTermination", "minVersion"],
        `the action does not support TLS ${minVersion}, so the minimum is now ${actionVersion}`,
        "update clients that support nothing newer",
      );
    const config: Record<string, Value> = {
      ...(actionVersion === "" ? {} : { min_version: actionVersion }),
      ...(authorities.length === 0 ? {} : { mutual_tls_certificate_authorities: authorities }),
    };
    if (Object.keys(config).length > 0) block.act({ type: "terminate-tls", config });
    else if (block.object.family.name === "TlsEdge") block.act({ type: "terminate-tls" });
  }
}
