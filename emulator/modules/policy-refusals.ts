import { parse } from "yaml";
import type { Call } from "../account/call";
import { isObject, type Json, type JsonObject, objectOf, textOf, textsOf } from "../json";
import type { ServiceCode } from "../refusals";
import { isService, refuseAsService } from "../service";
import { faultsIn, isReadable, type Language } from "./policy-configs";

/** What a traffic policy is attached to. */
export interface Attachment {
  /** Of an endpoint: http, https, tls or tcp. Whether an edge takes a phase of another protocol is not known. */
  readonly protocol?: string;
  /** The code for `on_tcp_connect` where connections are not seen, and why. */
  readonly unseen?: readonly [code: ServiceCode, why: string];
}

/** Phases by their names, and by those of the first versions. */
const PHASES: Readonly<Record<string, string>> = {
  on_tcp_connect: "on_tcp_connect",
  on_http_request: "on_http_request",
  on_http_response: "on_http_response",
  on_event_stream_message: "on_event_stream_message",
  inbound: "on_http_request",
  outbound: "on_http_response",
};

const REQUEST = ["on_http_request"];
const RESPONSE = ["on_http_response"];
const HTTP = [...REQUEST, ...RESPONSE];
const BEFORE = ["on_tcp_connect", ...REQUEST];
const EVERY = ["on_tcp_connect", ...HTTP];

/** The phases of the service's traffic policy actions. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  "add-headers": HTTP,
  "ai-gateway": REQUEST,
  "basic-auth": REQUEST,
  "circuit-breaker": REQUEST,
  "close-connection": BEFORE,
  // Its own page names the phase of responses alone, the overview both.
  "compress-response": HTTP,
  "custom-response": HTTP,
  deny: BEFORE,
  "forward-internal": BEFORE,
  "http-request": HTTP,
  "jwt-validation": REQUEST,
  log: EVERY,
  oauth: REQUEST,
  "openid-connect": REQUEST,
  "owasp-crs-request": REQUEST,
  "owasp-crs-response": RESPONSE,
  "rate-limit": REQUEST,
  redirect: REQUEST,
  "remove-headers": HTTP,
  "request-body-find-replace": REQUEST,
  "response-body-find-replace": RESPONSE,
  "restrict-ips": EVERY,
  "set-vars": EVERY,
  "sse-find-replace": ["on_event_stream_message"],
  "terminate-tls": ["on_tcp_connect"],
  "url-rewrite": REQUEST,
  "verify-webhook": REQUEST,
};

/** Actions after which no other one of the rule runs, whatever their configuration. */
const TERMINATING = ["close-connection", "custom-response", "deny"];

/** Larger ones are accepted unchecked: parsing them would cost too much. */
const LARGEST = 64 * 1024;

/**
 * Refuses a traffic policy that the service refuses: its syntax, phases, actions, their configurations and the objects
 * that they name. What is filled in later passes, and so does what only some accounts may not have.
 *
 * @param at - The parameter that holds the policy.
 */
export function refusePolicy(call: Call, value: Json | undefined, at: string, attachment: Attachment): void {
  const text = textOf(value);
  if (!isService(call) || text === "" || text.length > LARGEST) return;
  const { policy, language } = documentIn(text);
  if (policy === null) return;
  if (!isObject(policy)) return void refuseAsService(call, 2236, "The policy is no map of phases.", at);
  const seen = new Set<string>();
  for (const [name, rules] of Object.entries(policy)) {
    const phase = Object.hasOwn(PHASES, name) ? PHASES[name] : undefined;
    const where = `${at}: ${name.slice(0, 80)}`;
    if (phase === undefined) return void refuseAsService(call, 2230, `${where} is no phase.`, at);
    refusePhase(call, phase, where, at, attachment);
    if (rules === null) continue;
    if (!Array.isArray(rules)) return void refuseAsService(call, 2236, `${where} is no list of rules.`, at);
    for (const [index, rule] of rules.entries()) {
      const place: Place = { phase, where: `${where}[${index}]`, at, language };
      if (!isObject(rule)) return void refuseAsService(call, 2236, `${place.where} is no rule.`, at);
      refuseRule(call, rule, place, seen);
    }
  }
}

/** Where a rule stands. */
interface Place {
  readonly phase: string;
  readonly where: string;
  readonly at: string;
  readonly language: Language;
}

/** The parsed policy; undefined for a text that is neither JSON nor YAML. */
function documentIn(text: string): { policy: Json | undefined; language: Language } {
  try {
    return { policy: JSON.parse(text), language: "json" };
  } catch {
    return { policy: yamlIn(text), language: "yaml" };
  }
}

function yamlIn(text: string): Json | undefined {
  try {
    // A warning would print lines of the policy.
    return parse(text, { uniqueKeys: false, maxAliasCount: 20, logLevel: "error" }) as Json;
  } catch {
    return undefined;
  }
}

function refusePhase(
  call: Call,
  phase: string,
  where: string,
  at: string,
  { protocol, unseen }: Attachment,
): void {
  const isHttp = protocol === undefined || protocol === "http" || protocol === "https";
  if (phase === "on_tcp_connect" && unseen) refuseAsService(call, unseen[0], `${where}: ${unseen[1]}`, at);
  if (phase !== "on_tcp_connect" && !isHttp)
    refuseAsService(call, 2230, `${where} is no phase of the protocol ${protocol}.`, at);
}

function refuseRule(
  call: Call,
  rule: JsonObject,
  { phase, where, at, language }: Place,
  seen: Set<string>,
): void {
  const isText = (value: Json) =>
    typeof value === "string" || (language === "yaml" && value !== null && typeof value !== "object");
  const { name: label = null, expressions = null } = rule;
  if (label !== null && !isText(label)) refuseAsService(call, 2236, `${where}.name is no text.`, at);
  if (expressions !== null && !(Array.isArray(expressions) && expressions.every(isText)))
    refuseAsService(call, 2236, `${where}.expressions is no list of expressions.`, at);
  if (!textsOf(expressions).every((expression) => isReadable(expression)))
    refuseAsService(call, 2200, `${where} has an expression that cannot be read.`, at);
  const actions = Array.isArray(rule.actions) ? rule.actions.map(objectOf) : [];
  if (actions.length === 0) refuseAsService(call, 2206, `${where} has no action.`, at);
  for (const [index, { type, config = null }] of actions.entries()) {
    const name = textOf(type);
    const place = `${where}.actions[${index}]`;
    if (index > 0 && TERMINATING.includes(textOf(actions[index - 1]?.type)))
      refuseAsService(call, 2207, `${place} is not reached.`, at);
    const phases = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!phases)
      return void refuseAsService(call, 2201, `There is no action ${JSON.stringify(name.slice(0, 80))}.`, at);
    if (!phases.includes(phase)) refuseAsService(call, 2202, `${place}: ${name} is not for ${phase}.`, at);
    if (config !== null && !isObject(config))
      return void refuseAsService(call, 2203, `${place}.config is no map.`, at);
    if (name === "ai-gateway" && seen.has(name))
      refuseAsService(call, 2266, `${place} is a second AI gateway.`, at);
    seen.add(name);
    for (const { code, key, why } of faultsIn(name, config, language))
      refuseAsService(call, code, `${place}.config.${key.slice(0, 80)} ${why}.`, at);
    if (name === "restrict-ips" && !textsOf(config?.ip_policies).every((id) => isKnown(call, id)))
      refuseAsService(call, 2216, `${place}.config.ip_policies names an IP policy that does not exist.`, at);
  }
}

/** What is filled in for each request is not known yet. */
const isKnown = ({ account }: Call, id: string): boolean =>
  id.includes("${") || account.storage.get("/ip_policies", id) !== undefined;
