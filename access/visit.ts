import type { Access } from "./access";
import { judged } from "./compare";
import { ANSWERED, AWAY, type Node, THROUGH, TooLarge } from "./diagram";
import type { InternalEndpoints } from "./internal";
import type { Question, TextQuestion } from "./question";
import type { Place } from "./request";
import { leastOf } from "./request";
import { holds } from "./text";
import type { Tri } from "./tri";
import { UNSETTLED, URL_PARTS, type UrlPart, urlText } from "./url";

/** A client that proves nothing but what is said of it here. */
export interface Visitor {
  readonly method: string;
  /** Undefined where any host may be asked for. */
  readonly host: string | undefined;
  readonly path: string;
  /** Without the question mark; undefined for any. Where there is one, it alone says which parameters are sent. */
  readonly query: string | undefined;
  readonly address: string;
  /** The newest version of TLS that it speaks: 0 to 3, of TLS 1.0 to 1.3. */
  readonly tls: number;
  /** Undefined for any. */
  readonly userAgent: string | undefined;
  /**
   * How many values it sends of each header, cookie and parameter that is asked for, which nobody has named, but one of those
   * that it chooses; undefined for any number.
   */
  readonly sends: number | undefined;
  /**
   * Texts that it chooses, or that the service finds out of it, by variables without an index: `req.headers.x-user`.
   * Undefined for any, or none.
   */
  readonly texts: ReadonlyMap<string, string | undefined>;
  /**
   * The user name that it sends for basic-auth, with a password that is none of the policy; undefined for none. What the
   * action finds is not told where this is left out.
   */
  readonly basicAuth?: { readonly userName: string | undefined } | undefined;
  /** Keys of facts that it has, such as a binding; what the keys of unknown questions begin with. */
  readonly has: readonly string[];
  /** Whether redirects by a pattern are for what it asks; undefined where some may be. */
  readonly isRedirected: Tri;
  /** Whether internal endpoints that cannot be seen let it in; undefined where that is not to be guessed. */
  readonly passesUnseen: Tri;
}

/** What surely becomes of a visitor: it gets behind all guards, a policy answers it, or it is kept out. */
export type Outcome = "in" | "answered" | "out" | "undecided";

/** A value of somebody who knows none that a policy names. */
const OWN = "zq0";

/** A parameter of the query, and of its values the first one or any. */
const PARAMETER = /^req\.url\.query_params\.(.+?)(?:\[(0|\*)\])?$/;

const READS_QUERY: ReadonlySet<UrlPart | undefined> = new Set(["query", "uri", "whole"]);
const READS_PATH: ReadonlySet<UrlPart | undefined> = new Set(["path", "uri", "whole"]);

/** What basic-auth finds in the request, whether or not it lets it through. */
const BASIC_AUTH = "there is actions.ngrok.basic_auth.credentials.";
const FOUND = /^actions\.ngrok\.basic_auth\.credentials\.(presented|username)$/;

/** Asks of one access what becomes of visitors. */
export class Visits {
  private readonly judged: ReturnType<typeof judged> | undefined;
  /** Keys of what the service chooses. */
  private readonly picks: readonly string[];

  constructor(
    access: Access,
    internal: InternalEndpoints,
    private readonly where: Place,
    /** Whether nothing is behind the policy but where it forwards to. */
    private readonly isUnbacked = false,
  ) {
    this.judged = untooLarge(() => judged(access, internal, where));
    const asked = this.judged?.decisions.asked() ?? [];
    this.picks = asked.flatMap((question) =>
      question.asks === "unknown" && question.of === "pick" ? [question.key] : [],
    );
  }

  outcomeOf(visitor: Visitor): Outcome {
    const sure = this.outcomeBy(visitor, () => undefined);
    if (sure !== "undecided" || this.picks.length === 0) return sure;
    // The service picks anew for each request: who tries again comes to each member of a pool.
    const isIn = [undefined, ...this.picks].some(
      (picked) => this.outcomeBy(visitor, (key) => key === picked) === "in",
    );
    return isIn ? "in" : sure;
  }

  private outcomeBy(visitor: Visitor, isPicked: (key: string) => Tri): Outcome {
    const ends = this.ends((question) => {
      const isPick = question.asks === "unknown" && question.of === "pick";
      return isPick ? isPicked(question.key) : this.answer(question, visitor);
    });
    const found = new Set(ends.map((end) => this.endOf(end)));
    const [one = "out", ...others] = found;
    return this.judged === undefined || others.length > 0 ? "undecided" : one;
  }

  /**
   * Whether somebody gets in, whatever they prove, who is like a visitor in the request or in the version of TLS; undefined
   * where that depends on what nobody can tell.
   */
  getsIn(visitor: Visitor, like: "request" | "tls"): Tri {
    if (this.judged === undefined) return undefined;
    const isOpen = (unknown: Tri) =>
      this.ends((question) => {
        const isAlike =
          like === "tls"
            ? question.asks === "version"
            : question.asks === "text" && /^req\.(?:method|host|url)/.test(question.subject);
        if (isAlike) return this.answer(question, visitor);
        const isFree = question.asks !== "unknown" || question.of === "guard";
        if (isFree || question.key.startsWith("unknown there is ")) return undefined;
        return this.answer(question, visitor) ?? unknown;
      }).some((end) => {
        const outcome = this.endOf(end);
        if (outcome === "undecided") return unknown !== false;
        return outcome === "in" || (like === "tls" && outcome === "answered");
      });
    if (!isOpen(undefined)) return false;
    return isOpen(true) && isOpen(false) ? true : undefined;
  }

  private endOf(end: Node): Outcome {
    if (end === AWAY) return "out";
    if (end === ANSWERED) return "answered";
    // A request is in that gets behind the guards, even if nobody hears what becomes of it.
    return this.isUnbacked && this.placeOf(end) === THROUGH ? "out" : "in";
  }

  /** The place that is got to, in whatever way and whether what it answers is heard or not. */
  private placeOf(end: Node): Node {
    const { decisions } = this.judged ?? {};
    const place = decisions?.destinationOf(decisions.heardAt(end) ?? end) ?? end;
    return place === end ? end : this.placeOf(place);
  }

  private ends(answer: (question: Question) => Tri): readonly Node[] {
    if (this.judged === undefined) return [];
    const { decisions, end } = this.judged;
    return decisions.endsFor(end, answer);
  }

  private answer(question: Question, visitor: Visitor): Tri {
    switch (question.asks) {
      case "address":
        return question.networks.admits(visitor.address);
      case "version":
        return question.isOldest ? false : visitor.tls >= question.level;
      case "fact":
        return visitor.has.includes(question.key);
      case "unknown":
        if (visitor.has.some((key) => question.key.startsWith(key))) return true;
        if (question.key.startsWith("unknown redirect ")) return visitor.isRedirected;
        if (question.key.startsWith(`unknown ${BASIC_AUTH}`)) return visitor.basicAuth && true;
        if (visitor.passesUnseen === undefined) return undefined;
        // What is forwarded to an endpoint that cannot be seen comes to one.
        if (question.key.startsWith("unknown internal ")) return visitor.passesUnseen;
        return question.key.startsWith("unknown an endpoint at ") ? true : undefined;
      case "text":
        return this.passes(question, visitor);
    }
  }

  private passes(question: TextQuestion, visitor: Visitor): Tri {
    const { subject, version, is, value, isFolded } = question;
    const [, found] = FOUND.exec(subject) ?? [];
    if (found !== undefined) {
      if (visitor.basicAuth === undefined || is === "network" || is === "present") return undefined;
      const { userName } = visitor.basicAuth;
      const text = found === "username" ? (userName ?? "") : String(userName !== undefined);
      return holds({ is, value, isFolded }, text);
    }
    if (version !== "") return undefined;
    const [, parameter, place] = PARAMETER.exec(subject) ?? [];
    if (parameter !== undefined && visitor.query !== "") {
      if (visitor.query === undefined || is === "network") return undefined;
      const sent = new URLSearchParams(visitor.query).getAll(parameter);
      if (is === "present") return sent.length >= leastOf(question);
      return sent
        .slice(0, place === "*" ? undefined : 1)
        .some((text) => holds({ is, value, isFolded }, text));
    }
    const isNamed = /^req\.(?:headers|cookies|trailers|url\.query_params)\./.test(subject);
    if (is === "present") {
      const least = leastOf(question);
      const given = visitor.texts.get(subject) !== undefined || isSentAlways(subject) ? 1 : 0;
      if (given >= least) return true;
      if (!isNamed || visitor.sends === undefined) return undefined;
      return Math.max(given, visitor.sends) >= least;
    }
    const text = this.textOf(subject, visitor);
    return text === undefined || is === "network" ? undefined : holds({ is, value, isFolded }, text);
  }

  /** Undefined for what nobody can tell of it. */
  private textOf(subject: string, visitor: Visitor): string | undefined {
    const { method, host, path, query, userAgent } = visitor;
    const name = subject.replace(/\[[0*]\]$/, "");
    if (visitor.texts.has(name)) return visitor.texts.get(name);
    switch (name) {
      case "req.method":
        return method;
      case "req.headers.host":
        return host;
      case "req.user_agent":
      case "req.headers.user-agent":
        return userAgent;
      default:
        if (Object.hasOwn(URL_PARTS, name)) {
          if (query === undefined && READS_QUERY.has(URL_PARTS[name])) return undefined;
          // What the service makes of such a path is not told, but for where it is read as it came.
          if (UNSETTLED.test(path) && READS_PATH.has(URL_PARTS[name]) && !name.includes(".raw"))
            return undefined;
          return urlText(name, { scheme: this.where.scheme, host, path, query: query ?? "" });
        }
        if (name.startsWith("identity ")) return `${OWN}@${OWN}.example`;
        return /^(?:req|conn|token)\b/.test(subject) ? OWN : undefined;
    }
  }
}

const isSentAlways = (subject: string) => /^req\.headers\.(?:host|user-agent)$/.test(subject);

function untooLarge<T>(judge: () => T): T | undefined {
  try {
    return judge();
  } catch (error) {
    if (error instanceof TooLarge) return undefined;
    throw error;
  }
}
