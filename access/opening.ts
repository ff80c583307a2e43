import { type Client, describeClient, isImpliedTrait } from "./client";
import { describeRemaining, isDefaultAnswer, type Side, targetsSignInPage, WHEN } from "./descriptions";
import { type Answer, isPublicBinding, keyOf, type Question } from "./question";
import type { GuardChange } from "./rule-changes";
import type { Ternary } from "./three-valued";

interface OpeningDetails {
  /** The answers that the clients have in common. */
  readonly answers: readonly Answer[];
  /** All answers of the example client. */
  readonly path?: readonly Answer[];
  readonly client?: Client | undefined;
  readonly because?: string | undefined;
  /** The side that the clients are compared with: `before` for clients that gain access. */
  readonly side?: Side;
  readonly isSummary?: true;
}

/** Clients that reach more on one side of a change than on the other: they gain or lose access. */
export class Opening {
  // Private, because reports print all public fields, and the client may contain secrets.
  readonly #details: OpeningDetails;
  /** A client that proves the opening, in one line; null if it is only possible. */
  readonly witness: string | null;
  /** The reason that the opening is only possible; completes "because …". Null if it is definite. */
  readonly because: string | null;

  constructor(
    /** True if a witness proves it, false if it is only possible: `because` says why. */
    readonly isCertain: boolean,
    /** `reaches`: a destination. `answered`: only a response of the policy itself. */
    readonly what: "reaches" | "answered",
    readonly who: string,
    /** The module, or the rule with its phase, index, and name, that blocks them on the other side. */
    readonly keptOutBy: string | null,
    details: OpeningDetails,
    /** The destination, if they reach a different one on the other side. */
    readonly to?: string,
  ) {
    this.#details = { ...details, client: isCertain ? details.client : undefined };
    const { client, side = "before" } = this.#details;
    this.witness = client === undefined ? null : describeClient(client, side);
    this.because = isCertain ? null : (details.because ?? "there are too many cases");
  }

  /** The same opening, but only possible. Reports say "because" before the reason. */
  asPossible(because: string): Opening {
    const { what, who, keptOutBy, to } = this;
    return new Opening(false, what, who, keptOutBy, { ...this.#details, because }, to);
  }

  get answers(): readonly Answer[] {
    return this.#details.answers;
  }

  /** True if it stands for openings that weren't searched for, because there are too many. */
  get isSummary(): boolean {
    return this.#details.isSummary === true;
  }

  /** The client of the witness. Its headers may hold secrets. */
  get client(): Client | undefined {
    return this.#details.client;
  }

  /** True if some of these clients need no credentials, and may come from any address of an IP version. */
  get isOpenToPublic(): boolean {
    const { client, answers, path = answers } = this.#details;
    if (client === undefined || this.what !== "reaches" || targetsSignInPage(answers)) return false;
    const relevant = [...answers, ...path.filter(({ question }) => question.kind !== "text")];
    const defaults = new Set(path.filter(isDefaultAnswer).map(({ question }) => question.key));
    return (
      client.has.every((trait) => isImpliedTrait(trait) || defaults.has(keyOf(trait.id))) &&
      relevant.every((answer) => !answer.isTrue || isOpenToAnyone(answer.question) || isDefaultAnswer(answer))
    );
  }

  /** The end of a sentence about the clients: what they gain; empty for access in general. */
  get gainText(): string {
    if (this.what === "answered") return ", answered by the policy itself";
    return this.to === undefined ? "" : `, with access to ${this.to.slice(0, 80)}`;
  }

  describe(side: Side): string {
    const perhaps = this.isCertain ? "" : "perhaps ";
    const by = this.keptOutBy === null ? "" : `; ${WHEN[side]} blocked by ${this.keptOutBy}`;
    return `${perhaps}${this.who}${this.gainText}${by}`;
  }
}

function isOpenToAnyone(question: Question): boolean {
  if (question.kind === "address") return question.networks.coversFamily;
  if (question.kind === "text") return /^req\.(?:method|url\.scheme)$/.test(question.subject);
  return question.kind === "version" || isPublicBinding(question);
}

/** Clients that gain or lose access, as one sentence of a report. */
export interface ClientDescription {
  readonly who: string;
  readonly isCertain: boolean;
  /** A client that proves it, in one line; null if it is only possible, and for a summary. */
  readonly witness: string | null;
  /** Set for a summary of several sentences: the number of kinds of clients, or a lower bound of it. */
  readonly more?: { readonly kinds: number; readonly isAtLeast: boolean };
}

/** Replaces several descriptions with one. `all` has all descriptions, if these are only a part of them. */
export function summarize(
  descriptions: readonly ClientDescription[],
  all: readonly ClientDescription[] = descriptions,
): ClientDescription {
  const kinds = descriptions.reduce((sum, { more }) => sum + (more?.kinds ?? 1), 0);
  const isAtLeast = [...descriptions, ...all].some(({ more }) => more?.isAtLeast === true);
  const isCertain = descriptions.some((description) => description.isCertain);
  return { who: describeRemaining(kinds, isAtLeast), isCertain, witness: null, more: { kinds, isAtLeast } };
}

/** Openings with the guard that denies their clients on the other side of the change. */
export interface OpeningGroup {
  readonly openings: readonly Opening[];
  /** The module that denies them; undefined for a policy, or if nothing is reachable on that side. */
  readonly guardName?: string;
  /** Set if only the other side has that module: the clients that it allows. */
  readonly removedGuard?: string;
  /** Set if both sides have that module. */
  readonly isKept?: true;
  /** Set if no client has access on the other side. */
  readonly isNewAccess?: true;
}

/** How a change affects who has access. */
export interface AccessChange {
  readonly opens: Ternary;
  readonly closes: Ternary;
  readonly openings: readonly Opening[];
  /** Who gains and who loses access, one sentence for each reason. */
  readonly gainsAccess: readonly ClientDescription[];
  readonly losesAccess: readonly ClientDescription[];
  readonly stillRequired: readonly string[];
  readonly guards: readonly GuardChange[];
  /** Rules that differ, including those of internal endpoints that requests are forwarded to. */
  readonly rules: readonly GuardChange[];
  /** Ids of the internal endpoints that requests may be forwarded to, before or after. */
  readonly behind: readonly string[];
}
