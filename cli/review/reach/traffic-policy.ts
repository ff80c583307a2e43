import { createHash } from "node:crypto";
import {
  type GuardReading,
  type GuardRule,
  readGuards,
  UNKNOWN_TEXT,
} from "../../../provider/traffic-policy/guards";
import { type AccountObject, type AccountView, isHidden } from "../account";
import { SECRET } from "../preview";
import type { Restriction, Tri } from "./restriction";

/** Where a policy is set: the object, and the path of the input that holds it. */
export interface PolicySite {
  readonly view: AccountView;
  readonly object: AccountObject;
  readonly path: readonly string[];
}

/** Whom a traffic policy lets in. How it compares with guards of other kinds is for `admission` to say. */
export class TrafficPolicy implements Restriction {
  readonly isClosed: Tri;
  readonly isOpen: Tri;
  readonly text: string;
  /** Undefined for a policy that cannot be read. */
  readonly reading: GuardReading | undefined;
  readonly content: string;

  /**
   * @param policy - Text or object.
   * @param hidden - Names the value at a path that the preview does not show: the same name for the same value.
   */
  constructor(
    policy: unknown,
    readonly site: PolicySite,
    hidden: (path: readonly string[]) => string,
  ) {
    this.reading = readGuards(withNames(policy, [], hidden));
    const { reading } = this;
    this.content =
      reading === undefined
        ? digest(JSON.stringify(policy))
        : digest(
            JSON.stringify([reading.rules.map(({ phase, content }) => [phase, content]), reading.doubts]),
          );
    const [first] = reading?.doubts.length === 0 ? (reading.rules ?? []) : [];
    const start = first?.conditions.length === 0 ? first.actions[0]?.effect : undefined;
    this.isClosed = start === "refuses" ? true : undefined;
    this.isOpen = reading === undefined ? undefined : isHarmless(reading) ? true : undefined;
    this.text = reading === undefined ? "whom a policy lets in that cannot be read" : textOf(reading.rules);
  }

  within(other: Restriction): Tri {
    return other instanceof TrafficPolicy && other.content === this.content ? true : undefined;
  }

  beyond(): string {
    return this.text;
  }
}

const digest = (text: string) => createHash("sha256").update(text).digest("base64url");

const isHarmless = ({ rules, doubts }: GuardReading) =>
  doubts.length === 0 &&
  rules.every(({ actions }) =>
    actions.every(
      (action) =>
        action.effect === "none" ||
        action.effect === "changes" ||
        (action.effect === "guards" && action.isEnforced === false),
    ),
  );

const MOST_NAMED = 6;

/** What it does, in the order of its rules. */
function textOf(rules: readonly GuardRule[]): string {
  const types = rules.flatMap(({ actions }) =>
    actions.flatMap((action) =>
      action.effect === "none" || action.effect === "changes"
        ? []
        : action.effect === "guards" && action.isEnforced === false
          ? [`${action.type} (not enforced)`]
          : [action.type || "hidden rules"],
    ),
  );
  const named = [...new Set(types)].map((type) => type.slice(0, 40));
  const listed = named.slice(0, MOST_NAMED).join(", ");
  const more = named.length > MOST_NAMED ? ` and ${named.length - MOST_NAMED} more` : "";
  return named.length === 0 ? "everybody" : `whom its ${listed}${more} let in`;
}

/** A policy with a name in the place of each value that the preview does not show. */
function withNames(
  value: unknown,
  path: readonly string[],
  hidden: (path: readonly string[]) => string,
): unknown {
  if (Array.isArray(value)) return value.map((item, at) => withNames(item, [...path, String(at)], hidden));
  if (value !== null && typeof value === "object" && path.length < 100)
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, withNames(item, [...path, key], hidden)]),
    );
  if (typeof value !== "string" || !isHidden(value)) return value;
  return `${value === SECRET ? SECRET_TEXT : UNKNOWN_TEXT}${hidden(path)}`;
}

const SECRET_TEXT = `${UNKNOWN_TEXT}secret `;

/** Whether a name stands for a secret, which may be anything, and not for what the change finds out. */
export const isSecretName = (text: string) => text.startsWith(SECRET_TEXT);
