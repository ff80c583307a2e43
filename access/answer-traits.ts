import type { Client, Trait } from "./client";
import { describeTest } from "./descriptions";
import { type Answer, type Question, UNDESCRIBED } from "./question";

export const isReading = (question: Question) => question.kind === "unknown" && question.scope === "reading";

export function describeQuestion(question: Question): string {
  if (question.kind === "unknown") return question.textIfTrue;
  return question.kind === "text" ? question.subject : question.kind;
}

export const undecidedReason = (question: Question): string =>
  (question.kind === "unknown" || question.kind === "text") && question.why !== undefined
    ? question.why
    : `this cannot be decided, and only one side of the change requires it: ${describeQuestion(question)}`;

export const comparedValues = (question: Question): readonly string[] =>
  question.kind === "text" ? [question.value] : [];

export const isUnnamedDoubt = ({ question }: Answer) =>
  question.kind === "unknown" && question.textIfTrue === UNDESCRIBED;

/**
 * Drops missing traits if there are others. Keeps a missing fact with the same description as a present one, because the two
 * show what changed.
 */
export function withoutMissingTraits(answers: readonly Answer[]): readonly Answer[] {
  const traits = answers.flatMap(({ question, isTrue }) =>
    isTrue && (question.kind === "fact" || question.kind === "text") ? [question] : [],
  );
  if (traits.length === 0) return answers;
  const descriptions = traits.flatMap((question) => (question.kind === "fact" ? [question.textIfTrue] : []));
  return answers.filter(
    ({ question, isTrue }) =>
      isTrue || (question.kind === "fact" && descriptions.includes(question.textIfTrue)),
  );
}

export function withTraits(client: Client, undecided: readonly Answer[]): Client {
  const traitOf = ({ question, isTrue }: Answer): readonly Trait[] => {
    if (question.kind === "text") {
      const id = { kind: "other", about: question.key } as const;
      const describe = (holds: boolean) => `whose ${describeTest(question, holds)}`;
      return [{ id, text: describe(isTrue), positive: describe(true), about: question.subject }];
    }
    if (question.kind !== "unknown") return [];
    const { id, textIfTrue, textIfFalse, reads } = question;
    const text = isTrue ? textIfTrue : textIfFalse;
    return [{ id, text, positive: textIfTrue, ...(reads !== undefined && { about: reads }) }];
  };
  return {
    ...client,
    has: [...client.has, ...undecided.filter(({ isTrue }) => isTrue).flatMap(traitOf)],
    lacks: [...client.lacks, ...undecided.filter(({ isTrue }) => !isTrue).flatMap(traitOf)],
  };
}
