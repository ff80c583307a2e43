import { isIP } from "node:net";
import { canonicalAddress } from "../traffic-policy/language/networks";
import {
  type Condition,
  type ConfiguredText,
  type Constant,
  type GuardRule,
  interpolationsIn,
  interpolationTest,
  isMaskedValue,
  isRequestVariable,
  readCondition,
  type Test,
} from "../traffic-policy/symbolic/policy-reader";
import { ClientConditions } from "./client-conditions";
import { type DecisionDiagrams, FALSE, type Node, TRUE } from "./decision-diagrams";
import { describeCondition, describeTest, redactExpression } from "./descriptions";
import { digest } from "./digest";
import type { InternalEndpoints } from "./internal-endpoints";
import { Networks, parseNetwork } from "./networks";
import { type ExpressionTest, interpolationReason, type UnknownId } from "./question";
import {
  expressionVersion,
  findAssignments,
  findResultName,
  findRuns,
  findVersion,
  knownVariables,
  type State,
  type VariableAssignment,
} from "./symbolic-state";
import { passesTest } from "./text-solver";

const TLS_VERSION_UNSPECIFIED = "the API reference does not say how conn.tls.version spells versions";

/** The conditions under which an expression is true (`yes`) or false (`no`). If neither holds, its evaluation fails. */
interface Truth {
  readonly yes: Node;
  readonly no: Node;
}

/** The properties of an endpoint that affect the outcome of its policy. */
export interface PolicyContext {
  readonly internal: InternalEndpoints;
  /** Undefined if unknown. */
  readonly isHttp: boolean | undefined;
  /** True to deny TLS versions that the service doesn't accept by default. */
  readonly terminatesTls: boolean;
  readonly isUnencrypted: boolean;
  /** True for an internal endpoint, where parts of the URL are unknown: the docs don't say how a forward changes it. */
  readonly isInternal: boolean;
  /** Internal URLs for which a policy continues after a failed forward, before or after the change. */
  readonly recoverableUrls: ReadonlySet<string>;
  /** The values of `endpoint.*`, if known. */
  readonly endpoint: ReadonlyMap<string, Constant>;
}

/** The network that contains only this address; undefined if the text isn't an address in canonical form. */
function hostNetwork(text: string): string | undefined {
  if (isIP(text) === 0 || canonicalAddress(text) !== text) return undefined;
  return `${text}/${isIP(text) === 4 ? 32 : 128}`;
}

type Expression = Extract<Condition, { kind: "expression" }>;
type TextTest = Pick<Test, "subject" | "is" | "value" | "isFolded">;

/** Builds diagrams of conditions on a request that earlier rules may have changed. */
export class ConditionDiagrams {
  protected readonly conditions: ClientConditions;

  constructor(
    protected readonly diagrams: DecisionDiagrams,
    protected readonly context: PolicyContext,
  ) {
    this.conditions = new ClientConditions(diagrams);
  }

  protected whenConditionsHold({ conditions }: GuardRule, state: State): Node {
    return this.diagrams.every(
      conditions.map((condition, index) => this.truthOf(condition, state, index).yes),
    );
  }

  /** @param ownVariables - Variables that the same action sets before it interpolates the text. */
  protected whenInterpolated(
    { text, isTemplate }: ConfiguredText,
    state: State,
    ownVariables?: ReadonlySet<string>,
  ): Node {
    if (!isTemplate) return TRUE;
    return this.diagrams.every(
      interpolationsIn(text).map(({ expression, isUnclosed }) => {
        if (isUnclosed) return TRUE;
        const test = interpolationTest(expression);
        if (test === "always" || test === "never") return test === "always" ? TRUE : FALSE;
        if (test !== undefined) {
          const [, variable] = /^vars\.(\w+)$/.exec(test.subject) ?? [];
          return variable !== undefined && ownVariables?.has(variable)
            ? TRUE
            : this.whenTestable(test, state);
        }
        const interpolation = `\${${redactExpression(expression)}}`;
        return this.conditions.unknown(`fills ${digest(expression, expressionVersion(expression, state))}`, {
          texts: [`for which ${interpolation} has a value`, `for which ${interpolation} has no value`],
          why: `it is unknown for which requests ${interpolation} has a value`,
          dependsOn: expression,
        });
      }),
    );
  }

  protected whenPreflight(state: State): Node {
    const names = ["origin", "access-control-request-method"];
    // Rules may set or remove the headers of a preflight.
    const isChanged = state.headerChanges.some(({ name }) => name === undefined || names.includes(name));
    const hasHeaders = isChanged
      ? this.diagrams.every(
          names.map((name) =>
            this.whenPassed({ subject: `req.headers.${name}`, is: "present", value: "" }, state),
          ),
        )
      : this.conditions.fact({ kind: "preflight" }, ["of CORS preflights", "that are not CORS preflights"]);
    return this.diagrams.and(
      this.whenPassed({ subject: "req.method", is: "equal", value: "OPTIONS" }, state),
      hasHeaders,
    );
  }

  /** @param index - The position of the condition in its rule. Each condition draws its own random numbers. */
  protected truthOf(condition: Condition, state: State, index: number): Truth {
    const { diagrams } = this;
    switch (condition.kind) {
      case "constant":
        return condition.value ? { yes: TRUE, no: FALSE } : { yes: FALSE, no: TRUE };
      case "failure":
        return { yes: FALSE, no: FALSE };
      case "not": {
        const { yes, no } = this.truthOf(condition.of, state, index);
        return { yes: no, no: yes };
      }
      case "ambiguous": {
        const [first, second] = condition.of.map((meaning) => this.truthOf(meaning, state, index)) as [
          Truth,
          Truth,
        ];
        const isFirst = this.conditions.unspecified(condition.reason);
        return {
          yes: diagrams.choose(isFirst, first.yes, second.yes),
          no: diagrams.choose(isFirst, first.no, second.no),
        };
      }
      case "all":
      case "any": {
        const truths = condition.of.map((part) => this.truthOf(part, state, index));
        const [yes, no] = [truths.map((truth) => truth.yes), truths.map((truth) => truth.no)];
        return condition.kind === "all"
          ? { yes: diagrams.every(yes), no: diagrams.some(no) }
          : { yes: diagrams.some(yes), no: diagrams.every(no) };
      }
      case "expression":
        return this.expressionTruth(condition, state, index);
      case "test":
        return this.testTruth(condition, state);
    }
  }

  /** Reads the expression again, with the known values of the endpoint and of variables. */
  private expressionTruth(condition: Expression, state: State, index: number): Truth {
    const { text, reads } = condition;
    const variables = reads.includes("vars") ? [...knownVariables(state)] : [];
    const knownValues = new Map([
      ...variables.flatMap(([name, { text: value, isTemplate }]) =>
        isTemplate ? [] : [[name, value] as const],
      ),
      ...(reads.includes("endpoint") ? this.knownEndpointValues(state) : []),
    ]);
    const reduced = knownValues.size > 0 ? readCondition(text, knownValues) : condition;
    return reduced.kind === "expression"
      ? this.opaqueTruth(condition, state, index)
      : this.truthOf(reduced, state, index);
  }

  private knownEndpointValues({ forwardCount }: State): ReadonlyMap<string, Constant> {
    return forwardCount === 0 ? this.context.endpoint : new Map();
  }

  private opaqueTruth(condition: Expression, state: State, index: number): Truth {
    const { diagrams, conditions } = this;
    const { text, reads, draw, hasKnownNames, comparison } = condition;
    // Each condition of each rule draws its own random numbers.
    const drawn = draw && digest(state.ruleId, index, draw);
    const version = expressionVersion(text, state);
    const key = digest(text, version, drawn);
    const description = describeCondition(condition);
    const why = interpolationReason(text) ?? `the value of ${description} is unknown`;
    // `endpoint` is the same for all requests. An expression that reads `vars` as a whole counts as the same, too: its value
    // isn't tracked, so a verdict that depends on it must not be definite.
    const isSameForAllRequests =
      /\bvars\b(?!\.\w+\b(?!\())/.test(text) ||
      (reads.every((root) => root === "endpoint") && !isMaskedValue(text) && !draw && !/\buuid\b/.test(text));
    // The evaluator doesn't know the values that rules set.
    const isEvaluable =
      hasKnownNames &&
      version === "" &&
      !draw &&
      !isSameForAllRequests &&
      !(this.context.isUnencrypted && /\bconn\.tls\b/.test(text));
    const ask = (is: ExpressionTest["expected"], id: UnknownId, ifTrue: string, ifFalse: string) =>
      conditions.unknown(id, {
        ...(isSameForAllRequests && { scope: "all requests" }),
        why,
        dependsOn: text,
        ...(isEvaluable && { expression: { text, expected: is, comparison } }),
        texts: [`for which ${description} ${ifTrue}`, `for which ${description} ${ifFalse}`],
      });
    const yes = ask("true", { kind: "other", about: `true ${key}` }, "is true", "is not true");
    // Comparisons with the same operand fail together: if the operand fails or, except for `==`, has a different type.
    const type = comparison?.operator === "==" ? "" : comparison?.type;
    const failing = digest(comparison?.operand ?? text, type, version, drawn);
    const fails = ask("fails", { kind: "failure", of: failing }, "fails", "does not fail");
    return { yes, no: diagrams.and(diagrams.not(yes), diagrams.not(fails)) };
  }

  private testTruth(test: Test, state: State): Truth {
    const { diagrams } = this;
    const isPresent = this.whenTestable(test, state);
    const passes = this.whenPassed(test, state);
    return { yes: diagrams.and(isPresent, passes), no: diagrams.and(isPresent, diagrams.not(passes)) };
  }

  /** The condition under which the variable that a test needs is present. Otherwise, the test fails. */
  private whenTestable({ needs, subject }: Pick<Test, "needs" | "subject">, state: State): Node {
    if (this.context.isUnencrypted && subject.startsWith("conn.tls.")) return FALSE;
    if (needs === undefined) return TRUE;
    if (needs !== true) return this.whenPassed({ subject: needs, is: "present", value: "" }, state);
    const { diagrams } = this;
    const base = subject.replace(/\[\*\]$/, "");
    if (subject.startsWith("vars.")) return this.whenVariableSet(subject, state);
    const { version } = findVersion(subject, state);
    const result = findResultName(subject);
    if (result === undefined)
      return isRequestVariable(base)
        ? this.whenPassed({ subject: base, is: "present", value: "" }, state)
        : this.unknownPresence(subject, version);
    const runs = findRuns(result, state);
    const hasRun = diagrams.some(runs.map(({ when }) => when));
    if (hasRun === FALSE) return FALSE;
    let isPresent: Node = FALSE;
    // A sign-in sets the identity of the user.
    if (/^actions\.ngrok\.oauth\.identity\.(?:id|email|name)$/.test(subject))
      for (const { provider, when } of state.signIns)
        isPresent = diagrams.choose(when, provider === undefined ? FALSE : TRUE, isPresent);
    return diagrams.and(hasRun, diagrams.or(isPresent, this.unknownPresence(subject, version)));
  }

  private whenVariableSet(subject: string, state: State): Node {
    return findAssignments(subject, state).reduce<Node>(
      (isSet, { name, when, version }) =>
        this.diagrams.choose(when, name === undefined ? this.unknownPresence(subject, version) : TRUE, isSet),
      FALSE,
    );
  }

  private unknownPresence(subject: string, version: string): Node {
    const text = `${subject.slice(0, 80)} is set`;
    return this.conditions.unknown(
      { kind: "presence", subject, version },
      {
        // No verdict with the negative answer is definite, because no request is known to lack the value.
        texts: [`for which ${text}`, `for which it is unknown whether ${text}`],
        why: `it is unknown whether ${text}`,
      },
    );
  }

  protected whenPassed(
    { subject, is, value, isFolded = false }: Omit<TextTest, "isFolded"> & { isFolded?: boolean },
    state: State,
  ): Node {
    const test = { subject, is, value, isFolded };
    if (is === "present" && subject.startsWith("vars.")) return this.whenVariableSet(subject, state);
    if (is === "network" || subject === "conn.client_ip") return this.whenAddressPasses(test, state);
    if (subject.startsWith("endpoint.")) return this.whenEndpointPasses(test, state);
    const isHost = /^req\.headers\.host(?:\[|$)/.test(subject);
    if (isHost && is === "present")
      return this.conditions.unspecified(
        "the API reference does not say whether req.headers contains the host",
      );
    const source = isHost ? "req.host" : subject;
    const { version, why = subject === "conn.tls.version" ? TLS_VERSION_UNSPECIFIED : undefined } =
      findVersion(source, state);
    const unchangedTest = this.conditions.text({ ...test, subject: source, version, why });
    return this.whenVariablePasses(test, state, this.whenEmailPasses(test, state, version, unchangedTest));
  }

  private whenAddressPasses(test: TextTest, state: State): Node {
    const { subject, is, value } = test;
    if (subject !== "conn.client_ip")
      return this.conditions.unknown(`${subject} in ${value} ${findVersion(subject, state).version}`);
    const exact = is === "equal" ? hostNetwork(value) : undefined;
    const network = is === "network" ? value : exact;
    if (network === undefined) return this.conditions.text(test);
    const cidr = parseNetwork(network);
    if (cidr === undefined)
      return this.conditions.unspecified(
        "the API reference does not say which addresses an invalid network contains",
        `address in ${network}`,
      );
    return this.conditions.address(Networks.fromRules([{ cidr, action: "allow", content: "" }], [], ""));
  }

  /** @param otherwise - The condition for other variables, and for requests that no action has signed in. */
  private whenEmailPasses(test: TextTest, state: State, version: string, otherwise: Node): Node {
    const { diagrams, conditions } = this;
    const { subject } = test;
    let condition = otherwise;
    // A provider reports the same e-mail address to the OAuth module and to the `oauth` action, so both ask one question.
    if (subject === "actions.ngrok.oauth.identity.email")
      for (const { provider, when } of state.signIns) {
        const reported = provider === undefined ? { version } : { subject: `identity oauth ${provider}` };
        const email = conditions.text({ ...test, ...reported });
        condition = diagrams.choose(when, email, condition);
      }
    return condition;
  }

  /** @param otherwise - The condition for requests for which no rule has set the variable. */
  private whenVariablePasses(test: TextTest, state: State, otherwise: Node): Node {
    const assignedValueTest = (assignment: VariableAssignment): Node => {
      const isPassed =
        assignment.value?.isTemplate === false ? passesTest(test, assignment.value.text) : undefined;
      if (isPassed !== undefined) return isPassed ? TRUE : FALSE;
      const why = interpolationReason(assignment.value?.text);
      return this.conditions.text({ ...test, version: `vars ${assignment.version}`, why });
    };
    return findAssignments(test.subject, state).reduce(
      (condition, assignment) =>
        this.diagrams.choose(assignment.when, assignedValueTest(assignment), condition),
      otherwise,
    );
  }

  private whenEndpointPasses(test: TextTest, state: State): Node {
    const { subject, is, value, isFolded } = test;
    const endpointValue = this.knownEndpointValues(state).get(subject);
    const isPassed = endpointValue === undefined ? undefined : passesTest(test, String(endpointValue));
    if (isPassed !== undefined) return isPassed ? TRUE : FALSE;
    const description = describeTest(test, true);
    return this.conditions.unknown(`endpoint ${digest(state.endpointId, subject, is, value, isFolded)}`, {
      scope: "all requests",
      texts: [`if ${description}`, `unless ${description}`],
      why: `${subject} is unknown`,
    });
  }
}
