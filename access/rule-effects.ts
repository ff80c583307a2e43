import {
  type ConfiguredText,
  type GuardAction,
  type GuardRule,
  type Requirement,
  resultNameOf,
  type VariableValue,
  verdictOf,
} from "../traffic-policy/symbolic/guards";
import { ConditionDiagrams, type PolicyPlace } from "./condition-diagrams";
import { NO, type Node, YES } from "./diagram";
import { digest } from "./digest";
import type { PolicySite } from "./guard-model";
import { type Diagram, whyFilled } from "./question";
import { isFilled, Requirements } from "./requirements";
import {
  type ActionRun,
  ANY_RESULT,
  type ChangedHeader,
  followed,
  readVersion,
  type State,
  urlAfter,
} from "./symbolic-state";
import { type VariableSet, variablesIn, waysOf } from "./variable-bindings";

/** Makes diagrams of what guards require, and follows what rules leave for those after them. */
export class RuleEffects extends ConditionDiagrams {
  private readonly requirements: Requirements;

  constructor(decisions: Diagram, at: PolicyPlace) {
    super(decisions, at);
    this.requirements = new Requirements(decisions, this.guards);
  }

  protected mayPass({ passesPreflight }: { passesPreflight: boolean | undefined }): Node {
    if (passesPreflight === undefined) return this.doubt("preflight");
    return passesPreflight ? YES : NO;
  }

  protected meets(given: Requirement, state: State, action: GuardAction, site: PolicySite): Node {
    if (action.reads.length === 0) return this.met(given, state, action, site);
    return this.byVariables(variablesIn(JSON.stringify(given)), state, (values) =>
      this.met(
        withTexts(given, (text) => this.filled(text, values, state)),
        state,
        action,
        site,
      ),
    );
  }

  /** Equal for actions that mean the same, what they are filled in with included. */
  protected contentOf({ content, reads }: GuardAction, state: State): string {
    const read = reads.map((expression) => readVersion(expression, state)).join("");
    return read === "" ? content : digest(content, read);
  }

  protected met(requires: Requirement, state: State, action: GuardAction, site: PolicySite): Node {
    if (action.effect === "guards" && action.unknown) {
      const guard = `${action.type} with ${action.unknown.slice(0, 3).join(", ").slice(0, 80)}, which this version does not know`;
      return this.guards.unknown({
        of: "case",
        id: { kind: "other", about: `settings of ${this.contentOf(action, state)}` },
        yes: `allowed by ${guard}`,
        no: `blocked by ${guard}`,
      });
    }
    const own = () =>
      this.doubt(
        `requirement ${this.contentOf(action, state)} ${isFilled(requires) ? "" : state.at}`,
        "case",
      );
    const proven = this.byHeaders(requires, state, this.requirements.met(requires, site, own), site);
    return "passesPreflight" in requires
      ? this.decisions.either(proven, this.decisions.both(this.preflight(state), this.mayPass(requires)))
      : proven;
  }

  /** Earlier rules may have given a request what a guard reads as proof, or have removed it. */
  protected byHeaders(requires: Requirement, state: State, met: Node, site: PolicySite): Node {
    const changes = proofChanges(requires, state);
    if (changes.length === 0) return met;
    const key = digest(requires, valuesIn(requires, site), changes);
    return this.doubt(`proof ${key}`, "case", "rules change the header that the guard reads");
  }

  /** What a rule leaves for those after it. */
  protected after(rule: GuardRule, state: State, site: PolicySite): State {
    const when = this.holds(rule, state);
    return rule.actions.reduce((at, action) => {
      // What a rule asks is best asked together, in the order of the rules: diagrams are smaller.
      if (action.effect === "guards" && /^(?:address|password)$/.test(action.requires.asks))
        this.meets(action.requires, at, action, site);
      return this.afterAction(action, at, when, site);
    }, state);
  }

  /** Names the result of an action: equal where it is configured alike, and reads the same of the request. */
  protected resultOf(action: GuardAction, state: State): string {
    if (action.effect === "unknown") return digest(state.rule, action.index);
    const changes = action.effect === "guards" ? proofChanges(action.requires, state) : [];
    return digest(this.contentOf(action, state), changes);
  }

  /** What a guard tells later rules of its own requirement; undefined where a text of it is filled in. */
  private verdictOf(action: GuardAction, state: State, site: PolicySite): ActionRun["verdict"] {
    const verdict = action.effect === "guards" && action.reads.length === 0 && verdictOf(action.type);
    if (!verdict) return undefined;
    return {
      subject: `actions.ngrok.${verdict.variable}`,
      met: this.meets(action.requires, state, action, site),
      texts: [verdict.met, verdict.unmet],
    };
  }

  /** @param when - The requests that the action runs for. */
  protected afterAction(action: GuardAction, state: State, when: Node, site: PolicySite): State {
    const own = digest(state.rule, action.index);
    const result = action.effect === "unknown" ? ANY_RESULT : resultNameOf(action.type);
    const verdict = this.verdictOf(action, state, site);
    const run = result && {
      result,
      content: this.resultOf(action, state),
      when,
      ...(verdict && { verdict }),
    };
    const next = run
      ? {
          ...state,
          ran: followed([...state.ran, run], { result: ANY_RESULT, content: own, when: YES }),
        }
      : state;
    const version = `after ${own}`;
    const anySet = { name: undefined, value: undefined, when, version };
    const anyHeader: ChangedHeader = { name: undefined, when, version };
    if (action.effect === "unknown")
      return {
        ...next,
        ...urlAfter(state, when, own),
        headers: followed([...state.headers, anyHeader], { ...anyHeader, when: YES }),
        sets: followed([...state.sets, anySet], { ...anySet, when: YES }),
        signedOn: followed([...state.signedOn, { by: undefined, when }], { by: undefined, when: YES }),
      };
    if (action.effect === "changes" && action.what === "vars") {
      const sets = [...state.sets];
      for (const set of action.sets ?? [undefined])
        sets.push(...(set ? this.setTo(set, { ...state, sets }, when, own) : [anySet]));
      return { ...next, sets: followed(sets, { ...anySet, when: YES }) };
    }
    if (action.effect === "changes" && action.what === "headers") {
      // Afterwards they are those of the response.
      if (state.phase !== "on_http_request") return next;
      const changed = action.sets?.map(({ name, value }): ChangedHeader => {
        const why = value?.isFilledIn ? whyFilled(value.text) : undefined;
        // An equal text is filled in alike, unless it draws.
        const isDrawn = value === undefined || (value !== null && /\b(?:rand|uuid)\b/.test(value.text));
        const made = isDrawn ? own : value && this.filled(value, new Map(), state).text;
        return { name, when, version: digest(name, made), ...(why && { why }) };
      });
      const headers = [...state.headers, ...(changed ?? [anyHeader])];
      return { ...next, headers: followed(headers, { ...anyHeader, when: YES }) };
    }
    if (action.effect === "changes" && action.what === "url") {
      const content = this.contentOf(action, state);
      return { ...next, ...urlAfter(state, when, content, whyFilled(action.rewrite?.to)) };
    }
    if (action.effect !== "guards" || action.requires.asks !== "oauth") return next;
    const { decisions } = this;
    const { by, passesPreflight } = action.requires;
    const isSure = action.isEnforced === true && passesPreflight !== undefined && !by.isFilledIn;
    // Preflights that pass without it have no user.
    const asked = passesPreflight ? decisions.both(when, decisions.not(this.preflight(state))) : when;
    const unknown = { by: undefined, when };
    const signedOn = [...state.signedOn, unknown, ...(isSure ? [{ by: by.text, when: asked }] : [])];
    return { ...next, signedOn: followed(signedOn, { by: undefined, when: YES }) };
  }

  /** A variable that is set, to what others have been set to before. */
  protected setTo(
    { name, value, constant }: VariableValue,
    state: State,
    when: Node,
    own: string,
  ): VariableSet[] {
    if (value === undefined) {
      const version = digest(constant ?? own, name);
      return [{ name, when, version, value, ...(constant !== undefined && { constant }) }];
    }
    const isDrawn = /\b(?:rand|uuid)\b/.test(value.text);
    return waysOf(new Set(variablesIn(value.text)), state.sets, this.decisions).map((way) => {
      const filled = this.filled(value, way.values, state);
      return {
        name,
        value: filled,
        version: digest(isDrawn ? own : filled.text, name),
        when: this.decisions.every([when, way.when, this.canFill(value, state)]),
      };
    });
  }
}

/** The changes of headers that a guard reads as proof. */
function proofChanges(requires: Requirement, { headers }: State): readonly ChangedHeader[] {
  const reads = (name: string): boolean => {
    switch (requires.asks) {
      case "password":
        return name === "authorization";
      case "jwt":
        return requires.tokens.some(({ place }) => place.toLowerCase() === `header ${name}`);
      case "signature":
        // Providers of webhooks name the headers that hold signatures, and what these sign besides the body.
        return /sign|hmac|sha|digest|token|timestamp|webhook|authorization/.test(name);
      default:
        return "passesPreflight" in requires && name === "cookie";
    }
  };
  const isAnyRead = !/^(?:address|tls)$/.test(requires.asks);
  return headers.filter(({ name }) => (name === undefined ? isAnyRead : reads(name)));
}

/** What vaults fill in. */
const valuesIn = (requires: Requirement, site: PolicySite) =>
  valuesOf(requires).flatMap(({ text }) => site.valuesIn(text));

/** A requirement with other texts in the place of its own. */
const withTexts = (requires: Requirement, of: (text: ConfiguredText) => ConfiguredText): Requirement => {
  const made = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(made)
      : (value as ConfiguredText | undefined)?.isFilledIn === undefined
        ? value
        : of(value as ConfiguredText);
  return Object.fromEntries(
    Object.entries(requires).map(([key, value]) => [key, made(value)]),
  ) as unknown as Requirement;
};

/** The texts of a requirement that are filled in. */
export const valuesOf = (requires: Requirement) =>
  Object.values(requires)
    .flat()
    .filter((value: ConfiguredText | undefined): value is ConfiguredText => value?.isFilledIn === true);
