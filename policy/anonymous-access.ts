import {
  type AccessQuery,
  AMBIGUOUS_PATH,
  type Answer,
  type Assumption,
  type Client,
  type FactId,
  passesTest,
  type Question,
  type TextQuestion,
  textQuestion,
  type UnknownId,
  URL_PARTS,
  urlPartText,
} from "../access";
import { credentialHeader, secretLike } from "../provider/family/credentials/likely";
import { isMaskedValue, readExpression } from "../traffic-policy/symbolic/policy-reader";

/** A name that no policy is expected to contain. */
const UNUSED_NAME = "zq0";

/** Variables that any client can choose. They include the country, because addresses are available in every country. */
const CLIENT_CHOSEN = new RegExp(
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

/** Client-chosen variables that don't depend on the rest of the request. */
const INDEPENDENT = /^(?:conn\.|req\.(?:user_agent\.|body|version))/;

/** Variables with names that the client chooses. */
const NAMED_BY_CLIENT = /^req\.(?:headers|cookies|trailers|url\.query_params)\./;

const SECRET_NAME = /auth|cookie|credential|hmac|jwt|key|pass|secret|session|sign|token|verif/i;

/** Results of `basic-auth`, which are set even for wrong passwords. */
const BASIC_AUTH = "actions.ngrok.basic_auth.credentials.";

const INDEX_SUFFIX = /\[[0*]\]$/;

/** True if a value may be secret, judged by its name or its content. */
const mayBeSecret = (name: string, value: string) =>
  !name.startsWith("conn.") &&
  (SECRET_NAME.test(name) || credentialHeader(name, value) || secretLike(value) !== undefined);

const isFreeChoice = (name: string, value: string) => CLIENT_CHOSEN.test(name) && !mayBeSecret(name, value);

/** True for an expression that reads only values that any client can choose, without credentials. */
function readsOnlyClientChoices(text: string): boolean {
  const { variables = [], texts = [] } = readExpression(text) ?? {};
  // With the empty string, only the name is checked.
  const values = ["", ...texts];
  return (
    variables.length > 0 && variables.every((name) => values.every((value) => isFreeChoice(name, value)))
  );
}

/** The part of a tested value that may be in the query. */
function queryPart({ subject, is, value }: TextQuestion): string {
  if (value.includes("?")) return value.slice(value.indexOf("?") + 1);
  return subject === "req.url.query" || is === "part" || is === "end" ? value : "";
}

/** Patterns for e-mail addresses that anyone can get by registering a domain. */
const OBTAINABLE_EMAILS = [
  `^${UNUSED_NAME}@([a-z0-9-]+\\.)*${UNUSED_NAME}\\.example$`,
  `^[a-z0-9]+@([a-z0-9-]+\\.)*${UNUSED_NAME}\\.example$`,
  `^${UNUSED_NAME}@${UNUSED_NAME}[a-z0-9-]*(\\.(co|com|org|net))?\\.[a-z]{2,9}$`,
];

/** Matches the patterns in policies for the addresses of one domain with at least three labels. */
const ONE_DOMAIN = /^[^@|()]*@((?:[\w-]+\.)+([\w-]+\.([\w-]+)))\$$/;

export interface AnonymousClients {
  /** True if a certificate is requested, but not verified. */
  readonly canPresentCertificate: boolean;
  /** True if no rule changes the header that `basic-auth` reads. */
  readonly canChooseUserName: boolean;
  /** True if internal endpoints that the stack doesn't declare are assumed to be those of agents without guards. */
  readonly canReachUndeclared: boolean;
}

/** Finds requests that get access without credentials, from any address of an IP version. */
export class AnonymousAccess {
  constructor(
    private readonly query: AccessQuery,
    private readonly clients: AnonymousClients,
  ) {}

  /** Finds an anonymous request for any path, preferably one that no rule mentions. */
  findAnyRequest(base = "/", isExact = false): Client | undefined {
    const path = isExact ? base : `${base.replace(/\/$/, "")}/${UNUSED_NAME}`;
    const client = this.#findClient({ path });
    if (client || isExact || this.#isServed(path)) return client;
    return this.#findClient({ below: base });
  }

  /**
   * Finds a request that any user of an OAuth provider can send, but no anonymous client. If the policies check the user's
   * e-mail address, the request has one that anyone can get.
   *
   * @param publicDomains - Domains in which anyone can get an address.
   */
  findUserRequest(provider: string, publicDomains: readonly string[]): Client | undefined {
    const users = { user: provider, unlessAnonymous: true };
    return (
      this.#findClient(users) ??
      firstOf(this.#obtainableEmails(`identity oauth ${provider}`, publicDomains), (answers) =>
        this.#findClient({ ...users, answers }),
      )
    );
  }

  describe({ method, url, headers, claims }: Client): string {
    const [, host = "", uri = ""] = /^(?:\w+:\/\/([^/]*))?(.*)$/s.exec(url) ?? [];
    const isWildcard = this.query.place.hosts?.name.startsWith("*.");
    const names = [
      ...Object.keys(headers).map((name) => `the header ${name}`),
      ...Object.keys(claims).map((name) => name.replace("chosen ", "").replace(INDEX_SUFFIX, "")),
    ];
    const others = names.filter((name) => !name.startsWith(BASIC_AUTH)).map((name) => name.slice(0, 80));
    return [
      `${method ?? "GET"} ${JSON.stringify(uri.slice(0, 80).replace(UNUSED_NAME, "*"))}`,
      ...(isWildcard ? [` of ${host.slice(0, 80)}`] : []),
      ...(others.length > 0 ? [` with ${others.slice(0, 3).join(" and ")} as in the policy`] : []),
      ...(others.length < names.length ? [" with a user name and a wrong password"] : []),
    ].join("");
  }

  /** True if some client may get a response for the path. */
  #isServed(path: string): boolean {
    return this.query.isPossible({
      assume: (question) =>
        (question.kind === "text" ? this.#assumeUrl(question, path, true) : undefined) ?? "free",
    });
  }

  #findClient({ path, below = "/", user, unlessAnonymous, answers }: ClientQuery): Client | undefined {
    const paths = path === undefined ? pathTest("start", below) : pathTest("equal", path);
    const client = firstOf([4, 6] as const, (ipVersion) => {
      const assume = (identity: Pick<ClientQuery, "user" | "answers">) => (question: Question) =>
        this.#assume(question, ipVersion, path, identity);
      return this.query.findClient({
        assume: assume({ user, answers }),
        exceptIf: unlessAnonymous ? assume({}) : undefined,
        paths,
        answers,
      });
    });
    if (client === undefined || path === undefined) return client;
    return {
      ...client,
      url: client.url.replace(/^(\w+:\/\/[^/]*)?[^?]*/, (_, origin = "") => origin + path),
    };
  }

  #assume(
    question: Question,
    ipVersion: 4 | 6,
    path: string | undefined,
    { user, answers }: ClientQuery,
  ): Assumption {
    switch (question.kind) {
      case "address":
        return question.networks.coversMost(ipVersion) ?? "either";
      case "version":
        return true;
      case "fact":
        return isTrueForAnyone(question.id, user);
      case "unknown":
        if (user !== undefined && question.id.kind === "application") return true;
        return question.expression && readsOnlyClientChoices(question.expression.text)
          ? "free"
          : this.#assumeUnknown(question.id);
      case "text":
        // The answers choose among addresses that anyone can get. An address that a policy names belongs to someone.
        if (question.subject === `identity oauth ${user}` && answers)
          return question.is === "equal" ? false : "free";
        return this.#assumeUrl(question, path) ?? this.#assumeText(question);
    }
  }

  #assumeUnknown(id: UnknownId): Assumption {
    const { canChooseUserName, canReachUndeclared } = this.clients;
    switch (id.kind) {
      case "endpoint":
        return true;
      case "forward":
        return (canReachUndeclared && !isMaskedValue(id.to)) || "either";
      case "presence":
        return (canChooseUserName && id.subject.startsWith(BASIC_AUTH)) || "either";
      default:
        return "either";
    }
  }

  /** Answers a question about the URL of the path; undefined for other questions, and without a path. */
  #assumeUrl(question: TextQuestion, path: string | undefined, hasNoQuery = false): Assumption | undefined {
    const { subject, version, is } = question;
    const part = URL_PARTS[subject];
    if (path === undefined || version !== "" || is === "network" || is === "present") return undefined;
    const isAmbiguous = AMBIGUOUS_PATH.test(path);
    const isKnown = part === "path" || ((isAmbiguous || hasNoQuery) && (part === "uri" || part === "whole"));
    if (!isKnown) return undefined;
    // It is unknown how the service normalizes such a path.
    if (isAmbiguous) return "either";
    const { scheme, hosts } = this.query.place;
    const text = urlPartText(subject, { scheme, host: hosts?.name, path, query: "" });
    return text === undefined ? "either" : (passesTest(question, text) ?? "either");
  }

  #assumeText(question: TextQuestion): Assumption {
    const { subject, version, is, value } = question;
    const name = subject.replace(INDEX_SUFFIX, "");
    const [, credential] = /^actions\.ngrok\.basic_auth\.credentials\.(presented|username)$/.exec(name) ?? [];
    if (credential !== undefined && this.clients.canChooseUserName)
      return credential === "username"
        ? chosenByClient(question)
        : (passesTest(question, "true") ?? "either");
    if (version !== "" || is === "network") return "either";
    // A self-signed certificate can have any content.
    if (is === "present" && this.clients.canPresentCertificate && name.startsWith("conn.tls.client."))
      return true;
    if (is === "present") return NAMED_BY_CLIENT.test(name) ? "free" : "either";
    const part = URL_PARTS[name];
    if (part === "query" || part === "uri" || part === "whole") {
      const query = queryPart(question);
      if (!mayBeSecret(query, query)) return "free";
      return (part === "query" ? passesTest(question, "") : undefined) ?? "either";
    }
    if (part !== undefined) return "free";
    if (isFreeChoice(name, value)) return INDEPENDENT.test(name) ? chosenByClient(question) : "free";
    if (!/^(?:req|conn|token|identity)\b/.test(subject)) return "either";
    const text = name.startsWith("identity ") ? `${UNUSED_NAME}@${UNUSED_NAME}.example` : UNUSED_NAME;
    return passesTest(question, text) ?? "either";
  }

  /** Alternative constraints on an e-mail address, each met by addresses that anyone can get. */
  #obtainableEmails(subject: string, publicDomains: readonly string[]): readonly (readonly Answer[])[] {
    const question = (is: "end" | "match", value: string, isFolded = false) =>
      textQuestion({ subject, is, value, isFolded });
    const domains = publicDomains.map((domain) => domain.replace(/\W/g, "\\$&")).join("|");
    const patterns = [...OBTAINABLE_EMAILS, ...(domains === "" ? [] : [`^${UNUSED_NAME}@(${domains})$`])];
    // An unescaped dot matches any character, so similar domains match too.
    const similar = this.query.questions.flatMap((test) => {
      if (test.kind !== "text" || test.subject !== subject || test.is !== "match") return [];
      const [, domain, last, suffix] = ONE_DOMAIN.exec(test.value.replace(/\\\.|\[\.\]/g, ".")) ?? [];
      if (domain === undefined) return [];
      return [
        [
          { question: question("match", `^[a-z0-9.]+@([a-z0-9-]+\\.)+${suffix}$`, true), isTrue: true },
          { question: question("end", `.${last}`, true), isTrue: false },
          { question: question("end", `@${last}`, true), isTrue: false },
        ],
      ];
    });
    return [...patterns.map((value) => [{ question: question("match", value), isTrue: true }]), ...similar];
  }
}

/** True for facts that any client, or any user of the provider, can make true. Anyone can create a certificate. */
const isTrueForAnyone = (id: FactId, user: string | undefined): boolean =>
  (id.kind === "binding" && id.name === "public") ||
  (id.kind === "certificate" && id.authority === undefined) ||
  (id.kind === "sign-in" && id.protocol === "oauth" && id.provider === user);

interface ClientQuery {
  readonly path?: string;
  /** Prefix of the paths to search, if `path` is unset. */
  readonly below?: string;
  /** The OAuth provider that the client signed in with. */
  readonly user?: string;
  /** Excludes requests that anonymous clients can send. */
  readonly unlessAnonymous?: boolean;
  readonly answers?: readonly Answer[];
}

/** It is unknown how the service normalizes an ambiguous path, so no test of it is required. */
const pathTest = (is: "start" | "equal", value: string) =>
  is === "equal" && AMBIGUOUS_PATH.test(value)
    ? []
    : [{ isTrue: true, question: { is, value, isFolded: false } }];

/** Asks about a claim instead, which can have any value, because nothing else in the request depends on it. */
const chosenByClient = ({ subject, is, value, isFolded }: TextQuestion): TextQuestion =>
  textQuestion({ subject: `claim chosen ${subject}`, is, value, isFolded });

function firstOf<Item, Result>(
  items: readonly Item[],
  find: (item: Item) => Result | undefined,
): Result | undefined {
  for (const item of items) {
    const result = find(item);
    if (result !== undefined) return result;
  }
  return undefined;
}
