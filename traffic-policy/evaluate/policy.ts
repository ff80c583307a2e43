import { formerPhase } from "../language/phases";
import { readPolicy, type Tree } from "../language/policy";
import { isList, isMap, Undecided, type Value, type ValueMap } from "../language/values";

export const PHASES = ["on_tcp_connect", "on_http_request", "on_http_response"] as const;

export type Phase = (typeof PHASES)[number];

export interface Action {
  readonly type: string;
  readonly config: ValueMap;
}

export interface Rule {
  readonly name: string | undefined;
  readonly expressions: readonly string[];
  readonly actions: readonly Action[];
}

export type Policy = Readonly<Record<Phase, readonly Rule[]>>;

const MAX_CHARACTERS = 256 * 1024;
const MAX_RULES = 1000;
const MAX_ACTIONS = 100;

/** Parses a policy in YAML or JSON. @throws Undecided for a policy that the service refuses */
export function parsePolicy(text: string, isHttp: boolean): Policy {
  if (text.length > MAX_CHARACTERS) throw new Undecided("a traffic policy of more than 256 KiB");
  const document = readDocument(text);
  if (document !== null && !isMap(document)) throw new Undecided("a traffic policy that is not an object");
  const phases = new Map<string, Value>();
  for (const [key, rules] of document ?? []) {
    const phase = formerPhase(String(key), isHttp) ?? String(key);
    if (!(PHASES as readonly string[]).includes(phase) && phase !== "on_event_destination")
      throw new Undecided(`the phase ${phase.slice(0, 80)}`);
    if (phases.has(phase)) throw new Undecided(`the phase ${phase}, which is repeated`);
    phases.set(phase, rules);
  }
  const rules = (phase: Phase) => readRules(phase, phases.get(phase) ?? null);
  return {
    on_tcp_connect: rules("on_tcp_connect"),
    on_http_request: rules("on_http_request"),
    on_http_response: rules("on_http_response"),
  };
}

function readDocument(text: string): Value {
  const { tree, findings } = readPolicy(text);
  if (findings.length > 0) throw new Undecided("a traffic policy that is not valid YAML or JSON");
  return tree === undefined ? null : toValue(tree, new Map());
}

/** @param values - Cache of converted trees, since YAML aliases share parts. */
function toValue(tree: Tree, values: Map<Tree, Value>): Value {
  if (tree.kind === "leaf")
    return typeof tree.value === "number" && Number.isSafeInteger(tree.value)
      ? BigInt(tree.value)
      : tree.value;
  if (tree.kind === "opaque") throw new Undecided("a traffic policy with unsupported YAML");
  const value: Value =
    values.get(tree) ??
    (tree.kind === "list"
      ? tree.items.map((item) => toValue(item, values))
      : new Map([...tree.entries].map(([key, item]) => [key, toValue(item, values)])));
  values.set(tree, value);
  return value;
}

function readRules(phase: Phase, value: Value): Rule[] {
  if (value === null) return [];
  if (!isList(value)) throw new Undecided(`${phase}, which is not a list`);
  if (value.length > MAX_RULES) throw new Undecided(`${phase}, which has more than ${MAX_RULES} rules`);
  return value.map((rule, index) => readRule(`${phase}[${index}]`, rule));
}

function readRule(path: string, value: Value): Rule {
  if (!isMap(value)) throw new Undecided(`${path}, which is not a rule`);
  const name = value.get("name");
  const expressions = value.get("expressions") ?? null;
  const actions = value.get("actions") ?? null;
  if (expressions !== null && !isList(expressions))
    throw new Undecided(`${path}.expressions, which is not a list`);
  if (!isList(actions) || actions.length === 0) throw new Undecided(`${path}, which has no actions`);
  if (actions.length > MAX_ACTIONS)
    throw new Undecided(`${path}, which has more than ${MAX_ACTIONS} actions`);
  return {
    name: typeof name === "string" ? name : undefined,
    expressions: (expressions ?? []).map((expression, index) =>
      readExpression(`${path}.expressions[${index}]`, expression),
    ),
    actions: actions.map((action, index) => readAction(`${path}.actions[${index}]`, action)),
  };
}

/** Accepts a boolean, since YAML reads an unquoted `true` as one. */
function readExpression(path: string, value: Value): string {
  if (typeof value === "boolean") return String(value);
  if (typeof value !== "string") throw new Undecided(`${path}, which is not a string`);
  return value;
}

function readAction(path: string, value: Value): Action {
  const type = isMap(value) ? value.get("type") : undefined;
  const config = isMap(value) ? (value.get("config") ?? null) : null;
  if (typeof type !== "string") throw new Undecided(`${path}, which has no type`);
  if (config !== null && !isMap(config)) throw new Undecided(`${path}.config, which is not an object`);
  return { type, config: config ?? new Map() };
}
