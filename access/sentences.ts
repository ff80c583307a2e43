import { YES } from "./diagram";
import { guardText } from "./guard";
import type { Gap, Opening } from "./opening";
import type { Answer } from "./question";
import type { Side } from "./side";
import { areOwnPages } from "./words";

/** Verdicts in words, one sentence for each reason. */
export interface Sentences {
  readonly newcomers: readonly string[];
  readonly lockedOut: readonly string[];
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
  return {
    newcomers: sentences(opened, after, "before"),
    lockedOut: sentences(closed, before, "now"),
    stillAsked: isNew
      ? []
      : [...asked(after), ...(only === undefined ? [] : policies(after))]
          .filter(({ name }) => name !== only)
          .map(({ name, text }) => `${name} (${text})`),
  };
}

/** Guards with an unusual requirement. */
const asked = ({ members }: Side): readonly { readonly name: string; readonly text: string }[] => {
  const found = members.flatMap(({ parts }) =>
    parts.flatMap(({ guard, met }) =>
      met === YES || guard.isUsual ? [] : [{ name: guard.name, text: guardText(guard.guard) }],
    ),
  );
  return [...new Map(found.map((one) => [`${one.name} ${one.text}`, one])).values()];
};

/** Traffic policies that keep somebody out. */
const policies = ({ members }: Side): readonly { readonly name: string; readonly text: string }[] =>
  members.flatMap(({ policy }) => {
    const text = policy && guardText(policy);
    return text === undefined || text === "everybody" ? [] : [{ name: "traffic policy", text }];
  });

const KEEPS = { before: "kept out (it let in", now: "keeps out (it lets in" } as const;

/** Sentences, and kinds of clients that one of them names. */
const MOST_SENTENCES = 6;
const MOST_NAMED = 3;

function sentences(gaps: readonly Gap[], more: Side, side: "before" | "now"): string[] {
  const found = gaps.flatMap((gap): string[] => {
    const { openings, gone } = gap;
    const isCertain = openings.some((opening) => opening.isCertain);
    if (gone !== undefined && openings.every(({ to, what }) => to === undefined && what === "reaches"))
      return [`${isCertain ? "" : "perhaps "}everybody whom ${gap.module} ${KEEPS[side]} ${gone})`];
    return groupsOf(openings).map((group) => sentence(group, gap, more, side));
  });
  const all = [...new Set(found)];
  if (all.length <= MOST_SENTENCES) return all;
  return [...all.slice(0, MOST_SENTENCES), `${all.length - MOST_SENTENCES} more kinds of requests`];
}

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
          (!is && question.asks === "fact" && question.implies?.includes(one.question.key) === true)),
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
  const named = who.slice(0, MOST_NAMED).join(", or ");
  const rest = who.length > MOST_NAMED ? `, or ${who.length - MOST_NAMED} more kinds of requests` : "";
  const guards = isFirst ? asked(more) : isWider ? policies(more) : [];
  const isAll = who.includes("everybody");
  const through = guards.map(({ name, text }) => `${name} (${text})`).join(" and ");
  const clients = isAll
    ? guards.length > 0
      ? `whoever gets through ${through}`
      : "everybody"
    : `${named}${rest}${guards.length > 0 ? `, that get through ${through}` : ""}`;
  const perhaps = first.isCertain ? "" : "perhaps ";
  const by =
    module !== undefined ||
    first.keptOutBy === null ||
    first.to !== undefined ||
    (isFirst && !first.keptOutBy.startsWith("rule "))
      ? ""
      : `; kept out ${side} by ${first.keptOutBy}`;
  return `${perhaps}${clients}${first.getsText}${by}`;
}
