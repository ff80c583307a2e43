import type { ObjectGaps } from "./gaps";
import { type Action, endsEverything, type Rule, under } from "./policy";

export interface Variables {
  /** Which route a request takes. */
  readonly route: string;
  /** Whether a request has passed the conditions of a guard. */
  readonly allowed: string;
  /** A random number, by which weights choose. */
  readonly chance: string;
}

/** The rules of an edge or route, in their order, under the condition that the request takes that route. */
export class Block {
  readonly before: Rule[] = [];
  readonly response: Rule[] = [];
  #ended = false;

  /** @param conditions - Of all rules; empty if everything takes this route. */
  constructor(
    readonly conditions: readonly string[],
    readonly variables: Variables,
    readonly isHttp: boolean,
  ) {}

  /** Nothing gets past what is there: later rules would never run. */
  get ended(): boolean {
    return this.#ended;
  }

  add(rule: Rule): void {
    this.before.push(under(this.conditions, rule));
    if (endsEverything(rule)) this.#ended = true;
  }

  do(...actions: Action[]): void {
    this.add({ actions });
  }

  /** Refuses everything from here on. */
  deny(name: string, status = 403): void {
    this.add({ name, actions: [this.denial(status)] });
  }

  /** Refuses everything, since nothing replaces a setting. @param name - Names it in the rule. */
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
   * Refuses requests unless all conditions are true. A condition that cannot be evaluated refuses as well, which a rule
   * that denies under the opposite condition would not do.
   */
  require(name: string, conditions: readonly string[], unless: readonly string[] = []): void {
    const { allowed } = this.variables;
    const set = (value: string) => ({ type: "set-vars", config: { vars: [{ [allowed]: value }] } });
    this.add({ name, actions: [set("no")] });
    this.add({ expressions: conditions, actions: [set("yes")] });
    for (const condition of unless) this.add({ expressions: [condition], actions: [set("yes")] });
    this.add({ expressions: [`vars.${allowed} != "yes"`], actions: [this.denial()] });
  }

  after(...actions: Action[]): void {
    this.respond({ actions });
  }

  respond(rule: Rule): void {
    this.response.push(under(this.conditions, rule));
  }
}
