import type { Side } from "./access-diagrams";
import type { NamedGuard } from "./access-model";
import { YES } from "./diagram";
import { guardText, type TrafficPolicy } from "./guard-model";
import { shortList } from "./lists-in-words";
import { type Gap, type Opening, restOf, type Told } from "./opening";
import { type Answer, keyOf } from "./question";
import { areOwnPages, wordsIn } from "./words";

/** Verdicts in words, one sentence for each reason. */
export interface Sentences {
  readonly newcomers: readonly Told[];
  readonly lockedOut: readonly Told[];
  readonly stillAsked: readonly string[];
}

export function sentencesOf(
  opened: readonly Gap[],
  closed: readonly Gap[],
  before: Side,
  after: Side,
): Sentences {
  const openers = [...new Set(opened.map(({ module }) => module))];
  const only = openers.length === 1 ? openers[0] : undefined;
  const isNew = opened.every(({ isFirst }) => isFirst);
  const isWider = opened.some((gap) => gap.isWider);
  return {
    newcomers: sentences(opened, after, "before"),
    lockedOut: sentences(closed, before, "now"),
    stillAsked: isNew
      ? []
      : [...asked(after), ...(only === undefined && !isWider ? [] : policies(after))]
          .filter(({ name, through }) => name !== only && through === undefined)
          .map(({ name, text }) => `${name} (${text})`),
  };
}

/** A guard in words. */
interface StillAsked extends Pick<NamedGuard, "name" | "through"> {
  readonly text: string;
}

/** Guards with an unusual requirement. */
const asked = ({ members }: Side): readonly StillAsked[] => {
  const found = members.flatMap(({ parts }) =>
    parts.flatMap(({ guard: { name, guard, isUsual, through }, met }) =>
      met === YES || isUsual ? [] : [{ name, text: guardText(guard), ...(through && { through }) }],
    ),
  );
  return [...new Map(found.map((one) => [`${one.name} ${one.text}`, one])).values()];
};

const keepsOut = ({ reading }: TrafficPolicy): boolean =>
  reading?.rules.some(({ actions }) =>
    actions.some(
      (action) =>
        action.effect === "refuses" ||
        action.effect === "redirects" ||
        action.effect === "forwards" ||
        action.effect === "unknown" ||
        (action.effect === "guards" && action.isEnforced !== false),
    ),
  ) ?? true;

/** Traffic policies that may keep somebody out. */
const policies = ({ members }: Side): readonly StillAsked[] =>
  members.flatMap(({ policy, isSelective }) =>
    policy === undefined || !isSelective || !keepsOut(policy)
      ? []
      : [{ name: "traffic policy", text: guardText(policy) }],
  );

const ALLOWS = { before: "it allowed", now: "it allows" } as const;

/** Sentences, and kinds of clients that one of them describes. */
const MOST_SENTENCES = 6;
const MOST_NAMED = 2;

/** Words in which a sentence describes more than one kind of clients. */
const MOST_WORDS = 18;

function sentences(gaps: readonly Gap[], more: Side, side: "before" | "now"): readonly Told[] {
  const found = gaps.flatMap((gap): Told[] => {
    const { openings, gone } = gap;
    if (gone !== undefined && openings.every(({ to, what }) => to === undefined && what === "reaches"))
      return [told(openings, `everybody blocked by ${gap.module} (${ALLOWS[side]} ${gone})`)];
    return groupsOf(openings).map((group) => told(group, sentence(group, gap, more, side)));
  });
  const sure = found.filter(({ isCertain }) => isCertain);
  const sorted = [...sure, ...found.filter((one) => !sure.includes(one))];
  // Another one may say besides what kept the same clients out.
  const isToldBy =
    ({ who, isCertain }: Told) =>
    (other: Told) =>
      other.who.startsWith(`${who}; blocked ${side} by `) && (other.isCertain || !isCertain);
  const all = sorted.filter(
    (one, at) => sorted.findIndex(({ who }) => who === one.who) === at && !sorted.some(isToldBy(one)),
  );
  const rest = all.slice(MOST_SENTENCES);
  return rest.length === 0 ? all : [...all.slice(0, MOST_SENTENCES), restOf(rest)];
}

const told = (openings: readonly Opening[], who: string): Told => ({
  who,
  isCertain: openings.some(({ isCertain }) => isCertain),
  witness: openings.find(({ witness }) => witness !== null)?.witness ?? null,
  ...(openings.every(({ isRest }) => isRest) && { more: { kinds: 0, isAtLeast: true } }),
});

/** Openings that one sentence can tell together. */
function groupsOf(openings: readonly Opening[]): readonly (readonly Opening[])[] {
  const groups = new Map<string, Opening[]>();
  for (const opening of openings) {
    const { isCertain, what, keptOutBy, to } = opening;
    const key = JSON.stringify([isCertain, what, keptOutBy, to]);
    groups.set(key, [...(groups.get(key) ?? []), opening]);
  }
  return [...groups.values()];
}

/** Whether answers follow from others: who has no certificate has none of an authority. */
const follow = (answers: readonly Answer[], given: readonly Answer[]): boolean =>
  answers.every(({ question, is }) =>
    given.some(
      (one) =>
        one.is === is &&
        (one.question.key === question.key ||
          (!is &&
            question.asks === "fact" &&
            question.implies?.some((id) => keyOf(id) === one.question.key) === true)),
    ),
  );

/** Whether all clients of one are among those of another one, which tells of more. */
const isWithin = ({ answers }: Opening, other: Opening): boolean =>
  other.answers.length > 0 && follow(other.answers, answers) && !follow(answers, other.answers);

function sentence(
  group: readonly Opening[],
  { module, isFirst, isWider }: Gap,
  more: Side,
  side: "before" | "now",
): string {
  const [first] = group as [Opening];
  const telling = group.filter((opening) => !areOwnPages(opening.answers));
  const told = telling.length > 0 ? telling : group;
  const whole = told.filter((opening) => !told.some((other) => isWithin(opening, other)));
  const who = [...new Set(whole.map((opening) => opening.who))];
  const most = wordsIn(who.slice(0, MOST_NAMED).join(" ")) <= MOST_WORDS ? MOST_NAMED : 1;
  const named = who.slice(0, most).join(", or ");
  const rest = who.length > most ? `, and ${who.length - most} more` : "";
  // Of newcomers it is told at the end.
  const guards = isFirst ? asked(more) : isWider && side === "now" ? policies(more) : [];
  const isAll = who.includes("everybody");
  const ways = guards.flatMap(({ through }) => through ?? []);
  const others = guards.filter(({ through }) => through === undefined);
  const passed = shortList(
    others.map(({ name, text }) => `${name} (${text})`),
    MOST_NAMED,
  );
  const ends = [...ways, ...(passed === "" ? [] : [`that pass ${passed}`])].join(", ");
  const all =
    ends === "" ? "everybody" : ways.length === 0 ? `everybody who passes ${passed}` : `requests ${ends}`;
  const clients = isAll ? all : `${named}${rest}${ends === "" ? "" : `, ${ends}`}`;
  const by =
    module !== undefined ||
    first.keptOutBy === null ||
    first.to !== undefined ||
    (isFirst && !first.keptOutBy.startsWith("rule "))
      ? ""
      : `; blocked ${side} by ${first.keptOutBy}`;
  return `${clients}${first.getsText}${by}`;
}
