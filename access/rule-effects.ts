import {
  type ConfiguredText,
  type GuardAction,
  type GuardRule,
  type Requirement,
  resultName,
  type VariableValue,
} from "../traffic-policy/symbolic/policy-reader";
import { ConditionDiagrams } from "./condition-diagrams";
import type { Node } from "./decision-diagrams";
import { digest } from "./digest";
import type { PolicySite } from "./guard-model";
import { allowedOrBlocked, interpolationReason } from "./question";
import {
  ANY_RESULT,
  expressionVersion,
  type HeaderChange,
  interpolate,
  rewriteUrl,
  type State,
  type VariableAssignment,
} from "./symbolic-state";

/** True if interpolating the same text twice can give different values. */
const isRandom = ({ text }: ConfiguredText) => /\b(?:rand|uuid)\b/.test(text);

/** Builds diagrams of what actions require, and computes the state of requests after them. */
export class RuleEffects extends ConditionDiagrams {
  protected whenMet(configured: Requirement, state: State, action: GuardAction, site: PolicySite): Node {
    const { diagrams } = this;
    const requirement = mapTexts(configured, (text) => interpolate(text, state));
    if (action.effect === "guards" && action.unknownSettings) {
      const settings = action.unknownSettings.slice(0, 3).join(", ").slice(0, 80);
      return this.conditions.unknown(`settings of ${this.actionKey(action, state)}`, {
        texts: allowedOrBlocked(`by ${action.type} with the unknown settings ${settings}`),
        why: `the documentation does not describe the settings ${settings} of ${action.type}`,
      });
    }
    // Interpolated requirements of two endpoints are equal if their values have equal versions. Others differ by endpoint.
    const scope = interpolatedTexts(requirement).length > 0 ? "" : state.endpointId;
    const undecided = () => this.conditions.unknown(`requirement ${this.actionKey(action, state)} ${scope}`);
    let isMet = this.conditions.policyRequirement(requirement, site, undecided);
    const changes = credentialChanges(requirement, state);
    if (changes.length > 0) {
      const secrets = interpolatedTexts(requirement).flatMap(({ text }) => site.secretsIn(text));
      const key = digest(requirement, secrets, changes);
      isMet = this.conditions.unknown(`proof ${key}`, {
        why: "rules change the header that the guard reads",
      });
    }
    return "allowsPreflight" in requirement && requirement.allowsPreflight
      ? diagrams.or(isMet, this.whenPreflight(state))
      : isMet;
  }

  /** Equal for actions with equal configuration and equal interpolated values. */
  protected actionKey({ content, reads }: GuardAction, state: State): string {
    const versions = reads.map((expression) => expressionVersion(expression, state)).join("");
    return versions === "" ? content : digest(content, versions);
  }

  protected stateAfterRule(rule: GuardRule, state: State, site: PolicySite): State {
    const when = this.whenConditionsHold(rule, state);
    return rule.actions.reduce((before, action) => {
      // Only asks the questions, in the order of the rules, which keeps the diagrams small.
      if (action.effect === "guards" && /^(?:address|password)$/.test(action.requires.kind))
        this.whenMet(action.requires, before, action, site);
      return this.stateAfterAction(action, before, when);
    }, state);
  }

  /** @param when - The condition under which the action runs. */
  protected stateAfterAction(action: GuardAction, before: State, when: Node): State {
    const actionId = digest(before.ruleId, action.index);
    const state = this.withActionRun(action, before, when);
    const version = `after ${actionId}`;
    const anyAssignment: VariableAssignment = { name: undefined, value: undefined, when, version };
    const anyHeader: HeaderChange = { name: undefined, when, version };
    const anySignIn = { provider: undefined, when };
    if (action.effect === "unknown")
      return {
        ...state,
        ...rewriteUrl(state, when, actionId),
        headerChanges: [...state.headerChanges, anyHeader],
        assignments: [...state.assignments, anyAssignment],
        signIns: [...state.signIns, anySignIn],
      };
    if (action.effect === "changes" && action.target === "vars") {
      const assignments = [...state.assignments, ...(action.entries ? [] : [anyAssignment])];
      for (const variable of action.entries ?? [])
        assignments.push(this.assignment(variable, { ...state, assignments }, when, actionId));
      return { ...state, assignments };
    }
    if (action.effect === "changes" && action.target === "headers") {
      // In later phases, the headers are those of the response.
      if (state.phase !== "on_http_request") return state;
      const changed = action.entries?.map(({ name, value }): HeaderChange => {
        const why = value?.isTemplate ? interpolationReason(value.text) : undefined;
        const isUnique = value === undefined || (value !== null && isRandom(value));
        const content = isUnique ? actionId : value && interpolate(value, state).text;
        return { name, when, version: digest(name, content), why };
      });
      return { ...state, headerChanges: [...state.headerChanges, ...(changed ?? [anyHeader])] };
    }
    if (action.effect === "changes" && action.target === "url") {
      const why = interpolationReason(action.rewrite?.to);
      return { ...state, ...rewriteUrl(state, when, this.actionKey(action, state), why) };
    }
    if (action.effect !== "guards" || action.requires.kind !== "oauth") return state;
    const { diagrams } = this;
    const { provider, allowsPreflight } = action.requires;
    const isKnown = action.isEnforced && !provider.isTemplate;
    // Preflights that bypass the sign-in have no known user, so `anySignIn` remains their latest entry.
    const isSignedIn = allowsPreflight ? diagrams.and(when, diagrams.not(this.whenPreflight(state))) : when;
    const signIn = isKnown ? [{ provider: provider.text, when: isSignedIn }] : [];
    return { ...state, signIns: [...state.signIns, anySignIn, ...signIn] };
  }

  private withActionRun(action: GuardAction, state: State, when: Node): State {
    const result = action.effect === "unknown" ? ANY_RESULT : resultName(action.type);
    if (!result) return state;
    const changes = action.effect === "guards" ? credentialChanges(action.requires, state) : [];
    const content =
      action.effect === "unknown"
        ? digest(state.ruleId, action.index)
        : digest(this.actionKey(action, state), changes);
    return { ...state, actionRuns: [...state.actionRuns, { result, content, when }] };
  }

  private assignment(
    { name, value }: VariableValue,
    state: State,
    when: Node,
    actionId: string,
  ): VariableAssignment {
    if (value === undefined) return { name, when, version: digest(actionId, name), value };
    const interpolated = interpolate(value, state);
    return {
      name,
      value: interpolated,
      version: digest(isRandom(value) ? actionId : interpolated.text, name),
      when: this.diagrams.and(when, this.whenInterpolated(value, state)),
    };
  }
}

/** Changes to headers that may carry the credentials for a guard. */
function credentialChanges(requirement: Requirement, { headerChanges }: State): readonly HeaderChange[] {
  const reads = (name: string): boolean => {
    switch (requirement.kind) {
      case "password":
        return name === "authorization";
      case "jwt":
        return requirement.tokens.some(({ location }) => location.toLowerCase() === `header ${name}`);
      case "signature":
        // Webhook providers choose the headers that hold the signature and other signed data.
        return /sign|hmac|sha|digest|token|timestamp|webhook|authorization/.test(name);
      default:
        // A cookie holds the session of a sign-in.
        return "allowsPreflight" in requirement && name === "cookie";
    }
  };
  const readsHeaders = !/^(?:address|tls)$/.test(requirement.kind);
  return headerChanges.filter(({ name }) => (name === undefined ? readsHeaders : reads(name)));
}

const isConfiguredText = (value: unknown): value is ConfiguredText =>
  typeof value === "object" && value !== null && "isTemplate" in value;

const mapTexts = (
  requirement: Requirement,
  replace: (text: ConfiguredText) => ConfiguredText,
): Requirement => {
  const map = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(map);
    return isConfiguredText(value) ? replace(value) : value;
  };
  const entries = Object.entries(requirement).map(([key, value]) => [key, map(value)]);
  return Object.fromEntries(entries) as unknown as Requirement;
};

export const interpolatedTexts = (requirement: Requirement): readonly ConfiguredText[] =>
  Object.values(requirement)
    .flat()
    .filter((value: unknown) => isConfiguredText(value) && value.isTemplate);
