import { type Client, isImpliedTrait } from "./client";
import { describeClient } from "./client-text";
import { describeRemaining, isDefaultAnswer, type Side, targetsSignInPage, WHEN } from "./descriptions";
import { type Answer, isPublicBinding, keyOf, type Question } from "./question";

interface OpeningDetails {
  /** The answers that the clients have in common. */
  readonly answers: readonly Answer[];
  /** All answers of the example client. */
  readonly path?: readonly Answer[];
  readonly client?: Client | undefined;
  readonly because?: string | undefined;
  readonly side?: Side;
  readonly isSummary?: true;
}

/** Clients that gain or lose access. */
export class Opening {
  // Private fields keep reports, which print all others, free of secrets.
  readonly #answers: readonly Answer[];
  readonly #client: Client | undefined;
  readonly #path: readonly Answer[];
  readonly #isSummary: boolean;
  /** A client that proves it, in one line; null if it is only possible. */
  readonly witness: string | null;
  /** The reason that it is only possible, to follow "because"; null if it is definite. */
  readonly because: string | null;

  constructor(
    /** False if it depends on a condition that only the service can evaluate. */
    readonly isCertain: boolean,
    /** `reaches`: a destination. `answered`: only a response of the policy itself. */
    readonly what: "reaches" | "answered",
    /** Describes the clients. */
    readonly who: string,
    /** The module, or the rule with its phase, index, and name, that blocked them before. */
    readonly keptOutBy: string | null,
    details: OpeningDetails,
    /** The destination, if they reached a different one before. */
    readonly to?: string,
  ) {
    this.#answers = details.answers;
    this.#path = details.path ?? details.answers;
    this.#client = isCertain ? details.client : undefined;
    this.#isSummary = details.isSummary === true;
    this.witness = this.#client === undefined ? null : describeClient(this.#client, details.side ?? "before");
    this.because = isCertain ? null : (details.because ?? "there are too many cases");
  }

  /** The same opening for another host. */
  withUrl(urlOf: (url: string) => string): Opening {
    const client = this.#client;
    return this.#with(this.isCertain, {
      path: this.#path,
      client: client && { ...client, url: urlOf(client.url) },
      because: this.because ?? undefined,
    });
  }

  /** The same opening as only possible. @param because - Follows "because". */
  doubted(because: string): Opening {
    return this.#with(false, { because });
  }

  #with(isCertain: boolean, details: Omit<OpeningDetails, "answers" | "isSummary">): Opening {
    const { what, who, keptOutBy, to } = this;
    const all = { answers: this.#answers, ...details, ...(this.#isSummary && { isSummary: true as const }) };
    return new Opening(isCertain, what, who, keptOutBy, all, to);
  }

  get answers(): readonly Answer[] {
    return this.#answers;
  }

  /** True if it represents openings that weren't searched for. */
  get isSummary(): boolean {
    return this.#isSummary;
  }

  /** The client of the witness. Its headers may hold secrets. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** True if some of these clients need no proof of identity, and may come from any address. */
  get isOfStrangers(): boolean {
    const client = this.#client;
    if (client === undefined || this.what !== "reaches" || targetsSignInPage(this.#answers)) return false;
    const relevant = [...this.#answers, ...this.#path.filter(({ question }) => question.kind !== "text")];
    const defaults = new Set(this.#path.filter(isDefaultAnswer).map(({ question }) => question.key));
    return (
      client.has.every((trait) => isImpliedTrait(trait) || defaults.has(keyOf(trait.id))) &&
      relevant.every((answer) => !answer.isTrue || isOpenToAnyone(answer.question) || isDefaultAnswer(answer))
    );
  }

  /** The end of a sentence about the clients: what they gain; empty for access in general. */
  get getsText(): string {
    if (this.what === "answered") return ", answered by the policy itself";
    return this.to === undefined ? "" : `, with access to ${this.to.slice(0, 80)}`;
  }

  textOf(side: Side): string {
    const perhaps = this.isCertain ? "" : "perhaps ";
    const by = this.keptOutBy === null ? "" : `; blocked ${WHEN[side]} by ${this.keptOutBy}`;
    return `${perhaps}${this.who}${this.getsText}${by}`;
  }
}

/** True if any client can answer the question with yes. */
function isOpenToAnyone(question: Question): boolean {
  if (question.kind === "address") return question.networks.coversFamily;
  if (question.kind === "text") return /^req\.(?:method|url\.scheme)$/.test(question.subject);
  return question.kind === "version" || isPublicBinding(question);
}

/** Clients that gain or lose access, as one sentence of a report. */
export interface ClientDescription {
  readonly who: string;
  /** False if it depends on a condition that only the service can evaluate. */
  readonly isCertain: boolean;
  /** A client that proves it, in one line; null if it is only possible. */
  readonly witness: string | null;
  /** Set for a summary of several sentences: the number of kinds of clients, or a lower bound of it. */
  readonly more?: { readonly kinds: number; readonly isAtLeast: boolean };
}

/** Replaces several descriptions by one. @param all - All descriptions, if these are only a part of them. */
export function summarize(
  descriptions: readonly ClientDescription[],
  all: readonly ClientDescription[] = descriptions,
): ClientDescription {
  const kinds = descriptions.reduce((sum, { more }) => sum + (more?.kinds ?? 1), 0);
  const isAtLeast = [...descriptions, ...all].some(({ more }) => more?.isAtLeast === true);
  const isCertain = descriptions.some((description) => description.isCertain);
  return { who: describeRemaining(kinds, isAtLeast), isCertain, witness: null, more: { kinds, isAtLeast } };
}

/** Openings with the guard that denied their clients. */
export interface OpeningGroup {
  readonly openings: readonly Opening[];
  /** The module that denied them; undefined for a policy, or if nothing was reachable. */
  readonly guardName?: string;
  /** Describes that module, if it is removed. */
  readonly removedGuard?: string;
  /** True if that module still exists and allows more. */
  readonly isKept?: true;
  /** True if no client had access before. */
  readonly isNewAccess?: true;
}
