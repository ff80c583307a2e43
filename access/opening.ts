import { type Client, isUsualTrait } from "./client";
import { type Answer, isPublicBinding, keyOf, type Question } from "./question";
import { clientText } from "./witness";
import { areOwnPages, type ComparedWith, isUsual, moreKinds } from "./words";

/** Clients for whom a change makes a difference, by the answers that they give. */
export class Opening {
  readonly #answers: readonly Answer[];
  readonly #client: Client | undefined;
  readonly #whole: readonly Answer[];
  readonly #isRest: boolean;
  /** One client that shows it, in one line; null where it is not certain. */
  readonly witness: string | null;
  /** Why it is not certain, in words that follow "since"; null where it is. */
  readonly because: string | null;

  constructor(
    /** False where it depends on what only the service knows. */
    readonly isCertain: boolean,
    /** `reaches`: what is behind the policy. `answered`: a response that the policy makes itself. */
    readonly what: "reaches" | "answered",
    /** The clients in words. */
    readonly who: string,
    /** What kept them out before: a rule with its phase, place and name, or a module. */
    readonly keptOutBy: string | null,
    found: {
      readonly answers: readonly Answer[];
      /** All that the client answers. */
      readonly whole?: readonly Answer[];
      readonly client?: Client;
      readonly because?: string;
      readonly side?: ComparedWith;
      readonly isRest?: true;
    },
    /** Where they get to, for those that got to something else before. */
    readonly to?: string,
  ) {
    this.#answers = found.answers;
    this.#whole = found.whole ?? found.answers;
    this.#client = isCertain ? found.client : undefined;
    this.#isRest = found.isRest === true;
    this.witness = this.#client === undefined ? null : clientText(this.#client, found.side ?? "before");
    this.because = isCertain ? null : (found.because ?? "there are too many cases");
  }

  /** The same of clients that ask for another URL. */
  at(urlOf: (url: string) => string): Opening {
    const { isCertain, what, who, keptOutBy, because, to } = this;
    const client = this.#client;
    const found = {
      answers: this.#answers,
      whole: this.#whole,
      ...(client && { client: { ...client, url: urlOf(client.url) } }),
      ...(because !== null && { because }),
      ...(this.#isRest && { isRest: true as const }),
    };
    return new Opening(isCertain, what, who, keptOutBy, found, to);
  }

  /** The same where it is not certain that any of these clients come there. @param because - In words that follow "since". */
  doubted(because: string): Opening {
    const { what, who, keptOutBy, to } = this;
    const found = { answers: this.#answers, because, ...(this.#isRest && { isRest: true as const }) };
    return new Opening(false, what, who, keptOutBy, found, to);
  }

  /** What all of these clients have in common; not part of reports. */
  get answers(): readonly Answer[] {
    return this.#answers;
  }

  /** Whether it stands for all that nobody has looked for. */
  get isRest(): boolean {
    return this.#isRest;
  }

  /** The witness as data: not part of reports, since its headers may hold what is secret. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** Whether some of these clients prove nothing, and come from anywhere. */
  get isOfStrangers(): boolean {
    const client = this.#client;
    if (client === undefined || this.what !== "reaches" || areOwnPages(this.#answers)) return false;
    const asked = [...this.#answers, ...this.#whole.filter(({ question }) => question.asks !== "text")];
    const usual = new Set(this.#whole.filter(isUsual).map(({ question }) => question.key));
    return (
      client.has.every((trait) => isUsualTrait(trait) || usual.has(keyOf(trait.id))) &&
      asked.every((answer) => !answer.is || isFree(answer.question) || isUsual(answer))
    );
  }

  /** What they get, as the end of a sentence about them; empty for what goes without saying. */
  get getsText(): string {
    if (this.what === "answered") return ", answered by the policy itself";
    return this.to === undefined ? "" : `, with access to ${this.to.slice(0, 80)}`;
  }

  /** In words, for a list of who can newly reach something. */
  textOf(side: "before" | "now"): string {
    const perhaps = this.isCertain ? "" : "perhaps ";
    const by = this.keptOutBy === null ? "" : `; blocked ${side} by ${this.keptOutBy}`;
    return `${perhaps}${this.who}${this.getsText}${by}`;
  }
}

/** What any client can say of itself, whatever it asks for. */
function isFree(question: Question): boolean {
  if (question.asks === "address") return question.networks.isWide;
  if (question.asks === "text") return /^req\.(?:method|url\.scheme)$/.test(question.subject);
  return question.asks === "version" || isPublicBinding(question);
}

/** Clients for whom a change makes a difference, as one sentence of a report tells of them. */
export interface Told {
  readonly who: string;
  /** False where it depends on what only the service knows. */
  readonly isCertain: boolean;
  /** One client that shows it, in one line; null where it is not certain. */
  readonly witness: string | null;
  /** Of a sentence that stands for others: how many kinds of clients these are, or are at least. */
  readonly more?: { readonly kinds: number; readonly isAtLeast: boolean };
}

/** One sentence in place of several. @param beside - All that is told, where that is more than these. */
export function restOf(told: readonly Told[], beside: readonly Told[] = told): Told {
  const kinds = told.reduce((sum, { more }) => sum + (more?.kinds ?? 1), 0);
  const isAtLeast = [...told, ...beside].some(({ more }) => more?.isAtLeast === true);
  const isCertain = told.some((one) => one.isCertain);
  return { who: moreKinds(kinds, isAtLeast), isCertain, witness: null, more: { kinds, isAtLeast } };
}

/** Openings of clients that one guard kept out, or that nothing did. */
export interface Gap {
  readonly openings: readonly Opening[];
  /** The module that kept them out; undefined for a policy, and where nobody got in. */
  readonly module?: string;
  /** What that module let in, where it is there no more. */
  readonly gone?: string;
  /** It is there still, and lets in more. */
  readonly isWider?: true;
  /** Nobody got in. */
  readonly isFirst?: true;
}
