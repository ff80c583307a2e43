import type { ObjectGaps } from "./gaps";
import { type Action, endsEverything, type Rule, withConditions } from "./policy";

export interface Variables {
  readonly route: string;
  /** Set if a request meets the conditions of a guard. */
  readonly allowed: string;
  /** A random number for weighted backends. */
  readonly chance: string;
}

/** The ordered rules of an edge or route, which apply to requests that take that route. */
export class Block {
  readonly before: Rule[] = [];
  readonly response: Rule[] = [];
  #ended = false;

  /** @param conditions - Conditions of every rule; empty if all requests take this route. */
  constructor(
    readonly conditions: readonly string[],
    readonly variables: Variables,
    readonly isHttp: boolean,
  ) {}

  /** True if no traffic gets past the existing rules, so that later rules would never run. */
  get isClosed(): boolean {
    return this.#ended;
  }

  add(rule: Rule): void {
    this.before.push(withConditions(this.conditions, rule));
    if (endsEverything(rule)) this.#ended = true;
  }

  act(...actions: Action[]): void {
    this.add({ actions });
  }

  /** Denies everything from here on. */
  deny(name: string, status = 403): void {
    this.add({ name, actions: [this.denial(status)] });
  }

  /** Denies everything because a setting has no counterpart. @param name - Names the setting in the rule. */
  refuse(
    gaps: ObjectGaps,
    path: readonly string[],
    why: string,
    todo: string,
    name: string = path[0] ?? "an unknown module",
  ): void {
    gaps.denied(path, why, todo);
    this.deny(`not carried over: ${name}`);
  }

  denial(status = 403): Action {
    return this.isHttp ? { type: "deny", config: { status_code: status } } : { type: "deny" };
  }

  /**
   * Denies requests unless all conditions are true. A condition that can't be evaluated also denies, unlike a rule that
   * denies under the opposite condition.
   */
  require(name: string, conditions: readonly string[], unless: readonly string[] = []): void {
    const { allowed } = this.variables;
    const set = (value: string) => ({ type: "set-vars", config: { vars: [{ [allowed]: value }] } });
    this.add({ name, actions: [set("no")] });
    this.add({ expressions: conditions, actions: [set("yes")] });
    for (const condition of unless) this.add({ expressions: [condition], actions: [set("yes")] });
    this.add({ expressions: [`vars.${allowed} != "yes"`], actions: [this.denial()] });
  }

  actOnResponse(...actions: Action[]): void {
    this.respond({ actions });
  }

  respond(rule: Rule): void {
    this.response.push(withConditions(this.conditions, rule));
  }
}
