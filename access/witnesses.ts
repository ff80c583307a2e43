import type { Client, Trait } from "./client";
import type { Literal, Node } from "./diagram";
import { areContradictory, type ExpressionAnswer, withExpressions } from "./expression-witnesses";
import { Networks } from "./networks";
import {
  type AddressQuestion,
  type Answer,
  type Diagram,
  type FactId,
  type FactQuestion,
  keyOf,
  type Question,
  type TextQuestion,
  type VersionQuestion,
} from "./question";
import {
  type Asked,
  answerOf,
  type Found,
  groupOf,
  groupsBy,
  isAboutText,
  nameOf,
  type Place,
  Requests,
} from "./request-witnesses";
import { type Domain, holds, Meter, wordOf } from "./text-solver";
import type { Tri } from "./three-valued";
import { textName } from "./words";

/** Ways to a condition that are tried. */
const MOST_TRIED = 60;

/** Finds clients by their answers, at one place. */
export class Clients {
  private readonly known = new Map<string, Found>();
  private readonly requests: Requests;
  private readonly meter = new Meter();

  constructor(private readonly place: Place) {
    this.requests = new Requests(place, this.meter);
  }

  /** A client that gives all these answers; null if none can, undefined where nobody can tell. */
  of(all: readonly Answer[]): Client | null | undefined {
    const answers = withoutUnknownUsers(all);
    const groups = groupsBy(withImplied(answers), ({ question }) => kindOf(question));
    // Somebody asks for something, from somewhere.
    for (const group of ["url", "address"]) if (!groups.has(group)) groups.set(group, []);
    const parts = [...groups].map(([group, asked]) => this.part(group, asked));
    if (parts.includes(null) || isUnknownUser(answers)) return null;
    if (parts.includes(undefined) || hasRelated(groups) || hasForeignFacts(answers)) return undefined;
    const found = parts as readonly Partial<Client>[];
    const isSent = (name: string) => found.some(({ headers }) => (headers?.[name] ?? []).length > 0);
    // What makes a preflight is there, and it is none: the method decides, which may be asked for or not.
    if (answers.some(isPreflight(false)) && PREFLIGHT.every(isSent)) return undefined;
    const each = <Value>(of: (part: Partial<Client>) => Readonly<Record<string, Value>> | undefined) =>
      Object.fromEntries(found.flatMap((part) => Object.entries(of(part) ?? {})));
    const cookies = found.flatMap(({ headers }) => headers?.cookie ?? []);
    const client: Client = {
      url: found.find(({ url }) => url !== undefined)?.url ?? "",
      method: this.place.isHttp === false ? undefined : (found.find(({ method }) => method)?.method ?? "GET"),
      address: found.find(({ address }) => address !== undefined)?.address ?? "",
      tls: found.find(({ tls }) => tls !== undefined)?.tls,
      ...found.flatMap(({ oldestTls }) => (oldestTls === undefined ? [] : [{ oldestTls }]))[0],
      headers: {
        ...each(({ headers }) => headers),
        ...(cookies.length > 0 && { cookie: [cookies.join("; ")] }),
      },
      emails: each(({ emails }) => emails),
      claims: each(({ claims }) => claims),
      variables: each(({ variables }) => variables),
      has: found.flatMap(({ has }) => has ?? []),
      lacks: found.flatMap(({ lacks }) => lacks ?? []),
    };
    const expressions = answers.filter(isExpression);
    if (expressions.length === 0) return client;
    const isFree = (fact: string) => {
      const group = groupOf({ subject: fact, version: "" });
      const asked = groups.get(group) ?? [];
      const isElsewhere = [...groups].some(([name, all]) => GEO.test(name) && all.some(({ is }) => is));
      if (GEO.test(group) && isElsewhere) return false;
      if (group === "url") return fact !== "req.headers.host";
      return (
        asked.every(({ question }) => question.asks === "text" && nameOf(question.subject) === fact) &&
        !hasRelated(new Map([...groups, [group, asked]])) &&
        !answers.some(({ question }) => question.asks === "fact" && question.id.kind === "preflight")
      );
    };
    return withExpressions(client, expressions, answers.filter(isOfText), isFree, this.meter);
  }

  /** Ways to a condition that do not contradict themselves. Returns true if there are no more, and false after too many. */
  *ways(decisions: Diagram, condition: Node): Generator<readonly Answer[], boolean> {
    let rest = condition;
    for (let tried = 0; tried < MOST_TRIED; tried += 1) {
      const way = decisions.wayTo(rest);
      if (way === undefined) return true;
      const clash = this.contradiction(way);
      if (clash.length === 0) yield way;
      rest = decisions.both(rest, decisions.not(decisions.allOf(clash.length > 0 ? clash : way)));
    }
    return false;
  }

  /** True if there may be a client of whom a condition holds. */
  isAny(decisions: Diagram, condition: Node): boolean {
    const first = this.ways(decisions, condition).next();
    return first.done !== true || !first.value;
  }

  /** Whether a client gives all these answers; undefined where nobody can tell. */
  isPossible(answers: readonly Answer[]): Tri {
    const client = this.of(answers);
    return client === undefined ? undefined : client !== null;
  }

  /** Why nobody can tell whether a client gives all these answers, in words that follow "since". */
  whyNobodyKnows(answers: readonly Answer[]): string {
    if (hasForeignFacts(answers)) return "two guards may ask for the same secret, key or token";
    const groups = groupsBy(withImplied(answers), ({ question }) => kindOf(question));
    const [open] = [...groups].flatMap(([group, asked]) =>
      this.part(group, asked) === undefined ? asked.map(({ question }) => question) : [],
    );
    if (open?.asks !== "text") return "texts in the request depend on each other";
    return `it is unknown whether such ${textName(open.subject)} exists`;
  }

  /** Answers that contradict each other; empty if none do. As few as can be found. */
  contradiction(answers: readonly Answer[]): readonly Answer[] {
    const fewest = (all: readonly Answer[], isNobody: (some: readonly Answer[]) => boolean) => {
      let core = all;
      for (const answer of all) {
        const rest = core.filter((one) => one !== answer);
        if (isNobody(rest)) core = rest;
      }
      return core;
    };
    // Answers about different things agree.
    for (const [group, asked] of groupsBy(answers, ({ question }) => kindOf(question)))
      if (this.part(group, asked) === null) return fewest(asked, (some) => this.part(group, some) === null);
    const isNobody = (all: readonly Answer[]) =>
      [...groupsBy(withImplied(all), ({ question }) => kindOf(question))].some(
        ([group, asked]) => this.part(group, asked) === null,
      );
    if (answers.some(isPreflight(true)) && isNobody(answers)) return fewest(answers, isNobody);
    return isUnknownUser(answers) ? fewest(answers, isUnknownUser) : [];
  }

  private part(group: string, answers: readonly Answer[]): Found {
    const key = JSON.stringify([group, answers.map(({ question, is }) => [question.key, is]).sort()]);
    if (!this.known.has(key)) this.known.set(key, this.find(group, answers));
    return this.known.get(key);
  }

  private find(group: string, answers: readonly Answer[]): Found {
    if (group === "address")
      return addressOf(answers as readonly Literal<AddressQuestion | TextQuestion>[], this.meter);
    if (group === "version") return versionOf(answers as readonly Literal<VersionQuestion>[]);
    if (group === "unknown") return undefined;
    if (group === "expression") return areContradictory(answers.filter(isExpression)) ? null : {};
    if (group === AUTHORIZATION) return this.authorization(answers);
    if (group.startsWith("fact ")) return factsOf(answers as readonly Literal<FactQuestion>[]);
    return this.requests.found(group, answers as readonly Asked[]);
  }

  /** A password, and what else is asked of the header that holds it. */
  private authorization(answers: readonly Answer[]): Found {
    const texts = answers.filter(isOfText);
    const facts = factsOf(
      answers.filter((answer): answer is Literal<FactQuestion> => answer.question.asks === "fact"),
    );
    if (!facts || texts.length === 0) return facts;
    if (texts.length === answers.length) return this.requests.found(AUTHORIZATION, texts);
    // Another guard reads the header, too: whether what is asked of it is a proof is not looked at.
    const isKnown = facts.has !== undefined && facts.has.length > 0;
    if (texts.some(({ question }) => question.is !== "present")) return undefined;
    const [isThere, isMissing] = [true, false].map((held) => texts.some(({ is }) => is === held));
    if (isMissing) return isThere || isKnown ? null : facts;
    return isKnown ? facts : { ...facts, headers: { authorization: ["Bearer of-somebody-else"] } };
  }
}

/** The headers that make a preflight of a request by the method OPTIONS. */
const PREFLIGHT: readonly string[] = ["origin", "access-control-request-method"];

const isExpression = (answer: Answer): answer is ExpressionAnswer =>
  answer.question.asks === "unknown" && answer.question.asked !== undefined;

const isOfText = (answer: Answer): answer is Asked => answer.question.asks === "text";

const isPreflight =
  (held: boolean) =>
  ({ question, is }: Answer): boolean =>
    question.asks === "fact" && question.id.kind === "preflight" && is === held;

/** With the headers that a preflight has, as far as more is asked of them. */
function withImplied(answers: readonly Answer[]): readonly Answer[] {
  if (!answers.some(isPreflight(true))) return answers;
  const names = PREFLIGHT.filter((name) =>
    answers.some(({ question }) => kindOf(question) === `header ${name}`),
  );
  return [
    ...answers,
    ...names.map((name): Answer => {
      const subject = `req.headers.${name}`;
      const asked = { key: `${subject} of a preflight`, subject, value: "", isFolded: false, version: "" };
      return { question: { asks: "text", is: "present", ...asked }, is: true };
    }),
  ];
}

/** Where passwords are sent. */
const AUTHORIZATION = "header authorization";

/** Answers about the same thing are judged together. */
function kindOf(question: Question): string {
  if (question.asks === "fact")
    return question.oneOf === "authorization" ? AUTHORIZATION : `fact ${question.oneOf ?? ""}`;
  if (question.asks === "unknown" && question.asked) return "expression";
  if (question.asks !== "text") return question.asks;
  return question.subject === "conn.client_ip" ? "address" : groupOf(question);
}

/** How addresses are written: those of the documentation first. */
const ADDRESSES: Domain = {
  natural: [
    "^(?:198[.]51[.]100|203[.]0[.]113|192[.]0[.]2)[.][1-9]$",
    "^(?:(?:[1-9]?[0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])[.]){3}(?:[1-9]?[0-9]|1[0-9][0-9]|2[0-4][0-9]|25[0-5])$",
  ],
  widest: "^(?:[0-9]{1,3}(?:[.][0-9]{1,3}){3}|[0-9a-f:]*:[0-9a-f:.]*)$",
};

function addressOf(answers: readonly Literal<AddressQuestion | TextQuestion>[], meter: Meter): Found {
  const asked = answers.flatMap(({ question, is }) =>
    question.asks === "address" ? [{ networks: question.networks, is }] : [],
  );
  const texts = answers.flatMap(({ question, is }) => (question.asks === "text" ? [{ question, is }] : []));
  const isMet = Networks.meet(asked);
  if (isMet !== true) return isMet === false ? null : undefined;
  if (!texts.every(isAboutText)) return undefined;
  const written = texts.map(answerOf);
  const address = Networks.example(asked, (text) =>
    written.every(({ test, is }) => holds(test, text) === is),
  );
  if (address !== undefined) return { address };
  const word = wordOf(written, ADDRESSES, meter);
  if (typeof word !== "string") return word;
  return asked.every(({ networks, is }) => networks.admits(word) === is) ? { address: word } : undefined;
}

const VERSIONS = ["1.0", "1.1", "1.2", "1.3"] as const;

/** The newest version and the oldest one that a client speaks. */
function versionOf(answers: readonly Literal<VersionQuestion>[]): Found {
  const oldest = answers.filter(({ question }) => question.isOldest);
  const newest = answers.filter(({ question }) => !question.isOldest);
  const fitting = (asked: typeof answers) =>
    VERSIONS.filter((_, version) => asked.every(({ question, is }) => version >= question.level === is));
  const [from, to] = [fitting(oldest)[0], fitting(newest).at(-1)];
  if (from === undefined || to === undefined || from > to) return null;
  // Most clients speak all versions up to the newest one.
  if (oldest.length > 0 && answers.every(({ question, is }) => is !== (question.isOldest ?? false)))
    return { tls: undefined };
  const tls = fitting(answers).at(-1);
  if (tls === undefined) return undefined;
  return oldest.some(({ is }) => is) ? { tls, oldestTls: tls } : { tls };
}

function factsOf(answers: readonly Literal<FactQuestion>[]): Found {
  const of = (held: boolean) => answers.filter(({ is }) => is === held).map(({ question }) => question);
  const [held, lacked] = [of(true), of(false)];
  if (held.some(({ implies }) => implies?.some((id) => lacked.some(({ key }) => key === keyOf(id)))))
    return null;
  if (held[0]?.oneOf !== undefined && held.length > 1)
    // Two spellings may stand for one value.
    return held.every(({ about }) => about === undefined) ? null : undefined;
  return {
    has: held.map(({ id, yes }): Trait => ({ id, text: yes })),
    lacks: lacked.map(({ id, no }): Trait => ({ id, text: no })),
  };
}

/** The e-mail address of a user that a provider has signed in, as texts name it. */
const identityOf = (id: FactId): readonly string[] =>
  id.kind === "sign-in" ? [`identity ${id.protocol} ${id.by}`] : [];

/** Whether something is asked of the e-mail address that a provider tells, of a user whom it has not signed on. */
function isUnknownUser(answers: readonly Answer[]): boolean {
  const lacked = new Set(
    answers.flatMap(({ question, is }) => (question.asks === "fact" && !is ? identityOf(question.id) : [])),
  );
  return answers.some(
    ({ question, is }) =>
      is && question.asks === "text" && question.version === "" && lacked.has(question.subject),
  );
}

/**
 * Of a user whose e-mail address one provider tells: without what it is not that another one tells, which has not signed on
 * the user.
 *
 * @param whole - All that is known of the client.
 */
export function withoutUnknownUsers(
  answers: readonly Answer[],
  whole: readonly Answer[] = answers,
): readonly Answer[] {
  const held = new Set(
    whole.flatMap(({ question, is }) => (question.asks === "fact" && is ? identityOf(question.id) : [])),
  );
  const isUsers = ({ question }: Answer) =>
    question.asks === "text" && question.version === "" && question.subject.startsWith("identity ");
  const isKnown = (answer: Answer) => "subject" in answer.question && held.has(answer.question.subject);
  if (!whole.some((answer) => answer.is && isUsers(answer) && isKnown(answer))) return answers;
  return answers.filter((answer) => answer.is || !isUsers(answer) || isKnown(answer));
}

/** Facts that may be the same thing under two names, of which a client has one. */
function hasForeignFacts(answers: readonly Answer[]): boolean {
  const facts = answers.flatMap(({ question, is }) =>
    question.asks === "fact" && question.about !== undefined ? [{ ...question, is }] : [],
  );
  return facts.some(
    ({ about, at, is }, n) =>
      is &&
      facts.some((other, of) => of !== n && other.about === about && (at === undefined || other.at !== at)),
  );
}

/** Whether two groups are about one thing that nobody looks into here. */
function hasRelated(groups: ReadonlyMap<string, readonly Answer[]>): boolean {
  const names = [...groups.keys()];
  const facts = groups.get("fact ") ?? [];
  // A country has one name and one code.
  const places = [...groups].filter(([name, asked]) => GEO.test(name) && asked.some(({ is }) => is));
  if (places.length > 1) return true;
  return RELATED.some(
    ([header, other]) =>
      names.some((name) => header.test(name)) &&
      (names.some((name) => other.test(name)) ||
        facts.some(({ question }) => question.asks === "fact" && other.test(question.id.kind))),
  );
}

/** Where an address is. */
const GEO = /^text {2}conn\.(?:client_ip\.)?geo\./;

/** Headers, and the groups and facts that are read from them. */
const RELATED: readonly (readonly [header: RegExp, other: RegExp])[] = [
  [/^header user-agent$/, /^text {2}req\.user_agent\./],
  [/^header cookie$/, /^text {2}req\.cookies\./],
  [/^header (?:connection|upgrade)$/, /^upgrade$/],
  [/^header content-type$/, /^text {2}req\.content_type\./],
  [/^header location$/, /^text {2}req\.location$/],
  [/^text {2}conn\.tls\.client\./, /^certificate$/],
];
