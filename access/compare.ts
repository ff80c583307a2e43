import type { AccessChange, ChangeAt } from "./access-change";
import { choosesTls, type Side, Sides } from "./access-diagrams";
import type { Access } from "./access-model";
import {
  guardsIn,
  isDoubt,
  isOfAll,
  isReading,
  nameOf,
  valueIn,
  whyOf,
  withoutLacks,
  withTraits,
} from "./answer-traits";
import type { Client } from "./client";
import { ANSWERED, AWAY, Decisions, NO, type Node, THROUGH, TooLarge, YES } from "./diagram";
import { guardText } from "./guard-model";
import { asksHost, cacheChange, cachedChange, likenessOf } from "./host-cache";
import { behind, type Internal } from "./internal-endpoints";
import { type Gap, Opening, type Told } from "./opening";
import { type Answer, type Diagram, isUnknown, type Question, UNSEEN_ENDPOINT } from "./question";
import { areRelated, readTheSame } from "./question-relations";
import type { Place } from "./request-witnesses";
import { rulesOf } from "./rule-changes";
import { type Sentences, sentencesOf } from "./sentences";
import { some, type Tri } from "./three-valued";
import { Clients, withoutUnknownUsers } from "./witnesses";
import { areOwnPages, type ComparedWith, clientsText, expressionText, moreKinds } from "./words";

/** Openings that are looked for in one gap. */
const MOST_FOUND = 40;

/**
 * Who newly gets in by a change, and who does no more. A client is newly in when it now gets to a destination that it did not
 * get to before. Destinations are what is behind an edge or endpoint, and each internal URL that requests are forwarded to; a
 * response of a policy itself is less than any of them. Of several that answer at one place, before or after, the service
 * picks one for each request: whoever one of them lets in gets in.
 *
 * A verdict is certain where a client shows it. What cannot be seen, and is the same on both sides, lets the same
 * somebody in.
 */
export function newlyIn(
  before: readonly Access[],
  after: readonly Access[],
  internal: Internal,
  where: Place,
): AccessChange {
  const rules = rulesOf(before, after, internal);
  const [then, now] = [behind(before, internal.before), behind(after, internal.after)];
  const more = { rules, behind: [...new Set([...then.ids, ...now.ids])] };
  const caught = new Set([...then.caught, ...now.caught]);
  const host = where.hosts?.name ?? "";
  const likeness = likenessOf(before, after, where);
  const known = likeness === undefined ? undefined : cachedChange(internal, likeness, host);
  if (known) return { ...known, ...more };
  try {
    const decisions: Diagram = new Decisions();
    const change = new Comparison(decisions, before, after, internal, where, caught).result();
    if (likeness !== undefined && !decisions.asked().some(asksHost))
      cacheChange(internal, likeness, host, change);
    return { ...change, ...more };
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    const who = "clients of whom nothing is known";
    const unknown = new Opening(false, "reaches", who, null, {
      answers: [],
      because: "the policies are too large to judge",
    });
    const told: Told = { who, isCertain: false, witness: null };
    const said = { newcomers: [told], lockedOut: [told], stillAsked: [] };
    return { opens: undefined, closes: undefined, openings: [unknown], ...said, guards: [], ...more };
  }
}

/** A diagram of what becomes of clients, by the questions that decide it: by the version of TLS too. @throws TooLarge */
export function judged(
  access: Access,
  internal: Internal["before"],
  where: Place,
): { readonly decisions: Diagram; readonly end: Node } {
  const decisions: Diagram = new Decisions();
  const sides = new Sides(decisions, where, true, behind([access], internal).caught);
  return { decisions, end: sides.of([access], internal).end };
}

const verdictOf = (gaps: readonly Gap[]): Tri =>
  some(gaps.flatMap(({ openings }) => openings).map(({ isCertain }) => (isCertain ? true : undefined)));

/** A difference between two sides that is looked for. */
interface Search {
  /** The side by which clients get further. */
  readonly one: Side;
  readonly other: Side;
  readonly what: Opening["what"];
  /** The ends that count. */
  readonly counts: (end: Node) => boolean;
  /** The requests that come to such an end by the one, and by the other. */
  readonly gets: Node;
  readonly got: Node;
  /** The requests that it is about. */
  readonly difference: Node;
  /** The place that it is about; undefined for all of them. */
  readonly place?: Node;
}

/** A client that makes a difference. */
interface Shown {
  readonly way: readonly Answer[];
  readonly client?: Client;
  /** Why it is not certain that there is one; undefined where it is. */
  readonly because?: string;
}

class Comparison {
  private readonly clients: Clients;
  private readonly before: Side;
  private readonly after: Side;
  private readonly areEndpoints: boolean;
  /** Whether destinations can be compared: what is behind an edge is not behind an endpoint. */
  private readonly comparesPlaces: boolean;
  private readonly shared: ReadonlySet<string>;
  private readonly known = new Map<string, boolean>();
  /** Tells the values of a changed policy apart. */
  private readonly ageOf: (question: Question) => string;

  constructor(
    private readonly decisions: Diagram,
    before: readonly Access[],
    after: readonly Access[],
    internal: Internal,
    where: Place,
    caught: ReadonlySet<string>,
  ) {
    this.clients = new Clients(where);
    const sides = new Sides(this.decisions, where, [...before, ...after].some(choosesTls), caught);
    this.before = sides.of(before, internal.before);
    this.after = sides.of(after, internal.after);
    const all = [...before, ...after];
    this.areEndpoints = all.every(({ isEndpoint }) => isEndpoint);
    this.comparesPlaces = this.areEndpoints || all.every(({ isEndpoint }) => !isEndpoint);
    const asked = this.decisions.questionsOf(this.before.end);
    const askedNow = this.decisions.questionsOf(this.after.end);
    this.shared = new Set([...askedNow.keys()].filter((key) => asked.has(key)));
    const [then, now] = [asked, askedNow].map((all) => new Set([...all.values()].flatMap(valueIn)));
    this.ageOf = (question) =>
      valueIn(question).every((value) => then?.has(value) === now?.has(value))
        ? ""
        : valueIn(question).every((value) => now?.has(value))
          ? "new "
          : "earlier ";
  }

  result(): ChangeAt {
    const [opened, closed] = [this.beyond(this.after, this.before), this.beyond(this.before, this.after)];
    const said: Sentences = sentencesOf(opened, closed, this.before, this.after);
    return {
      opens: verdictOf(opened),
      closes: verdictOf(closed),
      openings: opened.flatMap(({ openings }) => openings),
      ...said,
      guards: this.differences(),
    };
  }

  private differences(): ChangeAt["guards"][number][] {
    const [before, after] = [guardsIn(this.before), guardsIn(this.after)];
    return [...new Set([...before.keys(), ...after.keys()])].flatMap((guard) => {
      const [then, now] = [before.get(guard), after.get(guard)];
      if (then?.content === now?.content && then?.text === now?.text) return [];
      return [{ guard, before: then?.text ?? null, after: now?.text ?? null }];
    });
  }

  /** Clients that get further by the one than by the other. */
  private beyond(one: Side, other: Side): Gap[] {
    const { decisions } = this;
    const isLetIn = (end: Node) => end !== AWAY;
    // Nothing is behind a cloud endpoint but what its policy names: to get past its rules is less than an answer.
    // What is not shown may lead no further than that, and anywhere else.
    const isAnywhere = (end: Node) => decisions.isAnywhere(end);
    const isShown = (end: Node) =>
      isLetIn(end) &&
      !isAnywhere(end) &&
      !(this.areEndpoints && this.heard(this.decisions.destinationOf(end)) === THROUGH);
    const isPlace = (end: Node) => isShown(end) && end !== ANSWERED;
    const search = (what: Opening["what"], counts: (end: Node) => boolean, place?: Node) => {
      const isShownPlace = place === undefined || !isAnywhere(place);
      const mayCount = (end: Node) => counts(end) || (isShownPlace && isAnywhere(end));
      const [gets, got] = [this.comingTo(one, counts), this.comingTo(other, mayCount)];
      const difference = decisions.both(gets, decisions.not(got));
      return { one, other, what, counts, gets, got, difference, ...(place !== undefined && { place }) };
    };
    const among = (found: Search, ...conditions: readonly Node[]): Search => ({
      ...found,
      difference: decisions.every([found.difference, ...conditions]),
    });
    const reached = search("reaches", isPlace);
    const shown = search("answered", isShown);
    const letIn = search("reaches", isLetIn);
    const ends = this.comparesPlaces ? [...decisions.endsOf(one.end)] : [];
    const at = (place: Node, ...conditions: readonly Node[]) =>
      among(
        search("reaches", (end) => end === place || end === decisions.heardAt(place), place),
        ...conditions,
        // Whoever hears what it answers is told of there.
        decisions.not(this.comingTo(one, (end) => end === decisions.heardAt(place))),
      );
    const heard = search("reaches", (end) => isPlace(end) && decisions.heardAt(end) === undefined);
    const searches = [
      reached,
      // Whoever got to nothing at all is told of already.
      ...ends.filter(isPlace).map((place) => at(place, reached.gets, reached.got)),
      ...(this.comparesPlaces ? [] : [among(heard, reached.gets, reached.got)]),
      among(shown, decisions.not(reached.gets)),
      among(letIn, decisions.not(shown.gets)),
      ...ends.filter(isAnywhere).map((place) => at(place, letIn.gets, letIn.got)),
    ];
    const either = this.either(searches);
    if (either === NO) return searches.flatMap((found) => this.gaps(found));
    const rest = decisions.not(either);
    return [
      ...this.gap({ ...shown, what: "reaches" }, either, either),
      ...searches.flatMap((found) => this.gaps(among(found, rest))),
    ];
  }

  /** The requests that get to something new whatever the reference leaves open, and to what is told by that alone. */
  private either(searches: readonly Search[]): Node {
    const { decisions } = this;
    const certain = (condition: Node) => decisions.holdsForAll(condition, isReading);
    // By which URL they got to a place before is asked of each place by itself.
    const plain = searches.filter(
      ({ place }) => place === undefined || this.decisions.destinationOf(place) === place,
    );
    const single = decisions.some(plain.map(({ difference }) => certain(difference)));
    const all = certain(decisions.some(plain.map(({ difference }) => difference)));
    return decisions.both(all, decisions.not(single));
  }

  /** The condition for coming to an end, whichever of a pool the service picks. */
  private comingTo({ end }: Pick<Side, "end">, counts: (end: Node) => boolean): Node {
    return this.decisions.holdsForSome(
      this.decisions.reaches(end, counts),
      (question) => question.asks === "unknown" && question.of === "pick",
    );
  }

  private gaps(search: Search): Gap[] {
    const { decisions } = this;
    const { one, other, counts, difference } = search;
    if (difference === NO) return [];
    const [mine, theirs] = [one.members[0], other.members[0]];
    if (!mine || one.members.length !== 1) return this.gap(search, difference, difference);
    const admitted = this.comingTo(mine, counts);
    if (!this.isAny(search.got)) return this.gap(search, difference, admitted, { isFirst: true });
    if (!theirs || other.members.length !== 1) return this.gap(search, difference, difference);
    // Whoever is new has failed one of the requirements before, and meets all of those now.
    const parts = theirs.parts.map(({ guard: { name, guard }, met }) => {
      const now = mine.parts.find((part) => part.guard.name === name);
      return { name, guard, met, now };
    });
    const end = this.comingTo(theirs, counts);
    return [
      ...parts.flatMap(({ name, guard, met, now }) => {
        const kept = decisions.not(met);
        const isGone = !now && !mine.policy;
        const freed = decisions.both(now ? now.met : isGone ? YES : admitted, kept);
        const of = {
          module: name,
          ...(now && { isWider: true as const }),
          ...(guard.asks !== "unseen" && (isGone || (!now && freed === kept)) && { gone: guardText(guard) }),
        };
        return this.gap(search, decisions.both(difference, kept), freed, of);
      }),
      ...this.gap(
        search,
        decisions.both(difference, decisions.not(end)),
        decisions.both(admitted, decisions.not(end)),
      ),
    ];
  }

  /**
   * The openings of one gap.
   *
   * @param difference - The requests that make it.
   * @param freed - What tells them from others, in the words of one guard: the rest goes without saying.
   */
  private gap(search: Search, difference: Node, freed: Node, of: Omit<Gap, "openings"> = {}): Gap[] {
    const { decisions, clients } = this;
    const { what, place } = search;
    const to = place === undefined ? undefined : this.nameOf(place, search.other);
    const side: ComparedWith = search.one === this.after ? "before" : "now";
    const openings: Opening[] = [];
    let rest = difference === NO ? NO : freed;
    for (let tried = 0; rest !== NO; tried += 1) {
      const way = decisions.wayTo(rest) as Answer[];
      if (tried >= MOST_FOUND) {
        openings.push(new Opening(false, what, moreKinds(0, true), null, { answers: [], isRest: true }, to));
        break;
      }
      const clash = clients.contradiction(way);
      const answers = clash.length > 0 ? clash : this.shortened(way, freed);
      rest = decisions.both(rest, decisions.not(decisions.allOf(answers)));
      if (clash.length > 0) continue;
      const shown = this.client(decisions.both(difference, decisions.allOf(answers)), search);
      if (shown === undefined) continue;
      const { way: whole, because, client } = shown;
      const keptOutBy = of.module ?? this.stopperOf(whole, search);
      const found = {
        answers,
        whole,
        side,
        ...(client && { client }),
        ...(because !== undefined && { because }),
      };
      const known = withoutUnknownUsers(answers, whole);
      const told = of.isWider ? withoutLacks(known) : known;
      const sure = because === undefined ? told : told.filter((answer) => !isDoubt(answer));
      const differing = this.differing(sure, search);
      const who =
        told.length > 0 && sure.length === 0 ? "some requests" : clientsText(differing, side, this.ageOf);
      openings.push(new Opening(because === undefined, what, who, keptOutBy, found, to));
    }
    // Certain ones first, and what is behind a sign-on before its own pages.
    const rank = ({ isCertain, answers }: Opening) => (isCertain ? 0 : 2) + (areOwnPages(answers) ? 1 : 0);
    const sorted = openings.sort((a, b) => rank(a) - rank(b));
    return sorted.length === 0 ? [] : [{ ...of, openings: sorted }];
  }

  /** Without the answers that both sides require, unless there are no others. */
  private differing(answers: readonly Answer[], { gets, got }: Search): readonly Answer[] {
    const { decisions } = this;
    const isRequired = ({ question, is }: Answer) =>
      [gets, got].every((condition) => decisions.implies(condition, decisions.allOf([{ question, is }])));
    const found = got === NO ? answers : answers.filter((answer) => !isRequired(answer));
    return found.length > 0 ? found : answers;
  }

  /** Whether there may be a client of whom a condition holds. */
  private isAny(condition: Node): boolean {
    return this.clients.isAny(this.decisions, condition);
  }

  /** A client of whom a condition holds, and why it is not certain that there is one; undefined if there is none. */
  private client(condition: Node, search: Search): Shown | undefined {
    const isOpen = (question: Question) => !this.isKnown(question);
    // First of those of whom it holds however that is answered which nobody knows.
    let found: Shown | undefined;
    for (const isAny of [isOpen, isReading, () => false]) {
      found = this.clientIn(this.decisions.holdsForAll(condition, isAny), search);
      if (found && found.because === undefined) return found;
    }
    return found;
  }

  private clientIn(condition: Node, search: Search): Shown | undefined {
    const { other, place } = search;
    const ways = this.clients.ways(this.decisions, condition);
    let found: Shown | undefined;
    let next = ways.next();
    for (; !next.done; next = ways.next()) {
      const shown = this.shown(next.value, search);
      const isNew = place === undefined || this.isNewAt(place, other);
      if (isNew && shown.because === undefined) return shown;
      found ??= { because: "they may have got there by another URL before", ...shown };
    }
    return found ?? (next.value ? undefined : { way: [], because: "there are too many cases" });
  }

  private heard(end: Node): Node {
    return this.decisions.heardAt(end) ?? end;
  }

  private nameOf(end: Node, other: Side): string {
    const place = this.decisions.destinationOf(end);
    const name = this.decisions.nameOf(this.heard(place)) ?? "what is behind it";
    const said =
      place !== this.heard(place)
        ? `${name} without its response`
        : this.decisions.endsOf(other.end).has(this.decisions.unheard(end))
          ? `the response of ${name}`
          : name;
    return place === end ? said : `${said} by a rewritten URL`;
  }

  /** Whether clients that get to a place got nowhere that may be the same, by another URL, before. */
  private isNewAt(end: Node, other: Side): boolean {
    const { decisions } = this;
    const place = this.decisions.destinationOf(end);
    const isPlain =
      place === end &&
      [...decisions.endsOf(other.end)].every((one) => this.decisions.destinationOf(one) === one);
    return (
      isPlain || ![...decisions.endsOf(other.end)].some((one) => this.decisions.destinationOf(one) === place)
    );
  }

  /** Whether it can be told what a client has to be like to give an answer. */
  private isKnown(question: Question): boolean {
    if (question.asks === "unknown" && question.asked === undefined) return false;
    const found =
      this.known.get(question.key) ??
      [true, false].some((is) => this.clients.isPossible([{ question, is }]) !== undefined);
    this.known.set(question.key, found);
    return found;
  }

  /** A client that gives some answers, as far as it is known, and why it is not certain that there is one. */
  private shown(way: readonly Answer[], { gets, got, place }: Search): Shown {
    const { decisions, clients } = this;
    const told = way.filter(({ question }) => this.isKnown(question));
    const shown = clients.of(told) ?? undefined;
    // Without values for what expressions read, that is left open.
    const known = shown ? told : told.filter(({ question }) => question.asks !== "unknown");
    const unknown = way.filter((answer) => !known.includes(answer));
    const client = shown ?? clients.of(known) ?? undefined;
    if (client === undefined) return { way, because: clients.whyNobodyKnows(known) };
    const doubt = (because: string): Shown => ({ way, because });
    for (const { question, is } of unknown) {
      if (question.asks === "text" && question.why !== undefined && isOfAll(question, is))
        return doubt(question.why);
      if (question.asks === "text" && question.version.startsWith("url "))
        return doubt(question.why ?? "what rules make of the URL is not worked out");
      if (question.asks !== "unknown") continue;
      // Nobody can tell whether there is such a request.
      if (!is && question.id.kind === "presence") return doubt(whyOf(question));
      // An expression gives a value, as far as anybody knows.
      if (is && question.id.kind === "failure" && question.about !== undefined) return doubt(whyOf(question));
      if (question.of === "reading")
        return doubt(question.why ?? `the API reference leaves something open: ${question.yes}`);
      if (question.of === "guard" && !is)
        return doubt(question.why ?? "whom the removed guard allowed is unknown");
      // It is there for all requests, or for none.
      if (!is && question.id.kind === "endpoint") return doubt(UNSEEN_ENDPOINT);
    }
    const whyAnywhere = place === undefined ? undefined : decisions.whyAnywhere(place);
    if (whyAnywhere !== undefined) return doubt(whyAnywhere);
    if (unknown.length === 0) return { way, client };
    const isGuard = ({ question }: Answer) =>
      question.asks === "unknown" && question.of === "guard" && !question.mayBeNobody;
    const isAnybodys = ({ question }: Answer) => question.asks === "unknown" && question.isIndependent;
    // Nobody got there, or nobody like that: whoever is let in now is new.
    if (unknown.every(isGuard) && decisions.both(gets, got) === NO)
      return { way, client: withTraits(client, unknown) };
    if (unknown.every(isAnybodys) && !this.isAny(decisions.both(got, decisions.allOf(known))))
      return { way, client: withTraits(client, unknown) };
    const foreign = unknown.find(({ question }) => !this.shared.has(question.key));
    if (foreign) return doubt(whyOf(foreign.question));
    const about = unknown.flatMap(({ question }) => (question.asks === "unknown" && question.about) || []);
    const clashing = about.find((one) => about.some((other) => readTheSame(one, other)));
    if (clashing)
      return doubt(`it may contradict what else is asked of the request: ${expressionText(clashing)}`);
    const related = unknown.find((answer) =>
      known.some((given) => areRelated(answer.question, given.question)),
    );
    if (related)
      return doubt(`this may depend on what else is asked of the client: ${nameOf(related.question)}`);
    // The same unknown let somebody in before, who was kept out otherwise: who that is stays unknown.
    const depending = decisions.both(got, decisions.not(decisions.withOpposites(got, unknown)));
    if (!this.isAny(decisions.both(depending, decisions.allOf(unknown))))
      return doubt(
        unknown.flatMap(({ question }) => ("why" in question && question.why) || [])[0] ??
          "what cannot be decided let nobody in before",
      );
    const isShown = unknown.every(
      ({ question, is }) => is && isUnknown(question, "forward", "endpoint", "served"),
    );
    return { way, client: isShown ? client : withTraits(client, unknown) };
  }

  /** Without the answers that make no difference. */
  private shortened(way: readonly Answer[], difference: Node): readonly Answer[] {
    const { decisions } = this;
    let answers = way;
    for (const answer of way.toReversed()) {
      const fewer = answers.filter((one) => one !== answer);
      if (decisions.implies(decisions.allOf(fewer), difference)) answers = fewer;
    }
    return answers;
  }

  /** The first thing that keeps such a client out. */
  private stopperOf(way: readonly Answer[], { other, counts }: Search): string | null {
    const given = new Map(way.map(({ question, is }) => [question.key, is]));
    const passes = (end: Node) => end === THROUGH || counts(end);
    for (const { stops } of other.members) {
      let isEnded = false;
      for (const { name, level, phase } of stops) {
        if (isEnded && phase === "on_http_request") continue;
        const end = this.decisions.follow(level, given);
        if (!passes(end)) return name;
        isEnded ||= end !== THROUGH;
      }
    }
    return null;
  }
}
