import { Environment } from "@marcbachmann/cel-js";
import { parse } from "yaml";
import type { Call } from "../account/call";
import { isObject, type Json, type JsonObject, objectOf, textOf, textsOf } from "../json";
import type { ServiceCode } from "../refusals";
import { readNetwork } from "../schema/networks";
import { isService, refuseAsService } from "../service";

/** What a traffic policy is attached to. */
export interface Attachment {
  /** Of an endpoint: http, https, tls or tcp. Whether an edge takes a phase of another protocol is not known. */
  readonly protocol?: string;
  /** The code for `on_tcp_connect` where connections are not seen, and why. */
  readonly unseen?: readonly [code: ServiceCode, why: string];
}

const REQUEST = ["on_http_request"];
const RESPONSE = ["on_http_response"];
const HTTP = [...REQUEST, ...RESPONSE];
const BEFORE = ["on_tcp_connect", ...REQUEST];
const EVERY = ["on_tcp_connect", ...HTTP];

/** Phases by their names, and by those of the first versions. */
const PHASES: Readonly<Record<string, string>> = {
  on_tcp_connect: "on_tcp_connect",
  on_http_request: "on_http_request",
  on_http_response: "on_http_response",
  on_event_stream_message: "on_event_stream_message",
  inbound: "on_http_request",
  outbound: "on_http_response",
};

/** Reports what is wrong with a configuration, by the key. */
type Refuse = (code: ServiceCode, key: string, why: string) => void;

interface Action {
  readonly phases: readonly string[];
  /** What the configuration must have. */
  readonly needs?: readonly string[];
  readonly check?: (config: JsonObject, refuse: Refuse, call: Call) => void;
}

/** Types of the service's traffic policy actions, and what it surely refuses of them. Observed on the service. */
const ACTIONS: Readonly<Record<string, Action>> = {
  "add-headers": { phases: HTTP, needs: ["headers"], check: checkHeaders },
  "ai-gateway": { phases: REQUEST },
  "basic-auth": { phases: REQUEST, needs: ["credentials"], check: checkCredentials },
  "circuit-breaker": { phases: REQUEST, needs: ["error_threshold"] },
  "close-connection": { phases: BEFORE },
  "compress-response": { phases: RESPONSE, check: checkAlgorithms },
  "custom-response": { phases: HTTP, check: checkStatus },
  deny: { phases: BEFORE, check: checkStatus },
  "forward-internal": { phases: BEFORE, needs: ["url"] },
  "http-request": { phases: HTTP, needs: ["url"] },
  "jwt-validation": { phases: REQUEST, needs: ["issuer", "http", "jws"] },
  log: { phases: EVERY, needs: ["metadata"] },
  oauth: { phases: REQUEST, needs: ["provider"] },
  "openid-connect": {
    phases: REQUEST,
    needs: ["issuer_url", "client_id", "client_secret"],
    check: checkIssuer,
  },
  "owasp-crs-request": { phases: REQUEST },
  "owasp-crs-response": { phases: RESPONSE },
  "rate-limit": {
    phases: REQUEST,
    needs: ["name", "algorithm", "capacity", "rate", "bucket_key"],
    check: checkRate,
  },
  redirect: { phases: REQUEST, needs: ["to"] },
  "remove-headers": { phases: HTTP, needs: ["headers"], check: checkHeaders },
  "request-body-find-replace": { phases: REQUEST },
  "response-body-find-replace": { phases: RESPONSE },
  "restrict-ips": { phases: EVERY, check: checkAddresses },
  "set-vars": { phases: EVERY, needs: ["vars"], check: checkVariables },
  "sse-find-replace": { phases: [...RESPONSE, "on_event_stream_message"] },
  "terminate-tls": { phases: ["on_tcp_connect"] },
  "url-rewrite": { phases: REQUEST, needs: ["to"] },
  "verify-webhook": { phases: REQUEST, needs: ["provider"] },
};

/** Larger ones are accepted unchecked: parsing them would cost too much. */
const LARGEST = 64 * 1024;

const parser = new Environment({ unlistedVariablesAreDyn: true, homogeneousAggregateLiterals: false });

/**
 * Refuses a traffic policy that the service refuses: its syntax, phases, actions, their configurations and the objects
 * that they name. What is filled in later passes, and so does what only some accounts may not have.
 *
 * @param at - The parameter that holds the policy.
 */
export function refusePolicy(call: Call, value: Json | undefined, at: string, attachment: Attachment): void {
  const text = textOf(value);
  if (!isService(call) || text === "" || text.length > LARGEST) return;
  const policy = documentIn(text);
  if (policy === null) return;
  if (!isObject(policy)) return void refuseAsService(call, 2236, "The policy is no map of phases.", at);
  const seen = new Set<string>();
  for (const [name, rules] of Object.entries(policy)) {
    const phase = PHASES[name];
    const where = `${at}: ${name.slice(0, 80)}`;
    if (phase === undefined) return void refuseAsService(call, 2230, `${where} is no phase.`, at);
    refusePhase(call, phase, where, at, attachment);
    if (rules === null) continue;
    if (!Array.isArray(rules)) return void refuseAsService(call, 2236, `${where} is no list of rules.`, at);
    for (const [index, rule] of rules.entries())
      refuseRule(call, objectOf(rule), phase, `${where}[${index}]`, at, seen);
  }
}

/** The parsed policy; undefined for a text that is neither JSON nor YAML. */
function documentIn(text: string): Json | undefined {
  try {
    return parse(text, { uniqueKeys: false, maxAliasCount: 20 }) as Json;
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
  phase: string,
  where: string,
  at: string,
  seen: Set<string>,
): void {
  for (const expression of Array.isArray(rule.expressions) ? rule.expressions : [])
    if (typeof expression === "string" && !isReadable(expression))
      refuseAsService(call, 2200, `${where} has an expression that cannot be read.`, at);
  const actions = Array.isArray(rule.actions) ? rule.actions.map(objectOf) : [];
  if (actions.length === 0) refuseAsService(call, 2206, `${where} has no action.`, at);
  for (const [index, { type, config = null }] of actions.entries()) {
    const name = textOf(type);
    const place = `${where}.actions[${index}]`;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (!action)
      return void refuseAsService(call, 2201, `There is no action ${JSON.stringify(name.slice(0, 80))}.`, at);
    if (!action.phases.includes(phase))
      refuseAsService(call, 2202, `${place}: ${name} is not for ${phase}.`, at);
    if (config !== null && !isObject(config)) refuseAsService(call, 2203, `${place}.config is no map.`, at);
    if (name === "ai-gateway" && seen.has(name))
      refuseAsService(call, 2266, `${place} is a second AI gateway.`, at);
    seen.add(name);
    const refuse: Refuse = (code, key, why) =>
      refuseAsService(call, code, `${place}.config.${key} ${why}.`, at);
    for (const key of action.needs ?? [])
      if ((objectOf(config)[key] ?? null) === null) refuse(2234, key, "is missing");
    action.check?.(objectOf(config), refuse, call);
  }
}

function isReadable(expression: string): boolean {
  try {
    parser.parse(expression);
    return true;
  } catch {
    return false;
  }
}

/** What is filled in for each request is not known yet. */
const isFilledIn = (text: string): boolean => text.includes("${");

const known = (value: Json | undefined): readonly string[] =>
  textsOf(value).filter((text) => !isFilledIn(text));

function checkHeaders({ headers }: JsonObject, refuse: Refuse): void {
  const names = Array.isArray(headers) ? textsOf(headers) : Object.keys(objectOf(headers));
  if (!names.every((name) => isFilledIn(name) || /^[\w!#$%&'*+.^`|~-]+$/.test(name)))
    refuse(2210, "headers", "has a name that is none of a header");
  if (
    !Array.isArray(headers) &&
    Object.values(objectOf(headers)).some((value) => /[^\P{Cc}\t]/u.test(textOf(value)))
  )
    refuse(2211, "headers", "has a value with a control character");
}

function checkCredentials({ credentials }: JsonObject, refuse: Refuse): void {
  if (Array.isArray(credentials) && credentials.length === 0) refuse(2223, "credentials", "is empty");
  const pairs = known(credentials);
  if (!pairs.every((pair) => pair.includes(":")))
    refuse(2204, "credentials", "has an item without a colon between the user name and the password");
  for (const pair of pairs) {
    const [user = "", password = ""] = pair.split(/:(.*)/s);
    if (/\p{Cc}/u.test(user)) refuse(2257, "credentials", "has a user name with a control character");
    if (/\p{Cc}/u.test(password)) refuse(2258, "credentials", "has a password with a control character");
  }
}

const ALGORITHMS = ["gzip", "br", "deflate", "compress", "zstd"];

function checkAlgorithms({ algorithms }: JsonObject, refuse: Refuse): void {
  if (!known(algorithms).every((algorithm) => ALGORITHMS.includes(algorithm)))
    refuse(2214, "algorithms", `has another one than ${ALGORITHMS.join(", ")}`);
}

function checkStatus({ status_code }: JsonObject, refuse: Refuse): void {
  if (typeof status_code === "number" && (status_code < 100 || status_code > 599))
    refuse(2215, "status_code", "is not from 100 to 599");
}

function checkIssuer({ issuer_url }: JsonObject, refuse: Refuse): void {
  if (typeof issuer_url === "string" && !isFilledIn(issuer_url) && !URL.canParse(issuer_url))
    refuse(2226, "issuer_url", "is no URL");
}

function checkRate({ algorithm, bucket_key }: JsonObject, refuse: Refuse): void {
  if (typeof algorithm === "string" && algorithm !== "sliding_window")
    refuse(2222, "algorithm", "is not sliding_window");
  if (Array.isArray(bucket_key) && bucket_key.length === 0) refuse(2223, "bucket_key", "is empty");
}

function checkAddresses({ allow, deny, ip_policies }: JsonObject, refuse: Refuse, { account }: Call): void {
  for (const [key, list] of Object.entries({ allow, deny }))
    if (!known(list).every((cidr) => readNetwork(cidr))) refuse(2217, key, "has a value that is no CIDR");
  if (!known(ip_policies).every((id) => account.storage.get("/ip_policies", id)))
    refuse(2216, "ip_policies", "names an IP policy that does not exist");
}

function checkVariables({ vars }: JsonObject, refuse: Refuse): void {
  const isOne = (item: Json) => isObject(item) && Object.keys(item).length === 1;
  if (!Array.isArray(vars) || !vars.every(isOne))
    refuse(2252, "vars", "is no list of maps of one variable each");
}
