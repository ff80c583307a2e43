import { type AccessDiagram, AccessDiagrams, terminatesTls } from "./access-diagrams";
import type { Access } from "./access-model";
import { describeChange } from "./change-descriptions";
import { ClientFinder, dropOtherProvidersEmails } from "./client-finder";
import {
  DENIED,
  DecisionDiagrams,
  FALSE,
  type Node,
  POLICY_RESPONSE,
  TRUE,
  UPSTREAM,
  unlessTooLarge,
} from "./decision-diagrams";
import {
  describeClients,
  describeRemaining,
  type Side,
  targetsSignInPage,
  type ValueLabel,
} from "./descriptions";
import { guardText } from "./guard-model";
import { guardTransition } from "./guard-transition";
import { findReachable, type InternalEndpointsBySide } from "./internal-endpoints";
import { type AccessChange, type ClientDescription, Opening, type OpeningGroup } from "./opening";
import { isSameForAllRequests, type Proof, Prover, type ReachDifference } from "./prover";
import { type Answer, isServiceChoice, type Question, UNDESCRIBED } from "./question";
import type { Place } from "./request-solver";
import { compareRules, type GuardChange } from "./rule-changes";
import { some, type Ternary } from "./three-valued";

const MAX_OPENINGS = 40;

/**
 * Finds who gains and who loses access. A client gains access if it reaches a destination that it did not reach before.
 * Destinations are the upstream of an edge or endpoint, and each internal URL that requests are forwarded to. A response of
 * the policy itself counts less than any destination. Several endpoints at one URL form a pool: the service picks one per
 * request, so a client has access if any of them allows it.
 *
 * That access opens or closes is definite if an example client proves it, and possible otherwise.
 */
export function compareAccess(
  before: readonly Access[],
  after: readonly Access[],
  internal: InternalEndpointsBySide,
  place: Place,
): AccessChange {
  const reachable = findReachable(before, internal.before);
  const reachableAfter = findReachable(after, internal.after);
  const rules = compareRules(reachable, reachableAfter);
  const common = { rules, behind: [...new Set([...reachable.ids, ...reachableAfter.ids])] };
  const recoverableUrls = new Set([...reachable.recoverableUrls, ...reachableAfter.recoverableUrls]);
  const difference = unlessTooLarge(() =>
    new Comparison(new DecisionDiagrams(), before, after, internal, place, recoverableUrls).result(),
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

interface Gain extends ReachDifference {
  readonly gainingSide: AccessDiagram;
  readonly what: Opening["what"];
  /** Selects the ends that count as reached. */
  readonly counts: (end: Node) => boolean;
  /** `reached`, without what clients reach on the other side. */
  readonly newlyReached: Node;
}

class Comparison {
  private readonly clients: ClientFinder;
  private readonly before: AccessDiagram;
  private readonly after: AccessDiagram;
  private readonly areEndpoints: boolean;
  /** False if an edge is compared with an endpoint: their destinations aren't comparable. */
  private readonly comparesDestinations: boolean;
  private readonly prover: Prover;
  private readonly valueLabel: ValueLabel;

  constructor(
    private readonly diagrams: DecisionDiagrams,
    before: readonly Access[],
    after: readonly Access[],
    internal: InternalEndpointsBySide,
    place: Place,
    recoverableUrls: ReadonlySet<string>,
  ) {
    this.clients = new ClientFinder(place);
    const accesses = [...before, ...after];
    const builder = new AccessDiagrams(diagrams, place, accesses.some(terminatesTls), recoverableUrls);
    this.before = builder.build(before, internal.before);
    this.after = builder.build(after, internal.after);
    this.areEndpoints = accesses.every(({ isEndpoint }) => isEndpoint);
    this.comparesDestinations = this.areEndpoints || accesses.every(({ isEndpoint }) => !isEndpoint);
    const questions = diagrams.questionsOf(this.before.outcome);
    const questionsAfter = diagrams.questionsOf(this.after.outcome);
    const shared = new Set([...questionsAfter.keys()].filter((key) => questions.has(key)));
    this.prover = new Prover(diagrams, this.clients, shared);
    const [values, valuesAfter] = [comparedValues(questions), comparedValues(questionsAfter)];
    this.valueLabel = (value) => {
      if (values.has(value) === valuesAfter.has(value)) return "";
      return valuesAfter.has(value) ? "new " : "earlier ";
    };
  }

  result(): AccessDifference {
    const opened = this.findGains(this.after, this.before);
    const closed = this.findGains(this.before, this.after);
    return {
      opens: verdict(opened),
      closes: verdict(closed),
      openings: opened.flatMap(({ openings }) => openings),
      ...describeChange(opened, closed, this.before, this.after),
      guards: this.changedGuards(),
    };
  }

  private changedGuards(): readonly GuardChange[] {
    const guardsOf = ({ members }: AccessDiagram) =>
      Map.groupBy(
        members.flatMap(({ comparedGuards }) => comparedGuards),
        ({ name }) => name,
      );
    const [guards, guardsAfter] = [guardsOf(this.before), guardsOf(this.after)];
    return [...new Set([...guards.keys(), ...guardsAfter.keys()])].flatMap((name) => {
      const [before, after] = [guards.get(name) ?? [], guardsAfter.get(name) ?? []];
      const contents = (side: typeof before) =>
        [...new Set(side.map(({ content }) => content))].sort().join();
      if (contents(before) === contents(after)) return [];
      const textOf = (side: typeof before) => side.map(({ guard }) => guardText(guard)).at(-1) ?? null;
      // Guards of several members are paired by position, and any further guards of `before` with the first of `after`.
      const transitions = before.map(({ guard }, index) =>
        guardTransition(guard, (after[index] ?? after[0])?.guard),
      );
      const severe = transitions.find((transition) => transition === "removed" || transition === "changed");
      const transition = severe ?? transitions[0] ?? "added";
      return [{ guard: name, before: textOf(before), after: textOf(after), transition }];
    });
  }

  private findGains(gainingSide: AccessDiagram, otherSide: AccessDiagram): OpeningGroup[] {
    const { diagrams } = this;
    const isUnknownDestination = (end: Node) => diagrams.isUnknownDestination(end);
    const isAllowed = (end: Node) => end !== DENIED;
    // A cloud endpoint has no upstream except where its policy forwards, so passing its rules counts less than a response.
    // An unknown destination may be anything: it counts as allowed only.
    const isAnswered = (end: Node) =>
      isAllowed(end) &&
      !isUnknownDestination(end) &&
      !(this.areEndpoints && this.withResponse(diagrams.withoutRewrites(end)) === UPSTREAM);
    const isDestination = (end: Node) => isAnswered(end) && end !== POLICY_RESPONSE;
    const gain = (what: Opening["what"], counts: (end: Node) => boolean, destination?: Node): Gain => {
      const isKnown = destination === undefined || !isUnknownDestination(destination);
      // An unknown destination on the other side may be the one that counts.
      const mayCount = (end: Node) => counts(end) || (isKnown && isUnknownDestination(end));
      const reached = this.conditionToReach(gainingSide.outcome, counts);
      const reachedOnOtherSide = this.conditionToReach(otherSide.outcome, mayCount);
      const newlyReached = diagrams.and(reached, diagrams.not(reachedOnOtherSide));
      return { gainingSide, otherSide, what, counts, reached, reachedOnOtherSide, newlyReached, destination };
    };
    const restrict = (unrestricted: Gain, ...conditions: readonly Node[]): Gain => ({
      ...unrestricted,
      newlyReached: diagrams.every([unrestricted.newlyReached, ...conditions]),
    });
    const anyDestination = gain("reaches", isDestination);
    const anyResponse = gain("answered", isAnswered);
    const anyAccess = gain("reaches", isAllowed);
    const ends = this.comparesDestinations ? [...diagrams.endsOf(gainingSide.outcome)] : [];
    const gainOf = (destination: Node, ...conditions: readonly Node[]) => {
      // Requests that get the response too are part of the gain for the end with the response.
      const isWithResponse = (end: Node) => end === diagrams.withResponse(destination);
      return restrict(
        gain("reaches", (end) => end === destination || isWithResponse(end), destination),
        ...conditions,
        diagrams.not(this.conditionToReach(gainingSide.outcome, isWithResponse)),
      );
    };
    const returnsResponse = (end: Node) => isDestination(end) && diagrams.withResponse(end) === undefined;
    const reachedOnBothSides = [anyDestination.reached, anyDestination.reachedOnOtherSide];
    const gains = [
      anyDestination,
      // `anyDestination` covers the clients that reached no destination on the other side.
      ...ends.filter(isDestination).map((end) => gainOf(end, ...reachedOnBothSides)),
      ...(this.comparesDestinations
        ? []
        : [restrict(gain("reaches", returnsResponse), ...reachedOnBothSides)]),
      restrict(anyResponse, diagrams.not(anyDestination.reached)),
      restrict(anyAccess, diagrams.not(anyResponse.reached)),
      ...ends
        .filter(isUnknownDestination)
        .map((end) => gainOf(end, anyAccess.reached, anyAccess.reachedOnOtherSide)),
    ];
    const combined = this.combinedGain(gains);
    const rest = diagrams.not(combined);
    return [
      // What these requests gain differs by interpretation, so it is reported as access in general.
      ...this.findOpenings({ ...anyResponse, what: "reaches" }, combined, combined),
      ...gains.flatMap((separate) => this.groupByGuard(restrict(separate, rest))),
    ];
  }

  /** The requests that gain something in every interpretation of the API reference, but not the same in each. */
  private combinedGain(gains: readonly Gain[]): Node {
    const { diagrams } = this;
    const forEveryAnswer = (condition: Node) => diagrams.forAll(condition, isSameForAllRequests);
    const differences = gains
      // A gain by a rewritten URL is definite only for its own destination.
      .filter(({ destination: end }) => end === undefined || diagrams.withoutRewrites(end) === end)
      .map(({ newlyReached }) => newlyReached);
    const single = diagrams.some(differences.map(forEveryAnswer));
    return diagrams.and(forEveryAnswer(diagrams.some(differences)), diagrams.not(single));
  }

  private conditionToReach(outcome: Node, counts: (end: Node) => boolean): Node {
    return this.diagrams.exists(this.diagrams.reaches(outcome, counts), isServiceChoice);
  }

  /** Groups the openings of a gain by the guard of the other side that denies their clients. */
  private groupByGuard(gain: Gain): OpeningGroup[] {
    const { diagrams } = this;
    const { gainingSide, otherSide, counts, newlyReached } = gain;
    if (newlyReached === FALSE) return [];
    const [member, otherMember] = [onlyMember(gainingSide), onlyMember(otherSide)];
    if (!member) return this.findOpenings(gain, newlyReached, newlyReached);
    const allowed = this.conditionToReach(member.outcome, counts);
    if (!this.clients.isSatisfiable(diagrams, gain.reachedOnOtherSide))
      return this.findOpenings(gain, newlyReached, allowed, { isNewAccess: true });
    if (!otherMember) return this.findOpenings(gain, newlyReached, newlyReached);
    const deniedByOther = diagrams.not(this.conditionToReach(otherMember.outcome, counts));
    return [
      ...otherMember.requirements.flatMap(({ guard: { name, guard }, met }) => {
        const denied = diagrams.not(met);
        const counterpart = member.requirements.find((requirement) => requirement.guard.name === name);
        // A policy may replace the module.
        const isRemoved = !counterpart && !member.policy;
        const metOnGainingSide = counterpart?.met ?? (isRemoved ? TRUE : allowed);
        const newlyAllowed = diagrams.and(metOnGainingSide, denied);
        const describesGuard =
          guard.kind !== "unreadable" && (isRemoved || (!counterpart && newlyAllowed === denied));
        return this.findOpenings(gain, diagrams.and(newlyReached, denied), newlyAllowed, {
          guardName: name,
          ...(counterpart && { isKept: true }),
          ...(describesGuard && { removedGuard: guardText(guard) }),
        });
      }),
      ...this.findOpenings(
        gain,
        diagrams.and(newlyReached, deniedByOther),
        diagrams.and(allowed, deniedByOther),
      ),
    ];
  }

  /**
   * Finds the openings among the requests that are newly allowed.
   *
   * @param newlyReached - Restricts the example clients. Descriptions need not exclude the other allowed clients.
   */
  private findOpenings(
    gain: Gain,
    newlyReached: Node,
    newlyAllowed: Node,
    group: Omit<OpeningGroup, "openings"> = {},
  ): OpeningGroup[] {
    const { diagrams, clients } = this;
    const { what, destination } = gain;
    const to = destination === undefined ? undefined : this.nameOf(destination, gain.otherSide);
    const openings: Opening[] = [];
    let rest = newlyReached === FALSE ? FALSE : newlyAllowed;
    for (let tried = 0; rest !== FALSE; tried += 1) {
      if (tried >= MAX_OPENINGS) {
        const remaining = { answers: [], isSummary: true } as const;
        openings.push(new Opening(false, what, describeRemaining(0, true), null, remaining, to));
        break;
      }
      const path = diagrams.findPath(rest) as Answer[];
      const contradiction = clients.unsatisfiableCore(path);
      const answers = contradiction.length > 0 ? contradiction : this.shorten(path, newlyAllowed);
      rest = diagrams.and(rest, diagrams.not(diagrams.conjunction(answers)));
      if (contradiction.length > 0) continue;
      const proof = this.prover.prove(diagrams.and(newlyReached, diagrams.conjunction(answers)), gain);
      if (proof) openings.push(this.describeOpening(answers, proof, gain, group, to));
    }
    // Definite openings first, and sign-in pages after what the sign-in protects.
    const rank = ({ isCertain, answers }: Opening) =>
      (isCertain ? 0 : 2) + (targetsSignInPage(answers) ? 1 : 0);
    openings.sort((left, right) => rank(left) - rank(right));
    return openings.length === 0 ? [] : [{ ...group, openings }];
  }

  private describeOpening(
    answers: readonly Answer[],
    { path, client, because }: Proof,
    gain: Gain,
    { guardName, isKept }: Omit<OpeningGroup, "openings">,
    to: string | undefined,
  ): Opening {
    const side: Side = gain.gainingSide === this.after ? "before" : "after";
    const ownEmails = dropOtherProvidersEmails(answers, path);
    const relevant = isKept ? withoutNegativeAnswers(ownEmails) : ownEmails;
    const described = because === undefined ? relevant : relevant.filter((answer) => !isUndescribed(answer));
    const who =
      relevant.length > 0 && described.length === 0
        ? "some requests"
        : describeClients(this.withoutRequired(described, gain), side, this.valueLabel);
    const blockedBy = guardName ?? this.findBlockingStep(path, gain);
    const details = { answers, path, side, client, because };
    return new Opening(because === undefined, gain.what, who, blockedBy, details, to);
  }

  /** Drops the answers that both sides require. Keeps all answers if both sides require all of them. */
  private withoutRequired(
    answers: readonly Answer[],
    { reached, reachedOnOtherSide }: Gain,
  ): readonly Answer[] {
    const { diagrams } = this;
    if (reachedOnOtherSide === FALSE) return answers;
    const isRequired = (answer: Answer) =>
      [reached, reachedOnOtherSide].every((condition) =>
        diagrams.implies(condition, diagrams.conjunction([answer])),
      );
    const distinctive = answers.filter((answer) => !isRequired(answer));
    return distinctive.length > 0 ? distinctive : answers;
  }

  private withResponse(end: Node): Node {
    return this.diagrams.withResponse(end) ?? end;
  }

  private nameOf(end: Node, otherSide: AccessDiagram): string {
    const { diagrams } = this;
    const destination = diagrams.withoutRewrites(end);
    let name = diagrams.nameOf(this.withResponse(destination)) ?? "the upstream";
    if (destination !== this.withResponse(destination)) name += " without its response";
    else if (diagrams.endsOf(otherSide.outcome).has(diagrams.withoutResponse(end)))
      name = `the response of ${name}`;
    return destination === end ? name : `${name} by a rewritten URL`;
  }

  /** Drops the answers that a path doesn't need to imply the condition. */
  private shorten(path: readonly Answer[], condition: Node): readonly Answer[] {
    const { diagrams } = this;
    let answers = path;
    for (const answer of path.toReversed()) {
      const fewer = answers.filter((kept) => kept !== answer);
      if (diagrams.implies(diagrams.conjunction(fewer), condition)) answers = fewer;
    }
    return answers;
  }

  /** Finds the first guard or rule of the other side that denies a client with these answers. */
  private findBlockingStep(path: readonly Answer[], { otherSide, counts }: Gain): string | null {
    const answers = new Map(path.map(({ question, isTrue }) => [question.key, isTrue]));
    for (const { blockingSteps } of otherSide.members) {
      let isEnded = false;
      for (const step of blockingSteps) {
        // After a rule that responds or forwards, no rule for requests runs, but rules for responses do.
        if (isEnded && step.phase === "on_http_request") continue;
        const end = this.diagrams.evaluate(step.outcome, answers);
        if (end !== UPSTREAM && !counts(end)) return step.name;
        isEnded ||= end !== UPSTREAM;
      }
    }
    return null;
  }
}

const onlyMember = ({ members }: AccessDiagram) => (members.length === 1 ? members[0] : undefined);

const comparedValues = (questions: ReadonlyMap<string, Question>): ReadonlySet<string> =>
  new Set([...questions.values()].flatMap((question) => (question.kind === "text" ? question.value : [])));

const isUndescribed = ({ question }: Answer) =>
  question.kind === "unknown" && question.texts[0] === UNDESCRIBED;

/**
 * Drops negative answers if there are positive ones. Keeps a negative answer about a fact that is described like a
 * positive one, such as the answers about the old and the new secret: the two show what changed.
 */
function withoutNegativeAnswers(answers: readonly Answer[]): readonly Answer[] {
  const present = answers.flatMap(({ question, isTrue }) =>
    isTrue && (question.kind === "fact" || question.kind === "text") ? [question] : [],
  );
  if (present.length === 0) return answers;
  const descriptions = present.flatMap((question) => (question.kind === "fact" ? [question.texts[0]] : []));
  return answers.filter(
    ({ question, isTrue }) =>
      isTrue || (question.kind === "fact" && descriptions.includes(question.texts[0])),
  );
}
