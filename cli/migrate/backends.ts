import type { AccountObject } from "../../provider/inspect";
import { compareText, kebabCase, withoutAccents } from "../common";
import { lostValues } from "../export/lost-values";
import { UniqueTexts } from "../export/names";
import { displayPath } from "../export/secrets";
import { stringsIn } from "../review/account";
import { hostAndPort, isEndpoint, toRecord, toText, urlOf } from "./account";
import type { Block } from "./block";
import { escapeText, MAX_HEADERS, type Rule, type Value, withConditions } from "./policy";

/** Agents that have to serve a different address. */
export interface AgentMove {
  /** The address of the internal endpoint that they have to start. */
  readonly url: string;
  readonly backends: readonly AccountObject[];
  /** Labels of the tunnels that they serve now. */
  readonly labels: Readonly<Record<string, string>>;
}

/** The property that names the backend of an edge or route. */
const BACKEND_PATH = ["backend", "backendId"];

/** More levels than the service allows, so that deeper nesting must be a cycle. */
const MAX_DEPTH = 8;

/** Converts backends into rules and assigns addresses to internal endpoints. */
export class Backends {
  /** Internal hosts without `.internal`: those in use, and those assigned here. */
  readonly #internalHosts: UniqueTexts;
  readonly #hostByKey = new Map<string, string>();
  readonly #moveByUrl = new Map<string, AgentMove & { readonly backends: AccountObject[] }>();
  readonly #wildcards: readonly string[];

  /** @param policies - Policies of the account, which may forward to internal endpoints that don't exist yet. */
  constructor(
    private readonly objects: readonly AccountObject[],
    policies: readonly string[],
  ) {
    const hosts = objects
      .filter(isEndpoint)
      .map((endpoint) => hostAndPort(urlOf(endpoint)).host)
      .filter((host) => host.endsWith(".internal"));
    const mentionedHosts = policies.flatMap((policy) =>
      [...policy.matchAll(/[a-z0-9.-]+(?=\.internal\b)/gi)].map(([name]) => name.toLowerCase()),
    );
    const usedHosts = hosts.map((host) => host.slice(0, -".internal".length));
    this.#internalHosts = new UniqueTexts([...usedHosts, ...mentionedHosts]);
    this.#wildcards = hosts.filter((host) => host.startsWith("*."));
  }

  get moves(): readonly AgentMove[] {
    return [...this.#moveByUrl.values()];
  }

  /** Sends the requests of a block to a backend; this ends the block. */
  forward(block: Block, id: string): void {
    const context: Context = { block, weightedBackends: 0 };
    const rules = this.#rules(id, context, true, []);
    for (const rule of rules ?? []) block.add(rule);
    if (rules === undefined) block.deny("not carried over: backend");
    else if (rules.length === 0) {
      block.gaps.changed(
        BACKEND_PATH,
        `no child of the backend ${id} gets traffic, so the endpoint denies everything`,
        "add a child, or a weight above 0, and migrate again if it should get traffic",
      );
      block.deny("no backend", 502);
    }
  }

  /**
   * Returns the rules that send traffic to a backend; undefined if it has no counterpart.
   *
   * @param isLast - True if no other backend gets the traffic when this one fails.
   */
  #rules(id: string, context: Context, isLast: boolean, ancestors: readonly string[]): Rule[] | undefined {
    const { block } = context;
    const backend = this.objects.find((object) => object.id === id && object.family.name.endsWith("Backend"));
    if (!backend)
      return recordDenial(
        block,
        `the backend ${id} does not exist, or no class supports its kind`,
        "replace the deny rule with a rule that uses forward-internal or custom-response",
      );
    if (ancestors.includes(id) || ancestors.length > MAX_DEPTH) {
      return recordDenial(block, `the backend ${id} contains itself`, "remove the cycle and migrate again");
    }
    const path = [...ancestors, id];
    switch (backend.family.name) {
      case "TunnelGroupBackend":
        return this.#tunnels(backend, context, isLast);
      case "FailoverBackend":
        return this.#failover(stringsIn(backend.inputs.backends), context, isLast, path);
      case "WeightedBackend":
        return this.#weighted(toRecord(backend.inputs.backends), context, isLast, path);
      case "HttpResponseBackend":
        return this.#response(backend, context);
      default:
        return recordDenial(
          block,
          `no action sends traffic to an address on the internet, as ${backend.family.name} ${id} does`,
          "have an agent forward an internal endpoint to that address, and replace the deny rule with a rule that uses forward-internal",
        );
    }
  }

  #response(backend: AccountObject, { block }: Context): Rule[] | undefined {
    const { id, inputs } = backend;
    const headers = Object.entries(toRecord(inputs.headers)).map(([name, value]) => [
      name,
      escapeText(toText(value)),
    ]);
    if (!block.isHttp || headers.length > MAX_HEADERS) {
      const obstacle = block.isHttp
        ? `the response of ${id} has ${headers.length} headers, and custom-response takes ${MAX_HEADERS}`
        : `the traffic is not HTTP, and the backend ${id} is an HTTP response`;
      return recordDenial(block, obstacle, "replace the rule that denies");
    }
    const [lost] = lostValues(inputs);
    if (lost)
      return recordDenial(
        block,
        `${displayPath(lost.path)} of the backend ${id} ${lost.why}`,
        "change it on the service and migrate again",
      );
    const config: Value = {
      status_code: typeof inputs.statusCode === "number" ? inputs.statusCode : 200,
      ...(toText(inputs.body) === "" ? {} : { body: escapeText(toText(inputs.body)) }),
      ...(headers.length === 0 ? {} : { headers: Object.fromEntries(headers) }),
    };
    return [{ actions: [{ type: "custom-response", config }] }];
  }

  #tunnels(backend: AccountObject, { block }: Context, isLast: boolean): Rule[] | undefined {
    const host = this.#hostOf(backend);
    const url = block.isHttp ? `https://${host}` : `tcp://${host}:443`;
    const wildcard = this.#wildcards.find((pattern) => host.endsWith(pattern.slice(1)));
    if (wildcard !== undefined)
      return recordDenial(
        block,
        `while no agent serves ${url}, the internal endpoint ${wildcard} would get its traffic`,
        "give that endpoint an address without a wildcard and migrate again",
      );
    const labels = toRecord(backend.inputs.labels) as Record<string, string>;
    const move = this.#moveByUrl.get(url) ?? { url, labels, backends: [] };
    if (!move.backends.includes(backend)) move.backends.push(backend);
    this.#moveByUrl.set(url, move);
    const config: Value = isLast ? { url } : { url, on_error: "continue" };
    return [{ actions: [{ type: "forward-internal", config }] }];
  }

  /** Backends with equal labels have the same tunnels, and therefore the same address. */
  #hostOf(backend: AccountObject): string {
    const labels = Object.entries(toRecord(backend.inputs.labels)).sort(([a], [b]) => compareText(a, b));
    const key = labels.length === 0 ? backend.id : JSON.stringify(labels);
    const words = labels.length === 0 ? toText(backend.inputs.description) : labels.flat().join(" ");
    const slug = kebabCase(withoutAccents(words.slice(0, 200)).replace(/[^A-Za-z0-9]+/g, " "));
    const name = slug.slice(0, 56).replace(/-+$/, "") || "backend";
    const host = this.#hostByKey.get(key) ?? `${this.#internalHosts.add(name, "-")}.internal`;
    this.#hostByKey.set(key, host);
    return host;
  }

  #failover(ids: readonly string[], context: Context, isLast: boolean, ancestors: readonly string[]) {
    const last = ids.length - 1;
    return joinRules(ids.map((id, n) => this.#rules(id, context, isLast && n === last, ancestors)));
  }

  #weighted(
    weights: Readonly<Record<string, unknown>>,
    context: Context,
    isLast: boolean,
    ancestors: readonly string[],
  ): Rule[] | undefined {
    const children = Object.entries(weights).flatMap(([id, weight]) =>
      typeof weight === "number" && weight > 0 ? [{ id, weight }] : [],
    );
    const [first] = children;
    if (!first) return [];
    if (children.length === 1) return this.#rules(first.id, context, isLast, ancestors);
    context.weightedBackends += 1;
    const { chance } = context.block.variables;
    const variable = context.weightedBackends === 1 ? chance : `${chance}_${context.weightedBackends}`;
    const total = children.reduce((sum, { weight }) => sum + weight, 0);
    const draw: Rule = {
      actions: [{ type: "set-vars", config: { vars: [{ [variable]: `\${rand.int(0, ${total - 1})}` }] } }],
    };
    let start = 0;
    const shares = children.map(({ id, weight }) => {
      const end = start + weight;
      const conditions = [
        ...(start === 0 ? [] : [`vars.${variable} >= ${start}`]),
        ...(end === total ? [] : [`vars.${variable} < ${end}`]),
      ];
      start = end;
      return this.#rules(id, context, isLast, ancestors)?.map((rule) => withConditions(conditions, rule));
    });
    return joinRules([[draw], ...shares]);
  }
}

/** Joins lists of rules; undefined if one of them has no counterpart. */
const joinRules = (lists: readonly (Rule[] | undefined)[]): Rule[] | undefined =>
  lists.every((list) => list !== undefined) ? lists.flat() : undefined;

/** Records that a backend has no counterpart; returns no rules. */
function recordDenial({ gaps }: Block, why: string, todo: string): undefined {
  gaps.denied(BACKEND_PATH, why, todo);
  return undefined;
}

interface Context {
  readonly block: Block;
  /** Number of weighted backends so far. Each draws a random number, which needs its own variable. */
  weightedBackends: number;
}
