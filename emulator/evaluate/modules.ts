import type { Cause } from "../../traffic-policy/evaluate/outcome";
import { matches, patternCost } from "../../traffic-policy/language/patterns";
import { type Budget, Undecided } from "../../traffic-policy/language/values";
import { checkAddress } from "../../traffic-policy/run/addresses";
import {
  acceptsTlsVersion,
  challenge,
  DEFAULT_MIN_TLS_VERSION,
  type EvaluationContext,
  mutualTls,
  refuse,
  type Verdict,
} from "../../traffic-policy/run/guards";
import type { Account } from "../account/account";
import { asObject, asText, type Json, type JsonObject, textsIn } from "../json";
import type { StoredObject } from "../store/storage";

function activeModule(object: StoredObject, name: string): JsonObject | undefined {
  const module = object.fields[name] ?? null;
  return module === null || asObject(module).enabled === false ? undefined : asObject(module);
}

type RouteContext = EvaluationContext & { readonly budget: Budget };

type Guard = (context: RouteContext, module: JsonObject, by: Cause) => Verdict;

/** Applies the account's IP restrictions on traffic to its endpoints. API reference: "IP restriction". */
export function accountRestriction({ storage }: Account, context: EvaluationContext): Verdict {
  for (const { id, fields } of storage.all("/ip_restrictions")) {
    if (fields.type !== "endpoints" || fields.enforced !== true) continue;
    const verdict = checkIpPolicies(context, textsIn(fields.ip_policy_ids), { at: `/ip_restrictions/${id}` });
    if (verdict) return verdict;
  }
  return undefined;
}

/** Requires an address that IP policies allow and do not deny. */
function checkIpPolicies(context: EvaluationContext, policies: readonly string[], by: Cause): Verdict {
  const { account, run, state } = context;
  const { allowed } = checkAddress(run, state.question.ip, account.rangesOf(policies));
  run.step(by, allowed ? "passed" : "not allowed");
  return allowed ? undefined : refuse(run, by);
}

const ipRestriction: Guard = (context, module, by) =>
  checkIpPolicies(context, textsIn(module.ip_policy_ids), by);

/** Evaluates the handshake of a TLS or HTTPS edge: first the version, then the client certificate. */
export function handshake(context: EvaluationContext, edge: StoredObject, at: string): Verdict {
  const termination = activeModule(edge, "tls_termination");
  if (termination?.terminate_at === "upstream") return undefined;
  if (!acceptsTlsVersion(context, asText(termination?.min_version) || DEFAULT_MIN_TLS_VERSION))
    return refuse(context.run, { at, module: "tls_termination" });
  const mutual = activeModule(edge, "mutual_tls");
  if (!mutual) return undefined;
  const authorities = textsIn(mutual.certificate_authority_ids);
  if (authorities.length === 0) throw new Undecided("mutual TLS without certificate authorities");
  return mutualTls(context, { at, module: "mutual_tls" }, authorities);
}

/** Evaluates the IP restriction of a TCP or TLS edge. */
export const edgeGuards = (context: RouteContext, edge: StoredObject, at: string): Verdict =>
  firstVerdict([["ip_restriction", ipRestriction]], context, edge, at);

/** Evaluates the guards of a route that run before its traffic policy. @param at - Path of the route. */
export const routeGuards = (context: RouteContext, route: StoredObject, at: string): Verdict =>
  firstVerdict(ROUTE_GUARDS, context, route, at);

type NamedGuards = readonly (readonly [name: string, guard: Guard])[];

function firstVerdict(guards: NamedGuards, context: RouteContext, object: StoredObject, at: string): Verdict {
  for (const [name, guard] of guards) {
    const module = activeModule(object, name);
    const verdict = module && guard(context, module, { at, module: name });
    if (verdict) return verdict;
  }
  return undefined;
}

/** The text of an object's traffic policy, if it is set and enabled. */
export const policyText = (object: StoredObject): string | undefined => {
  const module = activeModule(object, "traffic_policy");
  return module && asText(module.value);
};

/** The backend that receives the traffic of an edge or route. */
export function backendPath({ storage }: Account, object: StoredObject): string | undefined {
  const id = asText(activeModule(object, "backend")?.backend_id);
  const collections = storage.collections().filter((path) => path.startsWith("/backends/"));
  const collection = collections.find((path) => storage.get(path, id));
  return collection === undefined ? undefined : `${collection}/${id}`;
}

const userAgentFilter: Guard = ({ run, state, budget }, module, by) => {
  const agent = state.headerText("user-agent");
  const matchesAgent = (patterns: Json | undefined) =>
    textsIn(patterns).some((source) => {
      budget.spend(patternCost(source.length, agent.length));
      return matches(agent, source);
    });
  const allowed = matchesAgent(module.allow);
  const denied = matchesAgent(module.deny);
  const [hasAllow, hasDeny] = [module.allow, module.deny].map((list) => textsIn(list).length > 0);
  let passes = allowed || (!denied && !hasAllow);
  if (hasAllow && hasDeny && allowed === denied)
    passes = run.fork("which of allow and deny of the user agent filter wins", 2) === 0;
  return passes ? undefined : refuse(run, by);
};

const websocket: Guard = ({ run, state }, _module, by) => {
  const upgrades = /\bupgrade\b/i.test(state.headerText("connection"));
  return upgrades && /^websocket$/i.test(state.headerText("upgrade")) ? undefined : refuse(run, by);
};

const webhookVerification: Guard = ({ run, state }, module, by) => {
  const { identity } = state.question;
  if (identity?.webhook?.toLowerCase() !== asText(module.provider).toLowerCase()) return refuse(run, by);
  run.step(by, "passed");
  return undefined;
};

/** Applies a sign-in, which OPTIONS requests may bypass. */
const signIn =
  (guard: Guard): Guard =>
  (context, module, by) => {
    const { run, state } = context;
    const passes = module.options_passthrough === true && state.question.method === "OPTIONS";
    if (!passes) return guard(context, module, by);
    run.step(by, "bypassed");
    return undefined;
  };

const oauth: Guard = ({ run, state }, module, by) => {
  const [provider] = Object.entries(asObject(module.provider)).filter(([, value]) => value !== null);
  if (!provider) throw new Undecided("an OAuth module without a provider");
  const [name, value] = provider;
  const { identity } = state.question;
  if (identity?.provider !== name) return challenge(run, by, "oauth", 302);
  const limits = asObject(value);
  const emails = identity.email === undefined ? undefined : [identity.email];
  const verdicts = [
    matchesList(limits.email_addresses, emails, equalsIgnoringCase),
    matchesList(limits.email_domains, emails, (domain, email) =>
      email.toLowerCase().endsWith(`@${domain.toLowerCase()}`),
    ),
    matchesList(limits.teams, identity.teams, equalsIgnoringCase),
    matchesList(limits.organizations, identity.organizations, equalsIgnoringCase),
  ].filter((verdict) => verdict !== undefined);
  const matchesAny = verdicts.includes(true);
  const matchesAll = !verdicts.includes(false);
  const isDefinite = matchesAny === matchesAll || verdicts.length === 0;
  const passes = isDefinite
    ? matchesAll
    : run.fork("whether a user must be on every list of an OAuth provider", 2) === 0;
  run.step(by, passes ? "passed" : "not authorized");
  return passes ? undefined : refuse(run, by);
};

const equalsIgnoringCase = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** True if a list contains one of the client's values; undefined if the list is empty. */
function matchesList(
  list: Json | undefined,
  values: readonly string[] | undefined,
  isMatch: (item: string, value: string) => boolean,
): boolean | undefined {
  const items = textsIn(list);
  if (items.length === 0) return undefined;
  if (values === undefined) throw new Undecided("an identity's email, teams or organizations");
  return items.some((item) => values.some((value) => isMatch(item, value)));
}

const oidc: Guard = ({ run, state }, module, by) => {
  const issuer = state.question.identity?.issuer?.replace(/\/$/, "");
  if (issuer !== asText(module.issuer).replace(/\/$/, "")) return challenge(run, by, "openid-connect", 302);
  run.step(by, "passed");
  return undefined;
};

const saml: Guard = ({ run, state }, module, by) => {
  const { identity } = state.question;
  if (identity?.provider !== "saml") return challenge(run, by, "saml", 302);
  const groups = textsIn(module.authorized_groups);
  const isMember = groups.length === 0 || groups.some((group) => identity.groups?.includes(group));
  run.step(by, isMember ? "passed" : "not authorized");
  return isMember ? undefined : refuse(run, by);
};

const circuitBreaker: Guard = ({ run }, _module, by) => {
  run.step(by, "assumed");
  run.may.push({ outcome: "refused", by });
  return undefined;
};

/** The guards in the assumed order of evaluation: those of the connection, then of the request, then of identity. */
const ROUTE_GUARDS: NamedGuards = [
  ["ip_restriction", ipRestriction],
  ["user_agent_filter", userAgentFilter],
  ["websocket_tcp_converter", websocket],
  ["webhook_verification", webhookVerification],
  ["oauth", signIn(oauth)],
  ["oidc", signIn(oidc)],
  ["saml", signIn(saml)],
  ["circuit_breaker", circuitBreaker],
];
