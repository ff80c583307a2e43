import type { AccountObject } from "../../provider/inspect";
import type { ObjectGaps } from "./gaps";
import { type Action, endsEverything, type Rule, withConditions } from "./policy";

/** The names of the variables that rules set and read. */
export interface Variables {
  /** The name of the route that a request takes. */
  readonly route: string;
  /** Set if a request meets the conditions of a guard. */
  readonly allowed: string;
  /** A random number for weighted backends. */
  readonly chance: string;
}

/** The ordered rules that replace an edge or a route. */
export class Block {
  readonly before: Rule[] = [];
  readonly response: Rule[] = [];
  #isClosed = false;

  /**
   * @param object - The edge or route.
   * @param gaps - Records what its rules can't carry over.
   * @param conditions - Conditions of every rule; empty if all requests take this route.
   * @param signInId - Returns the id of a sign-in module; set if the policy has several sign-ins.
   */
  constructor(
    readonly object: AccountObject,
    readonly gaps: ObjectGaps,
    readonly variables: Variables,
    readonly isHttp: boolean,
    readonly conditions: readonly string[] = [],
    readonly signInId?: (module: string) => string,
  ) {}

  /** True if no traffic gets past the existing rules, so that later rules would never run. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(rule: Rule): void {
    this.before.push(withConditions(this.conditions, rule));
    if (endsEverything(rule)) this.#isClosed = true;
  }

  act(...actions: Action[]): void {
    this.add({ actions });
  }

  /** Denies all remaining traffic. */
  deny(name: string, status = 403): void {
    this.add({ name, actions: [denyAction(this.isHttp, status)] });
  }

  /** Denies all remaining traffic because a setting has no counterpart. @param name - Names the setting in the rule. */
  refuse(
    path: readonly string[],
    why: string,
    todo: string,
    name: string = path[0] ?? "an unknown module",
  ): void {
    this.gaps.denied(path, why, todo);
    this.deny(`not carried over: ${name}`);
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
    this.add({ expressions: [`vars.${allowed} != "yes"`], actions: [denyAction(this.isHttp)] });
  }

  respond(rule: Rule): void {
    this.response.push(withConditions(this.conditions, rule));
  }
}

export const denyAction = (isHttp: boolean, status = 403): Action =>
  isHttp ? { type: "deny", config: { status_code: status } } : { type: "deny" };
