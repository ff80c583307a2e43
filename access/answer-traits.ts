import type { Side } from "./access-diagrams";
import type { Client, Trait } from "./client";
import { guardText } from "./guard-model";
import { type Answer, DOUBT, type Question, type TextQuestion } from "./question";
import { testText } from "./words";

/** Whether the service answers alike for all requests, by a text of its own. */
export const isOfAll = ({ subject, version }: TextQuestion, is: boolean): boolean =>
  version.startsWith("without ") || (is && version === "" && !subject.startsWith("req."));

/** What all requests answer alike, one way or the other. */
export const isReading = (question: Question) => question.asks === "unknown" && question.of === "reading";

/** A question that nobody can decide, in a few words. */
export const nameOf = (question: Question): string =>
  question.asks === "unknown" ? question.yes : question.asks === "text" ? question.subject : question.asks;

/** Why a question that only one side asks leaves a doubt. */
export const whyOf = (question: Question): string =>
  (question.asks === "unknown" || question.asks === "text") && question.why !== undefined
    ? question.why
    : `this cannot be decided, and is asked on one side only: ${nameOf(question)}`;

/** What a question about a text compares it with. */
export const valueIn = (question: Question): readonly string[] =>
  question.asks === "text" ? [question.value] : [];

/** What only says that it is not certain, which is said anyway. */
export const isDoubt = ({ question }: Answer) => question.asks === "unknown" && question.yes === DOUBT;

/** What new clients have, rather than what those have not who got in before, unless that has the same name. */
export function withoutLacks(answers: readonly Answer[]): readonly Answer[] {
  const isHad = ({ question, is }: Answer) => is && (question.asks === "fact" || question.asks === "text");
  const isNamesake = ({ question: { asks, ...lacked } }: Answer) =>
    asks === "fact" &&
    answers.some(
      ({ question, is }) => is && question.asks === "fact" && "yes" in lacked && question.yes === lacked.yes,
    );
  return answers.some(isHad)
    ? answers.filter((one) => one.is || one.question.asks === "address" || isNamesake(one))
    : answers;
}

/** Guards by name, each with what decides and with its words. */
export function guardsIn({
  members,
}: Side): ReadonlyMap<string, { readonly content: string; readonly text: string }> {
  const found = new Map<string, { content: string; text: string }>();
  for (const { parts, policy } of members) {
    for (const { guard, met } of parts)
      found.set(guard.name, { content: String(met), text: guardText(guard.guard) });
    if (policy) found.set("traffic policy", { content: policy.content, text: guardText(policy) });
  }
  return found;
}

/** A client that has to meet requirements that are not visible, in addition to the known ones. */
export function withTraits(client: Client, unknown: readonly Answer[]): Client {
  const traits = (held: boolean): Trait[] =>
    unknown.flatMap(({ question, is }): Trait[] => {
      if (is !== held) return [];
      if (question.asks === "text")
        return [
          {
            id: { kind: "other", about: question.key },
            text: `whose ${testText(question, held)}`,
            about: question.subject,
          },
        ];
      if (question.asks !== "unknown") return [];
      const { id, yes, no, about } = question;
      return [{ id, text: held ? yes : no, ...(about !== undefined && { about }) }];
    });
  return { ...client, has: [...client.has, ...traits(true)], lacks: [...client.lacks, ...traits(false)] };
}
