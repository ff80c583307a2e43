import { checkAddress } from "../../traffic-policy/evaluate/addresses";
import {
  acceptsTlsVersion,
  challenge,
  DEFAULT_MIN_TLS_VERSION,
  type EvaluationContext,
  mutualTls,
  refuse,
  type Verdict,
} from "../../traffic-policy/evaluate/guards";
import type { Cause } from "../../traffic-policy/evaluate/outcome";
import { matches, patternCost } from "../../traffic-policy/language/patterns";
import { type Budget, Undecided } from "../../traffic-policy/language/values";
import type { Account } from "../account/account";
import { type Json, type JsonObject, objectOf, textOf, textsOf } from "../json";
import type { StoredObject } from "../store/storage";

/** A visit to an object of the account, which may lead to others. */
export interface AccountVisit extends EvaluationContext {
  readonly objects: Account["storage"];
}

/** A module that is there and not switched off. */
function applied(object: StoredObject, name: string): JsonObject | undefined {
  const module = object.fields[name] ?? null;
  return module === null || objectOf(module).enabled === false ? undefined : objectOf(module);
}

type Guard = (visit: EvaluationContext, module: JsonObject, by: Cause, budget: Budget) => Verdict;

/** Restrictions of the account on the traffic of its endpoints. API reference: "IP restriction". */
export function accountRestriction(visit: AccountVisit): Verdict {
  for (const { id, fields } of visit.objects.all("/ip_restrictions")) {
    if (fields.type !== "endpoints" || fields.enforced !== true) continue;
    const verdict = byAddress(visit, textsOf(fields.ip_policy_ids), { at: `/ip_restrictions/${id}` });
    if (verdict) return verdict;
  }
  return undefined;
}

/** IP policies: in an allowed range, and in no denied one. */
function byAddress(
  visit: EvaluationContext,
  policies: readonly string[],
  by: Cause,
  status?: number,
): Verdict {
  const { account, run, state } = visit;
  const { allowed } = checkAddress(run, state.question.ip, account.rangesOf(policies));
  run.step(by, allowed ? "passed" : "not allowed");
  return allowed ? undefined : refuse(run, by, status);
}

const ipRestriction: Guard = (visit, module, by) => byAddress(visit, textsOf(module.ip_policy_ids), by);

/** The handshake of a TLS or HTTPS edge: version, then client certificate. */
export function handshake(visit: EvaluationContext, edge: StoredObject, at: string): Verdict {
  const termination = applied(edge, "tls_termination");
  const lowest = textOf(termination?.min_version);
  const by = { at, module: "tls_termination" };
  if (termination?.terminate_at === "upstream") return undefined;
  if (!acceptsTlsVersion(visit, lowest || DEFAULT_MIN_TLS_VERSION)) return refuse(visit.run, by);
  const mutual = applied(edge, "mutual_tls");
  if (!mutual) return undefined;
  const authorities = textsOf(mutual.certificate_authority_ids);
  if (authorities.length === 0) throw new Undecided("mutual TLS without certificate authorities");
  return mutualTls(visit, { at, module: "mutual_tls" }, authorities);
}

/** Evaluates the guards of a TCP or TLS edge that run before its traffic policy. */
export function edgeGuards(visit: AccountVisit, edge: StoredObject, at: string): Verdict {
  const restriction = applied(edge, "ip_restriction");
  const by = { at, module: "ip_restriction" };
  const verdict = restriction && byAddress(visit, textsOf(restriction.ip_policy_ids), by);
  return verdict ?? handshake(visit, edge, at);
}

/** Evaluates the guards of a route that run before its traffic policy. @param at - Path of the route. */
export function routeGuards(visit: AccountVisit, route: StoredObject, at: string, budget: Budget): Verdict {
  for (const [name, guard] of ROUTE_GUARDS) {
    const module = applied(route, name);
    const verdict = module && guard(visit, module, { at, module: name }, budget);
    if (verdict) return verdict;
  }
  return undefined;
}

/** The text of an object's traffic policy, if it has one that is switched on. */
export const policyOf = (object: StoredObject): string | undefined => {
  const module = applied(object, "traffic_policy");
  return module && textOf(module.value);
};

/** The backend that receives the traffic of an edge or route. */
export function backendOf(visit: AccountVisit, object: StoredObject): string | undefined {
  const id = textOf(applied(object, "backend")?.backend_id);
  const collections = visit.objects.collections().filter((path) => path.startsWith("/backends/"));
  const collection = collections.find((path) => visit.objects.get(path, id));
  return collection === undefined ? undefined : `${collection}/${id}`;
}

const userAgentFilter: Guard = ({ run, state }, module, by, budget) => {
  const agent = state.headerText("user-agent");
  const found = (patterns: Json | undefined) =>
    textsOf(patterns).some((source) => {
      budget.spend(patternCost(source.length, agent.length));
      return matches(agent, source);
    });
  const allowed = found(module.allow);
  const denied = found(module.deny);
  const listed = [module.allow, module.deny].filter((list) => textsOf(list).length > 0).length;
  const isOpen = listed === 2 && allowed === denied;
  const why = "which of allow and deny of the user agent filter wins";
  const passes = isOpen ? run.fork(why, 2) === 0 : allowed || (!denied && textsOf(module.allow).length === 0);
  return passes ? undefined : refuse(run, by);
};

const websocket: Guard = ({ run, state }, _module, by) => {
  const upgrades = /\bupgrade\b/i.test(state.headerText("connection"));
  return upgrades && /^websocket$/i.test(state.headerText("upgrade")) ? undefined : refuse(run, by);
};

const webhookVerification: Guard = ({ run, state }, module, by) => {
  const provider = textOf(module.provider);
  if (state.question.identity?.webhook?.toLowerCase() !== provider?.toLowerCase()) return refuse(run, by);
  run.step(by, "passed");
  return undefined;
};

/** True if an OPTIONS request passes without a sign-in. */
function passesThrough({ run, state }: EvaluationContext, module: JsonObject, by: Cause): boolean {
  const passes = module.options_passthrough === true && state.question.method === "OPTIONS";
  if (passes) run.step(by, "bypassed");
  return passes;
}

const oauth: Guard = (visit, module, by) => {
  const { run, state } = visit;
  if (passesThrough(visit, module, by)) return undefined;
  const [provider] = Object.entries(objectOf(module.provider)).filter(([, value]) => value !== null);
  if (!provider) throw new Undecided("an OAuth module without a provider");
  const [name, value] = provider;
  const { identity } = state.question;
  if (identity?.provider !== name) return challenge(run, by, "oauth", 302);
  const limits = objectOf(value);
  const verdicts = [
    ofList(limits.email_addresses, known(identity.email), (address, email) => same(address, email)),
    ofList(limits.email_domains, known(identity.email), (domain, email) =>
      email.toLowerCase().endsWith(`@${domain.toLowerCase()}`),
    ),
    ofList(limits.teams, identity.teams, same),
    ofList(limits.organizations, identity.organizations, same),
  ].filter((verdict) => verdict !== undefined);
  const some = verdicts.includes(true);
  const all = !verdicts.includes(false);
  const passes =
    some === all || verdicts.length === 0
      ? all
      : run.fork("whether a user has to be on each list of an OAuth provider", 2) === 0;
  run.step(by, passes ? "passed" : "not authorized");
  return passes ? undefined : refuse(run, by);
};

const known = (value: string | undefined): string[] | undefined =>
  value === undefined ? undefined : [value];

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** True if a list contains one of the client's values; undefined if the list is empty. */
function ofList(
  list: Json | undefined,
  given: readonly string[] | undefined,
  fits: (item: string, value: string) => boolean,
): boolean | undefined {
  const items = textsOf(list);
  if (items.length === 0) return undefined;
  if (given === undefined) throw new Undecided("an identity's email, teams or organizations");
  return items.some((item) => given.some((value) => fits(item, value)));
}

const oidc: Guard = (visit, module, by) => {
  const { run, state } = visit;
  if (passesThrough(visit, module, by)) return undefined;
  const issuer = state.question.identity?.issuer?.replace(/\/$/, "");
  if (issuer !== textOf(module.issuer).replace(/\/$/, "")) return challenge(run, by, "openid-connect", 302);
  run.step(by, "passed");
  return undefined;
};

const saml: Guard = (visit, module, by) => {
  const { run, state } = visit;
  if (passesThrough(visit, module, by)) return undefined;
  const { identity } = state.question;
  if (identity?.provider !== "saml") return challenge(run, by, "saml", 302);
  const groups = textsOf(module.authorized_groups);
  const isMember = groups.length === 0 || groups.some((group) => identity.groups?.includes(group));
  run.step(by, isMember ? "passed" : "not authorized");
  return isMember ? undefined : refuse(run, by);
};

const circuitBreaker: Guard = ({ run }, _module, by) => {
  run.step(by, "assumed");
  run.may.push({ outcome: "refused", by });
  return undefined;
};

/** In order of evaluation, which the reference doesn't define: connection, request, then identity. */
const ROUTE_GUARDS: readonly (readonly [string, Guard])[] = [
  ["ip_restriction", ipRestriction],
  ["user_agent_filter", userAgentFilter],
  ["websocket_tcp_converter", websocket],
  ["webhook_verification", webhookVerification],
  ["oauth", oauth],
  ["oidc", oidc],
  ["saml", saml],
  ["circuit_breaker", circuitBreaker],
];
