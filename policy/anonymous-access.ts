import {
  type AccessQuery,
  AMBIGUOUS_PATH,
  type Answer,
  type Assumption,
  type Client,
  type FactId,
  holds,
  type Question,
  type TextQuestion,
  textQuestion,
  type UnknownId,
  URL_PARTS,
  urlPartText,
} from "../access";
import { credentialHeader, secretLike } from "../provider/family/credentials/likely";
import { expressionIn, UNKNOWN_TEXT } from "../traffic-policy/symbolic/guards";

/** A part of a path, and a text, that no policy names. */
const UNNAMED = "zq0";

/** Values that everybody can send, or that the service derives from what everybody can send: anybody has an address in any country. */
const CHOSEN = new RegExp(
  [
    "^req\\.(?:method|host|user_agent)$",
    "^req\\.headers\\.",
    "^req\\.cookies\\.",
    "^req\\.(?:url\\.query_params|user_agent)\\.",
    "^req\\.(?:body|content_type(?:\\.raw)?|version)$",
    "^conn\\.(?:client_ip\\.)?geo\\.",
    "^conn\\.tls\\.(?:cipher_suite|ja4_fingerprint|negotiated_alpn|version)$",
    "^conn\\.tls\\.client\\.(?:subject|issuer|san|serial_number)\\b",
  ].join("|"),
);

/** Of these, the ones that are independent of the rest of the request. */
const INDEPENDENT = /^(?:conn\.|req\.(?:user_agent\.|body|version))/;

const BY_NAME = /^req\.(?:headers|cookies|trailers|url\.query_params)\./;

/** Names of values that only some clients know. */
const PROVING = /auth|cookie|credential|hmac|jwt|key|pass|secret|session|sign|token|verif/i;

/** What `basic-auth` finds in a request, whether the password is right or not. */
const CREDENTIALS = "actions.ngrok.basic_auth.credentials.";

const isPlaced = /\[[0*]\]$/;

/** True if a value may be known to some clients only. */
const mayProve = (name: string, value: string) =>
  !name.startsWith("conn.") &&
  (PROVING.test(name) || credentialHeader(name, value) || secretLike(value) !== undefined);

/** True for a value that every client can choose, and that proves nothing. */
const isFreelyChosen = (name: string, value: string) => CHOSEN.test(name) && !mayProve(name, value);

/** True if an expression reads only values of the client's choice, and asks for none that proves something. */
function isChosen(text: string): boolean {
  const { facts = [], texts = [] } = expressionIn(text) ?? {};
  // The name of a header may say that it proves something, whatever text it is compared with, or none.
  const values = ["", ...texts];
  return facts.length > 0 && facts.every((name) => values.every((value) => isFreelyChosen(name, value)));
}

/** The part of a value that is sent in the query. */
const queryIn = ({ subject, is, value }: TextQuestion): string =>
  value.includes("?")
    ? value.slice(value.indexOf("?") + 1)
    : subject === "req.url.query" || is === "part" || is === "end"
      ? value
      : "";

/** Patterns of e-mail addresses that anybody can get: in a domain that is free, or that ends as others do. */
const OWN_EMAILS = [
  `^${UNNAMED}@([a-z0-9-]+\\.)*${UNNAMED}\\.example$`,
  `^[a-z0-9]+@([a-z0-9-]+\\.)*${UNNAMED}\\.example$`,
  `^${UNNAMED}@${UNNAMED}[a-z0-9-]*(\\.(co|com|org|net))?\\.[a-z]{2,9}$`,
];

/** A regular expression of the addresses of one domain, which has three parts or more. */
const ONE_DOMAIN = /^[^@|()]*@((?:[\w-]+\.)+([\w-]+\.([\w-]+)))\$$/;

/** What the policies of a place say about anonymous clients. */
export interface AnonymousClients {
  /** Clients are asked for a certificate, and may show any. */
  readonly mayShowCertificate: boolean;
  /** The user name that `basic-auth` finds is the client's: no rule changes the header. */
  readonly chooseUserName: boolean;
  /** Internal endpoints that the stack doesn't declare are taken to be an agent's, which has no guard. */
  readonly reachUndeclared: boolean;
}

/** Asks which requests get in that prove nothing: everybody can send them, from any address of one family. */
export class AnonymousAccess {
  constructor(
    private readonly query: AccessQuery,
    private readonly clients: AnonymousClients,
  ) {}

  /** The questions that the policies ask about texts. */
  get texts(): readonly TextQuestion[] {
    return this.query.questions.flatMap((question) => (question.asks === "text" ? [question] : []));
  }

  /** A request for one of some paths with which everybody gets in. */
  openTo(paths: readonly string[]): Client | undefined {
    for (const path of paths) {
      const client = this.#client({ path });
      if (client) return client;
    }
    return undefined;
  }

  /** The same for any path that is served: one that no rule names or, where nobody is served there, any other one. */
  open(base = "/", isExact = false): Client | undefined {
    const path = isExact ? base : base.endsWith("/") ? `${base}${UNNAMED}` : `${base}/${UNNAMED}`;
    const client = this.#client({ path });
    if (client || isExact || this.#isServed(path)) return client;
    return this.#client({ below: base });
  }

  /**
   * A client with which every user of an OAuth provider gets in, but nobody else. It has an e-mail address where that
   * matters: one that anybody can get.
   *
   * @param publicDomains - Domains in which anybody can get an address.
   */
  openToUsers(provider: string, publicDomains: readonly string[]): Client | undefined {
    const users = { user: provider, unless: {} };
    return (
      this.#client(users) ??
      firstOf(this.#obtainable(`identity oauth ${provider}`, publicDomains), (also) =>
        this.#client({ ...users, also }),
      )
    );
  }

  /** True if anonymous clients get in that speak no newer version of TLS than this: 0 to 3, of TLS 1.0 to 1.3. */
  takesTls(version: number): boolean {
    return this.query.isPossible({
      countsPolicyResponses: true,
      assume: (question) => {
        if (question.asks === "version") return question.isOldest !== true && version >= question.level;
        if (question.asks !== "unknown") return "free";
        const isFree = question.scope === "guard" || question.id.kind === "presence";
        return isFree ? "free" : this.#unknown(question.id);
      },
    });
  }

  /** A request in words: `GET "/admin"`. */
  describe({ method, url, headers, claims }: Client): string {
    const [, host = "", uri = ""] = /^(?:\w+:\/\/([^/]*))?(.*)$/s.exec(url) ?? [];
    const at = uri.includes(UNNAMED) ? "what is at " : "";
    const isWildcard = this.query.place.hosts?.name.startsWith("*.");
    const names = [
      ...Object.keys(headers).map((name) => `the header ${name}`),
      ...Object.keys(claims).map((name) => name.replace("chosen ", "").replace(isPlaced, "")),
    ];
    const others = names.filter((name) => !name.startsWith(CREDENTIALS)).map((name) => name.slice(0, 80));
    return [
      `${method ?? "GET"} ${at}${JSON.stringify(uri.slice(0, 80).replace(UNNAMED, "*"))}`,
      ...(isWildcard ? [` of ${host.slice(0, 80)}`] : []),
      ...(others.length > 0 ? [` with ${others.slice(0, 3).join(" and ")} as the policy names it`] : []),
      ...(others.length < names.length ? [" with a user name and a wrong password"] : []),
    ].join("");
  }

  #isServed(path: string): boolean {
    return this.query.isPossible({
      assume: (question) =>
        (question.asks === "text" ? this.#urlTest(question, path, true) : undefined) ?? "free",
    });
  }

  #client({ path, below = "/", user, unless, also }: Wanted): Client | undefined {
    const paths =
      path !== undefined
        ? pathIs(path)
        : [{ is: true, test: { is: "start" as const, value: below, isFolded: false } }];
    const client = firstOf([4, 6] as const, (family) => {
      const assume = (who: Pick<Wanted, "user" | "also">) => (question: Question) =>
        this.#assume(question, family, path, who);
      return this.query.client({
        assume: assume({ ...(user !== undefined && { user }), ...(also && { also }) }),
        ...(unless && { exceptIf: assume({}) }),
        paths,
        ...(also && { answers: also }),
      });
    });
    if (client === undefined || path === undefined) return client;
    return {
      ...client,
      url: client.url.replace(/^(\w+:\/\/[^/]*)?[^?]*/, (_, origin = "") => origin + path),
    };
  }

  #assume(question: Question, family: 4 | 6, path: string | undefined, { user, also }: Wanted): Assumption {
    switch (question.asks) {
      case "address":
        return question.networks.coversMost(family) ?? "either";
      case "version":
        return question.isOldest !== true;
      case "fact":
        return isAnybodys(question.id, user);
      case "unknown":
        if (user !== undefined && question.id.kind === "application") return true;
        return question.expression && isChosen(question.expression.text)
          ? "free"
          : this.#unknown(question.id);
      case "text":
        if (question.subject === `identity oauth ${user}` && also) return question.is !== "equal" && "free";
        return this.#urlTest(question, path) ?? this.#text(question);
    }
  }

  #unknown(id: UnknownId): Assumption {
    const { chooseUserName, reachUndeclared } = this.clients;
    switch (id.kind) {
      case "endpoint":
        return true;
      case "forward":
        return (reachUndeclared && !id.to.startsWith(UNKNOWN_TEXT)) || "either";
      case "presence":
        return (chooseUserName && id.subject.startsWith(CREDENTIALS)) || "either";
      default:
        return "either";
    }
  }

  /**
   * The answer to a question about a URL whose path is given; undefined for any other question.
   *
   * @param isWhole - The URL has no query.
   */
  #urlTest(question: TextQuestion, path: string | undefined, isWhole = false): Assumption | undefined {
    const { subject, version, is } = question;
    const part = Object.hasOwn(URL_PARTS, subject) ? URL_PARTS[subject] : undefined;
    if (path === undefined || version !== "" || is === "network" || is === "present") return undefined;
    const isUnsettled = AMBIGUOUS_PATH.test(path);
    const isKnown = part === "path" || ((isUnsettled || isWhole) && (part === "uri" || part === "whole"));
    if (!isKnown) return undefined;
    // What the service makes of such a path is unknown, except where it is read as it was sent.
    if (isUnsettled && !subject.includes(".raw")) return "either";
    const { scheme, hosts } = this.query.place;
    const text = urlPartText(subject, { scheme, host: hosts?.name, path, query: "" });
    return text === undefined ? "either" : (passes(question, text) ?? "either");
  }

  #text(question: TextQuestion): Assumption {
    const { subject, version, is, value } = question;
    const name = subject.replace(isPlaced, "");
    const [, found] = /^actions\.ngrok\.basic_auth\.credentials\.(presented|username)$/.exec(name) ?? [];
    if (found !== undefined && this.clients.chooseUserName)
      return found === "username" ? chosen(question) : (passes(question, "true") ?? "either");
    if (version !== "" || is === "network") return "either";
    // The clients that show a certificate have all that is in it.
    if (is === "present" && this.clients.mayShowCertificate && name.startsWith("conn.tls.client."))
      return true;
    if (is === "present") return BY_NAME.test(name) ? "free" : "either";
    const part = Object.hasOwn(URL_PARTS, name) ? URL_PARTS[name] : undefined;
    if (part === "query" || part === "uri" || part === "whole") {
      const query = queryIn(question);
      if (!mayProve(query, query)) return "free";
      return (part === "query" ? passes(question, "") : undefined) ?? "either";
    }
    if (part !== undefined) return "free";
    if (isFreelyChosen(name, value)) return INDEPENDENT.test(name) ? chosen(question) : "free";
    if (!/^(?:req|conn|token|identity)\b/.test(subject)) return "either";
    return (
      passes(question, name.startsWith("identity ") ? `${UNNAMED}@${UNNAMED}.example` : UNNAMED) ?? "either"
    );
  }

  /** Answers about the e-mail address of a user, each by an address that anybody can get. */
  #obtainable(subject: string, publicDomains: readonly string[]): readonly (readonly Answer[])[] {
    const about = (is: "end" | "match", value: string, isFolded = false) =>
      textQuestion({ subject, is, value, isFolded });
    const domains = publicDomains.map((domain) => domain.replace(/\W/g, "\\$&")).join("|");
    const own = [...OWN_EMAILS, ...(domains === "" ? [] : [`^${UNNAMED}@(${domains})$`])];
    // A dot of a regular expression stands for any character, so that others can get a domain that matches.
    const near = this.texts.flatMap((test) => {
      const [, domain, last, suffix] = ONE_DOMAIN.exec(test.value.replace(/\\\.|\[\.\]/g, ".")) ?? [];
      if (test.subject !== subject || test.is !== "match" || domain === undefined) return [];
      return [
        [
          { question: about("match", `^[a-z0-9.]+@([a-z0-9-]+\\.)+${suffix}$`, true), is: true },
          { question: about("end", `.${last}`, true), is: false },
          { question: about("end", `@${last}`, true), is: false },
        ],
      ];
    });
    return [...own.map((value) => [{ question: about("match", value), is: true }]), ...near];
  }
}

/** True for what anybody has, or the users of a provider. Everybody can sign a certificate that nobody has to trust. */
const isAnybodys = (id: FactId, user: string | undefined): boolean =>
  (id.kind === "binding" && id.name === "public") ||
  (id.kind === "certificate" && id.authority === undefined) ||
  (id.kind === "sign-in" && id.protocol === "oauth" && id.by === user);

/** Which clients are looked for. */
interface Wanted {
  readonly path?: string;
  /** What all paths begin with, where the path is not given. */
  readonly below?: string;
  /** The OAuth provider that they have signed in with. */
  readonly user?: string;
  /** Present: clients that anybody could be are left out. */
  readonly unless?: object;
  readonly also?: readonly Answer[];
}

const pathIs = (value: string) =>
  AMBIGUOUS_PATH.test(value) ? [] : [{ is: true, test: { is: "equal" as const, value, isFolded: false } }];

const passes = ({ is, value, isFolded }: TextQuestion, text: string): boolean | undefined =>
  is === "present" || is === "network" ? undefined : holds({ is, value, isFolded }, text);

/** A question about a text of the client's choice. */
const chosen = ({ subject, is, value, isFolded }: TextQuestion): TextQuestion =>
  textQuestion({ subject: `claim chosen ${subject}`, is, value, isFolded });

/** The first result that there is. */
function firstOf<Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
