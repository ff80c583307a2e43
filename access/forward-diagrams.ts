import { withPlaceholders } from "../traffic-policy/language/interpolation";
import { type ConfiguredText, canonicalUrl, isMaskedValue } from "../traffic-policy/symbolic/policy-reader";
import {
  DENIED,
  DESTINATION_IS_MASKED,
  type Node,
  POLICY_RESPONSE,
  TRUE,
  UPSTREAM,
} from "./decision-diagrams";
import { redactExpression, truncate } from "./descriptions";
import { digest } from "./digest";
import { MASKED_DESTINATION, type TrafficPolicy } from "./guard-model";
import { candidateTargets, type InternalEndpoint } from "./internal-endpoints";
import {
  allowedOrBlocked,
  keyOf,
  orNot,
  UNKNOWN_ENDPOINT,
  type UnknownId,
  type UnknownQuestion,
} from "./question";
import { RuleEffects } from "./rule-effects";
import { FORWARDED_HEADER, type State } from "./symbolic-state";

/** Longer chains of forwards have an unknown outcome. */
const MAX_FORWARDS = 10;

/** Maximum size of `outcomes`. Later forwards have an unknown outcome. */
const MAX_STATES = 200;

/** True for the URL of an internal endpoint to which requests of the phase can be forwarded. */
const isInternalUrl = (url: string, { phase }: State): boolean => {
  const [, scheme] = /^(https?|tcp|tls):\/\/[^/?#@]*\.internal\.?(?::\d+)?(?:\/|$)/i.exec(url) ?? [];
  return scheme !== undefined && /^http/i.test(scheme) === (phase !== "on_tcp_connect");
};

interface UnknownOutcomeOptions extends Pick<UnknownQuestion, "scope" | "isIndependent"> {
  readonly destination?: string;
  /** The reason that the destination is unknown. Default: the preview masks it. */
  readonly destinationReason?: string;
}

/** Builds diagrams of requests that policies forward to internal endpoints. */
export abstract class ForwardDiagrams extends RuleEffects {
  /** Cached outcomes, by policy and initial state. */
  protected readonly outcomes = new Map<string, Node>();

  protected abstract policyOutcome(policy: TrafficPolicy, initial: State, isEntry: boolean): Node;

  /**
   * @param template - The URL as the policy spells it.
   * @param url - The URL after the interpolation of known variables.
   * @param next - The outcome after the forward action.
   */
  protected forward(
    template: string,
    url: ConfiguredText,
    continuesOnError: boolean,
    state: State,
    next: Node,
  ): Node {
    const outcomeIfUnserved = continuesOnError ? next : DENIED;
    const target = canonicalUrl(url.text);
    if (!url.isTemplate && isInternalUrl(target, state))
      return this.forwardToInternal(target, outcomeIfUnserved, state);
    const isMasked = isMaskedValue(template);
    const name = url.isTemplate ? redactExpression(template) : target;
    const label = isMasked ? "an endpoint with a masked URL" : name;
    const unknownReason = `the destination of ${truncate(label, 120)} is unknown`;
    const destinationReason = isMasked ? DESTINATION_IS_MASKED : unknownReason;
    // Assume that the endpoint allows at least one client, as for a literal URL.
    const allowsSomeone = !continuesOnError && isInternalUrl(withPlaceholders(template), state);
    const unknownEndpoint = this.unknownOutcome(
      { kind: "forward", to: url.text },
      `by ${truncate(label, 120)}${isMasked ? "" : ", which is unknown"}`,
      {
        destination: label,
        destinationReason,
        ...(allowsSomeone && { scope: "guard", isIndependent: true }),
      },
    );
    if (!url.isTemplate) return unknownEndpoint;
    const isHttp = state.phase !== "on_tcp_connect";
    return candidateTargets(template, this.context.internal.urls)
      .filter((candidate) => /^https?:/.test(candidate.url) === isHttp)
      .reduceRight((otherwise, { url: candidate, condition }) => {
        const resolvesToUrl = condition
          ? this.truthOf(condition, state, 0).yes
          : this.conditions.unknown(`${url.text} names ${candidate}`, {
              texts: orNot(`forwarded to ${truncate(candidate, 80)} by ${truncate(label, 80)}`),
              why: destinationReason,
            });
        const outcome = this.forwardTo(candidate, outcomeIfUnserved, state);
        return this.diagrams.choose(resolvesToUrl, outcome, otherwise);
      }, unknownEndpoint);
  }

  private forwardToInternal(url: string, outcomeIfUnserved: Node, state: State): Node {
    const { maskedEndpointNames } = this.context.internal;
    const knownOutcome = () => this.forwardTo(url, outcomeIfUnserved, state);
    if (maskedEndpointNames === "") return knownOutcome();
    const why = `an endpoint with a masked URL may serve ${truncate(url, 80)}`;
    return this.diagrams.choose(
      this.conditions.unspecified(why, `${maskedEndpointNames} serves ${url}`),
      this.unknownOutcome(
        { kind: "other", about: `hidden ${maskedEndpointNames} at ${url}` },
        `by an endpoint with a masked URL that may serve ${url}`,
        { destination: url },
      ),
      knownOutcome(),
    );
  }

  private forwardTo(url: string, outcomeIfUnserved: Node, state: State): Node {
    const { diagrams } = this;
    const endpoints = this.context.internal.at(url);
    // The program doesn't control this endpoint, so it is the same before and after the change.
    const externalEndpoint = () => diagrams.destination(url);
    if (endpoints === undefined)
      return this.context.recoverableUrls.has(url)
        ? diagrams.choose(
            this.conditions.unknown({ kind: "endpoint", url }, { why: UNKNOWN_ENDPOINT }),
            externalEndpoint(),
            outcomeIfUnserved,
          )
        : externalEndpoint();
    const outcomes = endpoints.map((endpoint) => this.endpointOutcome(endpoint, url, state));
    const pool = this.conditions.serviceChoice(outcomes, `of ${url}`, outcomeIfUnserved);
    if (!this.context.internal.mayHaveMoreSpecific(url)) return pool;
    const hasMoreSpecific = this.conditions.unknown(`closer endpoint at ${url}`, {
      scope: "all requests",
      texts: [
        `if another program or an agent serves ${truncate(url, 80)}`,
        `unless another program or an agent serves ${truncate(url, 80)}`,
      ],
      why: `another program or an agent may serve ${truncate(url, 80)}`,
    });
    return diagrams.choose(hasMoreSpecific, externalEndpoint(), pool);
  }

  private endpointOutcome(endpoint: InternalEndpoint, url: string, state: State): Node {
    const { id, policy, hasUpstream, isExternal } = endpoint;
    const { diagrams } = this;
    if ("maskedPolicyId" in policy)
      return this.unknownOutcome(
        { kind: "other", about: `policy ${policy.maskedPolicyId}` },
        `by ${url}, whose policy is unknown`,
        { destination: url },
      );
    const innerState: State = {
      ...state,
      isForwarded: true,
      headerChanges: state.headerChanges.filter(({ name = "" }) => !FORWARDED_HEADER.test(name)),
      ruleId: "",
      assignments: [],
      signIns: [],
      // The docs don't say if results of actions survive a forward, so the inner policy may or may not see them.
      actionRuns: state.actionRuns.map(({ result, content }) => ({ result, content, when: TRUE })),
      endpointId: id,
      defaultOutcome: hasUpstream === true ? diagrams.destination(url) : UPSTREAM,
      forwardCount: state.forwardCount + 1,
      visitedEndpoints: [...state.visitedEndpoints, id].sort(),
    };
    const isCutOff =
      state.visitedEndpoints.includes(id) ||
      state.forwardCount >= MAX_FORWARDS ||
      this.outcomes.size >= MAX_STATES;
    if (isCutOff) return this.cutOffOutcome(url, innerState);
    const outcome = this.policyOutcome(policy, innerState, false);
    if (isExternal !== true) return outcome;
    return diagrams.replaceEnds(outcome, (end) =>
      end === POLICY_RESPONSE ? diagrams.destination(url) : end,
    );
  }

  /** The outcome of a forward that isn't followed: the docs don't limit how often a request may reach an endpoint. */
  private cutOffOutcome(target: string, { urlVersion, headerChanges, phase, actionRuns }: State): Node {
    const { internal } = this.context;
    // The key contains all policies, because the outcome may depend on any of them.
    const policies = internal.urls
      .flatMap((internalUrl) => internal.at(internalUrl) ?? [])
      .map(({ id, policy }) => [id, "maskedPolicyId" in policy ? policy.maskedPolicyId : policy.content]);
    const key = digest(policies, target, urlVersion, headerChanges, phase, actionRuns);
    const destinationReason = "a forwarding loop or long chain is not followed";
    return this.unknownOutcome(
      { kind: "other", about: `circle ${key}` },
      `by ${truncate(target, 80)}, beyond the forwarding limit`,
      { destination: target, destinationReason },
    );
  }

  /**
   * An outcome that is unknown: the request is denied, or reaches an unknown destination.
   *
   * @param how - The phrase for what allows or blocks the requests, such as `by the action x`.
   * @param next - The outcome for an allowed request.
   */
  protected unknownOutcome(
    id: UnknownId,
    how: string,
    { destination = MASKED_DESTINATION, destinationReason, ...question }: UnknownOutcomeOptions = {},
    next = (unknownDestination: Node) => unknownDestination,
  ): Node {
    const isAllowed = this.conditions.unknown(id, {
      texts: allowedOrBlocked(how),
      why: `it is unknown who is allowed ${how}`,
      ...question,
    });
    const end = this.diagrams.unknownDestination(destination, keyOf(id), destinationReason);
    return this.diagrams.choose(isAllowed, next(end), DENIED);
  }
}
