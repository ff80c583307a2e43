import { type AccessDiagram, AccessDiagrams, terminatesTls } from "./access-diagrams";
import type { Access } from "./access-model";
import { ClientFinder, dropOtherProvidersEmails } from "./client-finder";
import { describeClients, describeRemaining, type Side, targetsSignInPage } from "./descriptions";
import {
  DENIED,
  Decisions,
  FALSE,
  type Node,
  POLICY_RESPONSE,
  TRUE,
  UPSTREAM,
  unlessTooLarge,
} from "./diagram";
import { guardText } from "./guard-model";
import { guardTransition } from "./guard-transition";
import { findReachable, type InternalEndpointsBySide } from "./internal-endpoints";
import { type AccessChange, type ClientDescription, Opening, type OpeningGroup } from "./opening";
import { type Difference, isSameForAllRequests, type Proof, Prover } from "./prover";
import { type Answer, type Diagram, isServiceChoice, type Question, UNDESCRIBED } from "./question";
import type { Place } from "./request-solver";
import { compareRules, type RuleChange } from "./rule-changes";
import { describeChange } from "./sentences";
import { some, type Ternary } from "./three-valued";

const MAX_OPENINGS = 40;

/**
 * Finds who gains and who loses access. A client gains access if it reaches a destination that it did not reach before.
 * Destinations are the upstream of an edge or endpoint, and each internal URL that requests are forwarded to. A response of
 * the policy itself counts less than any destination. Several endpoints at one URL form a pool: the service picks one per
 * request, so a client has access if any of them allows it.
 *
 * A verdict is definite if a client proves it. An unknown that both sides share allows the same clients on both.
 */
export function compareAccess(
  before: readonly Access[],
  after: readonly Access[],
  internal: InternalEndpointsBySide,
  place: Place,
): AccessChange {
  const [reachable, reachableAfter] = [
    findReachable(before, internal.before),
    findReachable(after, internal.after),
  ];
  const rules = compareRules(reachable, reachableAfter);
  const common = { rules, behind: [...new Set([...reachable.ids, ...reachableAfter.ids])] };
  const recoverableUrls = new Set([...reachable.recoverableUrls, ...reachableAfter.recoverableUrls]);
  const difference = unlessTooLarge(() =>
    new Comparison(new Decisions(), before, after, internal, place, recoverableUrls).result(),
  );
  return { ...(difference ?? tooLargeToJudge()), ...common };
}

type AccessDifference = Omit<AccessChange, "rules" | "behind">;

function tooLargeToJudge(): AccessDifference {
  const clients: ClientDescription = { who: "unknown clients", isCertain: false, witness: null };
  const details = { answers: [], because: "the policies are too large to judge" };
  const openings = [new Opening(false, "reaches", clients.who, null, details)];
  const descriptions = { gainsAccess: [clients], losesAccess: [clients], stillRequired: [] };
  return { opens: undefined, closes: undefined, openings, ...descriptions, guards: [] };
}

const verdict = (groups: readonly OpeningGroup[]): Ternary =>
  some(groups.flatMap(({ openings }) => openings).map(({ isCertain }) => isCertain || undefined));

interface Gain extends Difference {
  readonly gaining: AccessDiagram;
  readonly what: Opening["what"];
  /** Selects the ends of the gaining side that count. */
  readonly counts: (end: Node) => boolean;
  readonly difference: Node;
}

class Comparison {
  private readonly clients: ClientFinder;
  private readonly before: AccessDiagram;
  private readonly after: AccessDiagram;
  private readonly areEndpoints: boolean;
  /** False if an edge is compared with an endpoint: their destinations aren't comparable. */
  private readonly comparesDestinations: boolean;
  private readonly prover: Prover;
  private readonly valueLabel: (question: Question) => string;

  constructor(
    private readonly decisions: Diagram,
    before: readonly Access[],
    after: readonly Access[],
    internal: InternalEndpointsBySide,
    place: Place,
    recoverableUrls: ReadonlySet<string>,
  ) {
    this.clients = new ClientFinder(place);
    const accesses = [...before, ...after];
    const diagrams = new AccessDiagrams(decisions, place, accesses.some(terminatesTls), recoverableUrls);
    this.before = diagrams.build(before, internal.before);
    this.after = diagrams.build(after, internal.after);
    this.areEndpoints = accesses.every(({ isEndpoint }) => isEndpoint);
    this.comparesDestinations = this.areEndpoints || accesses.every(({ isEndpoint }) => !isEndpoint);
    const questions = decisions.questionsOf(this.before.end);
    const questionsAfter = decisions.questionsOf(this.after.end);
    const shared = new Set([...questionsAfter.keys()].filter((key) => questions.has(key)));
    this.prover = new Prover(decisions, this.clients, shared);
    const values = new Set([...questions.values()].flatMap(comparedValues));
    const valuesAfter = new Set([...questionsAfter.values()].flatMap(comparedValues));
    this.valueLabel = (question) => {
      const compared = comparedValues(question);
      if (compared.every((value) => values.has(value) === valuesAfter.has(value))) return "";
      return compared.every((value) => valuesAfter.has(value)) ? "new " : "earlier ";
    };
  }

  result(): AccessDifference {
    const opened = this.gains(this.after, this.before);
    const closed = this.gains(this.before, this.after);
    return {
      opens: verdict(opened),
      closes: verdict(closed),
      openings: opened.flatMap(({ openings }) => openings),
      ...describeChange(opened, closed, this.before, this.after),
      guards: this.changedGuards(),
    };
  }

  private changedGuards(): readonly RuleChange[] {
    const guardsOf = ({ members }: AccessDiagram) =>
      Map.groupBy(
        members.flatMap(({ guards }) => guards),
        ({ name }) => name,
      );
    const [guards, guardsAfter] = [guardsOf(this.before), guardsOf(this.after)];
    return [...new Set([...guards.keys(), ...guardsAfter.keys()])].flatMap((name) => {
      const [before, after] = [guards.get(name) ?? [], guardsAfter.get(name) ?? []];
      const contents = (side: typeof before) =>
        [...new Set(side.map(({ content }) => content))].sort().join();
      if (contents(before) === contents(after)) return [];
      const textOf = (side: typeof before) => side.map(({ guard }) => guardText(guard)).at(-1) ?? null;
      const transitions = before.map(({ guard }, index) =>
        guardTransition(guard, (after[index] ?? after[0])?.guard),
      );
      const severe = transitions.find((transition) => transition === "removed" || transition === "changed");
      const transition = severe ?? transitions[0] ?? "added";
      return [{ guard: name, before: textOf(before), after: textOf(after), transition }];
    });
  }

  private gains(gaining: AccessDiagram, other: AccessDiagram): OpeningGroup[] {
    const { decisions } = this;
    const isUnknownDestination = (end: Node) => decisions.isUnknownDestination(end);
    const isAllowed = (end: Node) => end !== DENIED;
    // A cloud endpoint has no upstream except where its policy forwards, so passing its rules counts less than a response.
    // An unknown destination may be anything: it counts as allowed only.
    const isResponse = (end: Node) =>
      isAllowed(end) &&
      !isUnknownDestination(end) &&
      !(this.areEndpoints && this.withResponse(decisions.destinationOf(end)) === UPSTREAM);
    const isDestination = (end: Node) => isResponse(end) && end !== POLICY_RESPONSE;
    const gain = (what: Opening["what"], counts: (end: Node) => boolean, destination?: Node): Gain => {
      const isKnown = destination === undefined || !isUnknownDestination(destination);
      const mayCount = (end: Node) => counts(end) || (isKnown && isUnknownDestination(end));
      const [reachedBy, reachedByOther] = [
        this.conditionToReach(gaining, counts),
        this.conditionToReach(other, mayCount),
      ];
      const difference = decisions.and(reachedBy, decisions.not(reachedByOther));
      return { gaining, other, what, counts, reachedBy, reachedByOther, difference, destination };
    };
    const restrict = (unrestricted: Gain, ...conditions: readonly Node[]): Gain => ({
      ...unrestricted,
      difference: decisions.every([unrestricted.difference, ...conditions]),
    });
    const anyDestination = gain("reaches", isDestination);
    const anyResponse = gain("answered", isResponse);
    const anyAccess = gain("reaches", isAllowed);
    const ends = this.comparesDestinations ? [...decisions.endsOf(gaining.end)] : [];
    const gainOf = (destination: Node, ...conditions: readonly Node[]) => {
      // Requests that get the response too are covered by the gain of that end.
      const isWithResponse = (end: Node) => end === decisions.withResponse(destination);
      return restrict(
        gain("reaches", (end) => end === destination || isWithResponse(end), destination),
        ...conditions,
        decisions.not(this.conditionToReach(gaining, isWithResponse)),
      );
    };
    const returnsResponse = (end: Node) => isDestination(end) && decisions.withResponse(end) === undefined;
    const gains = [
      anyDestination,
      // The first gain covers clients that reached no destination before.
      ...ends
        .filter(isDestination)
        .map((end) => gainOf(end, anyDestination.reachedBy, anyDestination.reachedByOther)),
      ...(this.comparesDestinations
        ? []
        : [
            restrict(
              gain("reaches", returnsResponse),
              anyDestination.reachedBy,
              anyDestination.reachedByOther,
            ),
          ]),
      restrict(anyResponse, decisions.not(anyDestination.reachedBy)),
      restrict(anyAccess, decisions.not(anyResponse.reachedBy)),
      ...ends
        .filter(isUnknownDestination)
        .map((end) => gainOf(end, anyAccess.reachedBy, anyAccess.reachedByOther)),
    ];
    const combined = this.combinedGain(gains);
    const rest = decisions.not(combined);
    return [
      ...this.openingGroup({ ...anyResponse, what: "reaches" }, combined, combined),
      ...gains.flatMap((separate) => this.groupByGuard(restrict(separate, rest))),
    ];
  }

  /** Requests that gain something however the API reference is interpreted, but not the same thing each time. */
  private combinedGain(gains: readonly Gain[]): Node {
    const { decisions } = this;
    const forEveryAnswer = (condition: Node) => decisions.holdsForAll(condition, isSameForAllRequests);
    const differences = gains
      // Gains of a rewritten URL are compared per destination only.
      .filter(({ destination: end }) => end === undefined || decisions.destinationOf(end) === end)
      .map(({ difference }) => difference);
    const single = decisions.some(differences.map(forEveryAnswer));
    return decisions.and(forEveryAnswer(decisions.some(differences)), decisions.not(single));
  }

  private conditionToReach({ end }: Pick<AccessDiagram, "end">, counts: (end: Node) => boolean): Node {
    return this.decisions.holdsForSome(this.decisions.reaches(end, counts), isServiceChoice);
  }

  /** Groups the openings of a gain by the guard that denied their requests. */
  private groupByGuard(gain: Gain): OpeningGroup[] {
    const { decisions } = this;
    const { gaining, other, counts, difference } = gain;
    if (difference === FALSE) return [];
    const [member, otherMember] = [gaining.members[0], other.members[0]];
    if (!member || gaining.members.length !== 1) return this.openingGroup(gain, difference, difference);
    const allowed = this.conditionToReach(member, counts);
    if (!this.clients.isSatisfiable(decisions, gain.reachedByOther))
      return this.openingGroup(gain, difference, allowed, { isNewAccess: true });
    if (!otherMember || other.members.length !== 1) return this.openingGroup(gain, difference, difference);
    const allowedByOther = this.conditionToReach(otherMember, counts);
    return [
      ...otherMember.parts.flatMap(({ guard: { name, guard }, met }) => {
        const denied = decisions.not(met);
        const counterpart = member.parts.find((part) => part.guard.name === name);
        const isRemoved = !counterpart && !member.policy;
        const nowRequired = counterpart?.met ?? (isRemoved ? TRUE : allowed);
        const newlyAllowed = decisions.and(nowRequired, denied);
        const describesGuard =
          guard.kind !== "unreadable" && (isRemoved || (!counterpart && newlyAllowed === denied));
        return this.openingGroup(gain, decisions.and(difference, denied), newlyAllowed, {
          guardName: name,
          ...(counterpart && { isKept: true }),
          ...(describesGuard && { removedGuard: guardText(guard) }),
        });
      }),
      ...this.openingGroup(
        gain,
        decisions.and(difference, decisions.not(allowedByOther)),
        decisions.and(allowed, decisions.not(allowedByOther)),
      ),
    ];
  }

  private openingGroup(
    gain: Gain,
    difference: Node,
    newlyAllowed: Node,
    group: Omit<OpeningGroup, "openings"> = {},
  ): OpeningGroup[] {
    const { decisions, clients } = this;
    const { what, destination } = gain;
    const to = destination === undefined ? undefined : this.nameOf(destination, gain.other);
    const openings: Opening[] = [];
    let rest = difference === FALSE ? FALSE : newlyAllowed;
    for (let tried = 0; rest !== FALSE; tried += 1) {
      if (tried >= MAX_OPENINGS) {
        const remaining = { answers: [], isSummary: true } as const;
        openings.push(new Opening(false, what, describeRemaining(0, true), null, remaining, to));
        break;
      }
      const path = decisions.findPath(rest) as Answer[];
      const contradiction = clients.contradiction(path);
      const answers = contradiction.length > 0 ? contradiction : this.shorten(path, newlyAllowed);
      rest = decisions.and(rest, decisions.not(decisions.conjunction(answers)));
      if (contradiction.length > 0) continue;
      const proof = this.prover.prove(decisions.and(difference, decisions.conjunction(answers)), gain);
      if (proof) openings.push(this.opening(answers, proof, gain, group, to));
    }
    // Definite ones first, and sign-in pages after what the sign-in protects.
    const rank = ({ isCertain, answers }: Opening) =>
      (isCertain ? 0 : 2) + (targetsSignInPage(answers) ? 1 : 0);
    openings.sort((left, right) => rank(left) - rank(right));
    return openings.length === 0 ? [] : [{ ...group, openings }];
  }

  private opening(
    answers: readonly Answer[],
    { path, client, doubt }: Proof,
    gain: Gain,
    { guardName, isKept }: Omit<OpeningGroup, "openings">,
    to: string | undefined,
  ): Opening {
    const side: Side = gain.gaining === this.after ? "before" : "after";
    const ownEmails = dropOtherProvidersEmails(answers, path);
    const relevant = isKept ? withoutMissingTraits(ownEmails) : ownEmails;
    const described = doubt === undefined ? relevant : relevant.filter((answer) => !isUnnamedDoubt(answer));
    const who =
      relevant.length > 0 && described.length === 0
        ? "some requests"
        : describeClients(this.withoutRequired(described, gain), side, this.valueLabel);
    const blockedBy = guardName ?? this.findBlockingStep(path, gain);
    const details = { answers, path, side, client, because: doubt };
    return new Opening(doubt === undefined, gain.what, who, blockedBy, details, to);
  }

  /** Drops the answers that both sides require, unless there are no others. */
  private withoutRequired(
    answers: readonly Answer[],
    { reachedBy, reachedByOther }: Gain,
  ): readonly Answer[] {
    const { decisions } = this;
    if (reachedByOther === FALSE) return answers;
    const isRequired = (answer: Answer) =>
      [reachedBy, reachedByOther].every((condition) =>
        decisions.implies(condition, decisions.conjunction([answer])),
      );
    const distinctive = answers.filter((answer) => !isRequired(answer));
    return distinctive.length > 0 ? distinctive : answers;
  }

  private withResponse(end: Node): Node {
    return this.decisions.withResponse(end) ?? end;
  }

  private nameOf(end: Node, other: AccessDiagram): string {
    const { decisions } = this;
    const destination = decisions.destinationOf(end);
    let name = decisions.nameOf(this.withResponse(destination)) ?? "the upstream";
    if (destination !== this.withResponse(destination)) name += " without its response";
    else if (decisions.endsOf(other.end).has(decisions.withoutResponse(end)))
      name = `the response of ${name}`;
    return destination === end ? name : `${name} by a rewritten URL`;
  }

  /** Drops the answers that make no difference. */
  private shorten(path: readonly Answer[], difference: Node): readonly Answer[] {
    const { decisions } = this;
    let answers = path;
    for (const answer of path.toReversed()) {
      const fewer = answers.filter((kept) => kept !== answer);
      if (decisions.implies(decisions.conjunction(fewer), difference)) answers = fewer;
    }
    return answers;
  }

  /** The first guard or rule of the other side that denies a client with these answers. */
  private findBlockingStep(path: readonly Answer[], { other, counts }: Gain): string | null {
    const answers = new Map(path.map(({ question, isTrue }) => [question.key, isTrue]));
    for (const { blockingSteps } of other.members) {
      let isEnded = false;
      for (const step of blockingSteps) {
        if (isEnded && step.phase === "on_http_request") continue;
        const end = this.decisions.follow(step.end, answers);
        if (end !== UPSTREAM && !counts(end)) return step.name;
        isEnded ||= end !== UPSTREAM;
      }
    }
    return null;
  }
}

const comparedValues = (question: Question): readonly string[] =>
  question.kind === "text" ? [question.value] : [];

const isUnnamedDoubt = ({ question }: Answer) =>
  question.kind === "unknown" && question.texts[0] === UNDESCRIBED;

/**
 * Drops missing traits if there are others. Keeps a missing fact with the same description as a present one, because the two
 * show what changed.
 */
function withoutMissingTraits(answers: readonly Answer[]): readonly Answer[] {
  const traits = answers.flatMap(({ question, isTrue }) =>
    isTrue && (question.kind === "fact" || question.kind === "text") ? [question] : [],
  );
  if (traits.length === 0) return answers;
  const descriptions = traits.flatMap((question) => (question.kind === "fact" ? [question.texts[0]] : []));
  return answers.filter(
    ({ question, isTrue }) =>
      isTrue || (question.kind === "fact" && descriptions.includes(question.texts[0])),
  );
}
