import type { AccountObject } from "../../provider/inspect";
import type { ObjectGaps } from "./gaps";
import { type Action, endsEverything, type Rule, withConditions } from "./policy";

/** Names of the variables that generated rules set. */
export interface Variables {
  /** Holds the name of the route that a request takes. */
  readonly route: string;
  /** Holds `yes` if a request meets the conditions of a guard. */
  readonly allowed: string;
  /** Holds a random number that selects a child of a weighted backend. */
  readonly chance: string;
}

/** The ordered rules that replace an edge or a route. */
export class Block {
  /** Run before the traffic is forwarded. */
  readonly rules: Rule[] = [];
  readonly responseRules: Rule[] = [];
  #isClosed = false;

  /**
   * @param object - The edge or route.
   * @param gaps - Records how the rules differ from it.
   * @param conditions - Conditions of every rule; empty if the rules apply to all traffic.
   * @param signInId - Returns the id of a sign-in module; only set if the policy has several sign-ins.
   */
  constructor(
    readonly object: AccountObject,
    readonly gaps: ObjectGaps,
    readonly variables: Variables,
    readonly isHttp: boolean,
    readonly conditions: readonly string[] = [],
    readonly signInId?: (module: string) => string,
  ) {}

  /** True if no traffic gets past the existing rules. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  add(rule: Rule): void {
    this.rules.push(withConditions(this.conditions, rule));
    if (endsEverything(rule)) this.#isClosed = true;
  }

  act(...actions: Action[]): void {
    this.add({ actions });
  }

  /** Denies all remaining traffic. */
  deny(name: string, status = 403): void {
    this.add({ name, actions: [denyAction(this.isHttp, status)] });
  }

  /** Denies all remaining traffic because the setting at a path has no counterpart. */
  refuse(path: readonly string[], why: string, todo: string): void {
    this.gaps.denied(path, why, todo);
    this.deny(`not carried over: ${path[0] ?? "an unknown module"}`);
  }

  /**
   * Adds rules that allow a request if all conditions or any of the exceptions are true, and deny it otherwise. A
   * condition that can't be evaluated also denies: its rule doesn't apply, so the variable stays `no`.
   */
  require(name: string, conditions: readonly string[], exceptions: readonly string[] = []): void {
    const { allowed } = this.variables;
    const set = (value: string) => ({ type: "set-vars", config: { vars: [{ [allowed]: value }] } });
    this.add({ name, actions: [set("no")] });
    this.add({ expressions: conditions, actions: [set("yes")] });
    for (const condition of exceptions) this.add({ expressions: [condition], actions: [set("yes")] });
    this.add({ expressions: [`vars.${allowed} != "yes"`], actions: [denyAction(this.isHttp)] });
  }

  respond(rule: Rule): void {
    this.responseRules.push(withConditions(this.conditions, rule));
  }
}

export const denyAction = (isHttp: boolean, status = 403): Action =>
  isHttp ? { type: "deny", config: { status_code: status } } : { type: "deny" };
