import { isList } from "../traffic-policy/symbolic/guards";
import type { Client } from "./client";
import type { Literal } from "./diagram";
import type { TextQuestion } from "./question";
import { type Domain, holds, type Meter, type TextAnswer, wordOf } from "./text-solver";
import { textOfUrl, URL_PARTS, type UrlPart } from "./url-parts";

/** The hosts that lead somewhere. */
export interface Hosts {
  /** A name, or a wildcard such as `*.example.com` for all names below it. */
  readonly name: string;
  /** Names and wildcards below it that lead elsewhere. */
  readonly without: readonly string[];
}

/** Where a policy is, as far as it decides what requests come there. */
export interface Place {
  /** Undefined while they are not known, or have no name. */
  readonly hosts: Hosts | undefined;
  readonly scheme: string | undefined;
  /** Where it is not the one of the scheme. */
  readonly port?: string;
  /** Whether HTTP requests come there; undefined where that is not known. */
  readonly isHttp: boolean | undefined;
  /** What the paths of its requests have in common. */
  readonly paths?: readonly TextAnswer[];
}

/** What answers say of a client; null if no client gives them, undefined where nobody can tell. */
export type Found = Partial<Client> | null | undefined;

export type Asked = Literal<TextQuestion>;

/** Values are compared; whether one is there is not. */
export const answerOf = ({ question, is }: Asked): TextAnswer => {
  const { is: kind, value, isFolded } = question;
  if (kind === "present" || kind === "network") throw new Error(`${kind} is no test of a text`);
  return { test: { is: kind, value, isFolded }, is };
};

export const isAboutText = ({ question }: Asked) => question.is !== "present" && question.is !== "network";

/** The header, parameter or variable without the place of its value. */
export const nameOf = (subject: string): string => subject.replace(/\[[0*]\]$/, "");

const PARAMETER = /^req\.url\.query_params\.(.+)$/s;
const HEADER = /^req\.headers\.(.+)$/s;

const CONTENT_TYPE = /^req\.content_type(?:\.raw)?$/;

/** Texts that a client sends together are found together. */
export function groupOf({ subject, version }: Pick<TextQuestion, "subject" | "version">): string {
  const name = nameOf(subject);
  if (version !== "") return `text ${version} ${name}`;
  if (name === "req.user_agent") return "header user-agent";
  if (CONTENT_TYPE.test(name)) return "header content-type";
  if (name === "req.content_length") return "header content-length";
  if (name === "req.content_encoding") return "header content-encoding";
  const [, header] = HEADER.exec(name) ?? [];
  if (header !== undefined) return header === "host" ? "url" : `header ${header}`;
  return name === "req.host" || name === "conn.tls.sni" || /^req\.url(?:\.|$)/.test(name)
    ? "url"
    : `text  ${name}`;
}

const ANYTHING: Domain = { natural: ["^[a-z0-9]+$", "^[!-~](?:[ -~]*[!-~])?$", "^$"], widest: "" };

const DOMAINS: readonly (readonly [RegExp, Domain])[] = [
  [
    /^req\.method$/,
    {
      natural: ["^GET$", "^(?:POST|PUT|DELETE)$", "^(?:PATCH|HEAD|OPTIONS)$", "^[A-Z]{1,20}$"],
      widest: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    },
  ],
  [
    /^conn\.(?:geo|server_ip\.geo\.\w+)\.country_code$/,
    { natural: ["^US$", "^(?:DE|FR|GB)$", "^[A-Z]{2}$"], widest: "" },
  ],
  [
    /^identity |\.identity\.email$/,
    {
      natural: [
        "^someone@example\\.(?:com|org)$",
        "^someone@(?:[a-z0-9][a-z0-9-]*\\.)+[a-z]{2,}$",
        "^[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$",
      ],
      widest: "",
    },
  ],
  [/^req\.cookies\./, { natural: ["^[a-z0-9]+$", "^[!#-+\\--:<-\\[\\]-~]+$"], widest: "^[^;]*$" }],
  [
    /^req\.(?:headers\.content-length|content_length)$/,
    { natural: ["^[1-9][0-9]{0,3}$", "^[1-9][0-9]{0,14}$"], widest: "^[0-9]{1,15}$" },
  ],
  [/\.is_\w+$/, { natural: ["^(?:true|false)$"], widest: "^(?:true|false)$" }],
];

/** What all read alike. */
const MEDIA_TYPE = /^[a-z]+\/[a-z0-9][a-z0-9.+-]*$/;
const MEDIA_TYPES: Domain = {
  natural: ["^(?:application/json|text/plain)$", MEDIA_TYPE.source],
  widest: "",
};

/** The header as a whole. */
const WHOLE_MEDIA_TYPES: Domain = {
  natural: [...MEDIA_TYPES.natural, `${MEDIA_TYPE.source.slice(0, -1)}; [a-z]+=[a-z0-9-]+$`],
  widest: "",
};

const domainOf = (name: string): Domain => DOMAINS.find(([subject]) => subject.test(name))?.[1] ?? ANYTHING;

/** What a client chooses freely, or what the service finds out of it and may be anything. */
const isChosen = (name: string) =>
  /^(?:req\.(?:method$|cookies\.[^.]+$|user_agent\.|version$|location$)|conn\.(?!tls\.(?:sni|server|version))|identity |token |claim )/.test(
    name,
  );

/** Finds the texts of a client by what is asked of them. */
export class Requests {
  constructor(
    private readonly place: Place,
    private readonly meter: Meter,
  ) {}

  /** @param group - What `groupOf` names. */
  found(group: string, answers: readonly Asked[]): Found {
    if (group === "url") return this.url(answers);
    if (group === "header content-type") return this.contentType(answers);
    const [first] = answers;
    const name = nameOf(first?.question.subject ?? "");
    const values = this.values(answers, domainOf(name));
    if (!Array.isArray(values)) return values as null | undefined;
    // What rules have made of it on the way is not known.
    if (first?.question.version !== "") return undefined;
    if (group.startsWith("header ")) return this.header(group.slice("header ".length), values);
    if (!isChosen(name)) return undefined;
    if (isList(name)) return { variables: { [name]: values } };
    const value = values[0] as string | undefined;
    if (name === "req.method") return { method: value };
    const [, cookie] = /^req\.cookies\.(.+)$/s.exec(name) ?? [];
    if (cookie !== undefined)
      return value === undefined ? {} : { headers: { cookie: [`${cookie}=${value}`] } };
    if (value === undefined) return {};
    const kept = name.slice(name.indexOf(" ") + 1);
    if (name.startsWith("identity ")) return { emails: { [kept]: value } };
    if (name.startsWith("token ") || name.startsWith("claim ")) return { claims: { [kept]: value } };
    return { variables: { [name]: /^(?:true|false)$/.test(value) ? value === "true" : value } };
  }

  /** How the service reads it from what is sent is not told, but for requests that send none, or one without parameters. */
  private contentType(answers: readonly Asked[]): Found {
    const isPlain = ({ question }: Asked) => nameOf(question.subject) !== "req.content_type";
    if (answers.every(isPlain)) {
      const values = this.values(answers, WHOLE_MEDIA_TYPES);
      return values ? this.header("content-type", values) : (values as null | undefined);
    }
    const isRead = ({ question }: Asked) => CONTENT_TYPE.test(nameOf(question.subject));
    const [read, sent] = [answers.filter(isRead), answers.filter((asked) => !isRead(asked))];
    const bySubject = groupsBy(answers, ({ question }) => nameOf(question.subject));
    if ([...bySubject.values()].some((asked) => this.values(asked, ANYTHING) === null)) return null;
    const isNone = read.every((asked) => isAboutText(asked) && holds(answerOf(asked).test, "") === asked.is);
    if (isNone && sent.every(({ is }) => !is)) return {};
    const values = this.values(answers, MEDIA_TYPES);
    return values?.length === 1 && MEDIA_TYPE.test(values[0] ?? "")
      ? { headers: { "content-type": values } }
      : undefined;
  }

  private header(name: string, values: readonly string[]): Found {
    // How the service reads cookies from it is undocumented.
    if (name === "cookie" && values.length > 0) return undefined;
    return values.length === 0 ? {} : { headers: { [name]: values } };
  }

  private word(answers: readonly TextAnswer[], domain: Domain): string | null | undefined {
    return wordOf(answers, domain, this.meter);
  }

  /** The values of a name, of which tests ask the first one, any of them, or whether there is one. */
  private values(answers: readonly Asked[], domain: Domain): readonly string[] | null | undefined {
    if (answers.some(({ question }) => question.is === "network")) return undefined;
    const presence = answers.filter(({ question }) => question.is === "present");
    const [isHere, isMissing] = [true, false].map((held) => presence.some(({ is }) => is === held));
    if (isHere && isMissing) return null;
    const texts = answers.filter(isAboutText);
    const of = (end: "[*]" | "[0]" | "") =>
      texts
        .filter(({ question: { subject } }) =>
          end === "" ? !/\[[0*]\]$/.test(subject) : subject.endsWith(end),
        )
        .map(answerOf);
    const [each, first, whole] = [of("[*]"), of("[0]"), of("")];
    const isAsked = [...each, ...first].some(({ is }) => is);
    // Without a value no test of one is passed.
    if (isMissing && isAsked) return null;
    if (!isHere && !isAsked && (isMissing || each.length + first.length > 0 || isEmptyWithout(answers))) {
      // The user agent is empty then.
      const isMet = whole.every(({ test, is }) => holds(test, "") === is);
      if (isMet) return [];
      if (isMissing) return null;
    }
    const [wanted, never] = [each.filter(({ is }) => is), each.filter(({ is }) => !is)];
    const heads = [...first, ...whole, ...never];
    const one = this.word([...heads, ...wanted], domain);
    if (typeof one === "string" || wanted.length === 0 || first.length + whole.length + wanted.length < 2)
      return typeof one === "string" ? [one] : one;
    // Each test may be passed by another one of several values.
    const head = first.length + whole.length > 0 ? [this.word(heads, domain)] : [];
    const others = wanted.map((test) => this.word([test, ...never], domain));
    const all = [...head, ...others];
    if (all.includes(null)) return null;
    return all.includes(undefined) ? undefined : [...new Set(all as string[])];
  }

  /** The parts of a URL. */
  private url(sent: readonly Asked[]): Found {
    const of = (...parts: readonly string[]) =>
      sent.filter(
        (answer) => isAboutText(answer) && parts.includes(URL_PARTS[answer.question.subject] ?? ""),
      );
    const parameters = groupsBy(sent, ({ question }) => PARAMETER.exec(nameOf(question.subject))?.[1]);
    // Without a port of its own, the authority is the name.
    const names = this.place.port === undefined ? of("name", "authority") : of("name");
    const known = names.length + of("host", "path", "query", "uri", "whole", "scheme").length;
    const isKnown = known + [...parameters.values()].flat().length === sent.length;
    const values = [...parameters].map(([name, asked]) => [name, this.values(asked, ANYTHING)] as const);
    // What each text by itself cannot be is out of the question.
    const bySubject = groupsBy(
      sent.filter(isAboutText),
      ({ question }) => URL_PARTS[question.subject] && question.subject,
    );
    for (const [subject, asked] of bySubject)
      if (this.word([...asked.map(answerOf), ...this.placed(subject)], this.domain(subject)) === null)
        return null;
    if (values.some(([, found]) => found === null)) return null;
    if (!isKnown || values.some(([, found]) => found === undefined)) return undefined;
    const host = this.host(of("host"), names);
    if (host === undefined) return undefined;
    const [authority, header] = host;
    const asked = [...parameters.values()].flat();
    const query =
      asked.length > 0 && of("query").length > 0
        ? this.word(of("query").map(answerOf), this.domain("req.url.query"))
        : values.flatMap(([name, found]) => (found ?? []).map((value) => `${name}=${value}`)).join("&");
    if (typeof query !== "string" || !asked.every((one) => isSent(one, query))) return undefined;
    if (asked.length > 0 && (of("uri", "whole").length > 0 || !PLAIN_QUERY.test(query))) return undefined;
    const parts = { path: of("path"), query: of("query"), other: of("uri", "whole") };
    const found = this.rest(authority, parts, query);
    return found && header !== undefined ? { ...found, headers: { host: [header] } } : found;
  }

  /** What the place says of a part of the URL. */
  private placed(subject: string): readonly TextAnswer[] {
    const { hosts, paths = [] } = this.place;
    const part = URL_PARTS[subject];
    if (part === "path") return paths;
    if (part !== "host" && part !== "name" && part !== "authority") return [];
    return (hosts?.without ?? []).map((name) => ({
      is: false,
      test: { is: "match", value: `(?i)^${hostPattern(name, ".+")}\\.?(?::\\d+)?$`, isFolded: false },
    }));
  }

  private domain(subject: string): Domain {
    const { hosts, scheme } = this.place;
    // Requests that are forwarded to an internal endpoint may keep the host that their clients have asked for.
    const isForwarded = hosts?.name.endsWith(".internal") === true;
    const name = isForwarded ? undefined : hosts && hostPattern(hosts.name, ".+");
    switch (URL_PARTS[subject]) {
      case "path":
        return { natural: ["^/[a-z0-9_-]*$", `^${PATH}$`], widest: "^/" };
      case "query":
        return { natural: [`^(?:${QUERY})?$`], widest: "^[^#]*$" };
      case "uri":
        return { natural: [], widest: "^/" };
      case "scheme":
        return { natural: [`^${scheme ?? "https"}$`], widest: scheme === undefined ? "" : `^${scheme}$` };
      case "whole":
        return {
          natural: [],
          widest: name && scheme ? `(?i)^${scheme}://${name}\\.?(?::\\d+)?/[^#\\s]*$` : "",
        };
      case "host":
      case "authority":
      case "name": {
        if (hosts === undefined) return { natural: [], widest: "" };
        const natural = ["[a-z][a-z0-9]*", "[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?"].map(
          (labels) => `^${hostPattern(hosts.name, labels)}$`,
        );
        // The name that a client connects to is read in lower case; what it sends as `Host` is read as it is.
        const spelled: Partial<Record<UrlPart, string>> = {
          name: `^${name}$`,
          authority: `^${name}(?::\\d+)?$`,
          host: `(?i)^${name}\\.?(?::\\d+)?$`,
        };
        const widest = spelled[URL_PARTS[subject] ?? "host"] ?? "";
        return { natural, widest: name === undefined ? "" : widest };
      }
      default:
        return { natural: [], widest: "" };
    }
  }

  /**
   * A host that a client asks for, and what it sends as `Host` where that is another spelling of it; undefined where none is
   * known, and empty where none is asked for.
   */
  private host(
    whole: readonly Asked[],
    names: readonly Asked[],
  ): readonly [authority: string, header?: string] | undefined {
    const { hosts, port } = this.place;
    if (hosts === undefined) return whole.length + names.length > 0 ? undefined : [""];
    const word = (asked: readonly Asked[]) =>
      this.word([...asked.map(answerOf), ...this.placed("req.host")], this.domain("req.url.host"));
    const atPort = (name: string) => (port === undefined ? name : `${name}:${port}`);
    const together = port === undefined ? word([...names, ...whole]) : word(names);
    const fits = (text: string) => whole.map(answerOf).every(({ test, is }) => holds(test, text) === is);
    if (typeof together === "string" && fits(atPort(together))) return [atPort(together)];
    const name = word(names);
    if (typeof name !== "string") return undefined;
    // Names of hosts are the same in upper case, and the header is read as it is sent.
    const spelled = `(?i)^${quoted(atPort(name))}$`;
    const header = this.word(whole.map(answerOf), { natural: [spelled], widest: "" });
    return typeof header === "string" ? [atPort(name), header] : undefined;
  }

  private rest(
    authority: string,
    of: Readonly<Record<"path" | "query" | "other", readonly Asked[]>>,
    given: string,
  ): Found {
    const { scheme = "https", paths = [] } = this.place;
    const start = authority === "" ? "" : `${scheme}://${authority}`;
    if (this.place.isHttp === false) return { url: start };
    const path = [...of.path.map(answerOf), ...paths];
    if (of.other.length === 0) {
      const found = this.word(path, this.domain("req.url.path"));
      const query =
        given === "" && of.query.length > 0
          ? this.word(of.query.map(answerOf), this.domain("req.url.query"))
          : given;
      if (typeof found !== "string" || typeof query !== "string") return undefined;
      return { url: `${start}${found}${query === "" ? "" : `?${query}`}` };
    }
    if (start === "") return undefined;
    // One that gives the answers about one part is tried for the others.
    const asked = [...of.path, ...of.query, ...of.other];
    const isWhole = ({ question }: Asked) => URL_PARTS[question.subject] === "whole";
    const whole = of.other.filter(isWhole).map(answerOf);
    const uris = of.other.filter((one) => !isWhole(one)).map(answerOf);
    const own = this.word(path, this.domain("req.url.path"));
    const tail = given === "" ? `(?:\\?${QUERY})?` : `\\?${quoted(given)}`;
    const natural = (typeof own === "string" ? [quoted(own), PATH] : [PATH]).map((one) => `${one}${tail}$`);
    const words = [
      this.word(whole, { natural: natural.map((uri) => `^${quoted(start)}${uri}`), widest: "" }),
      this.word(uris, { natural: natural.map((uri) => `^${uri}`), widest: "" }),
      own && (given === "" ? own : `${own}?${given}`),
    ];
    const url = words
      .map((word) => (word?.startsWith("/") ? `${start}${word}` : word))
      .find((word) => {
        if (typeof word !== "string") return false;
        const isGiven = (subject: string, { test, is }: TextAnswer) => {
          const text = textOfUrl(subject, word);
          return text !== undefined && holds(test, text) === is;
        };
        return (
          asked.every((one) => isGiven(one.question.subject, answerOf(one))) &&
          paths.every((one) => isGiven("req.url.path", one))
        );
      });
    return url ? { url } : undefined;
  }
}

/** A path that all read alike: without escapes, empty segments, and dots that mean a place. */
const PATH =
  "(?:/(?:\\.?[A-Za-z0-9_~!$&'()*+,=:@-][A-Za-z0-9_~!$&'()*+,=:@.-]*)?|/(?:\\.?[A-Za-z0-9_~!$&'()*+,=:@-][A-Za-z0-9_~!$&'()*+,=:@.-]*/)+(?:\\.?[A-Za-z0-9_~!$&'()*+,=:@-][A-Za-z0-9_~!$&'()*+,=:@.-]*)?)";
const QUERY = "[A-Za-z0-9_.~-]+(?:=[A-Za-z0-9_.~/:-]*)?(?:&[A-Za-z0-9_.~-]+(?:=[A-Za-z0-9_.~/:-]*)?)*";
const PLAIN_QUERY = /^[\w.~&=:/-]*$/;

/** True if a query gives an answer about a parameter. */
function isSent(asked: Asked, query: string): boolean {
  const { question } = asked;
  const sent = new URLSearchParams(query).getAll(PARAMETER.exec(nameOf(question.subject))?.[1] ?? "");
  return isGivenBy(asked, sent);
}

/** True if these values of its subject give an answer. */
export function isGivenBy(asked: Asked, given: readonly string[]): boolean {
  const { question, is } = asked;
  if (question.is === "present") return given.length > 0 === is;
  const values = question.subject.endsWith("[*]") ? given : given.slice(0, 1);
  return values.some((value) => holds(answerOf(asked).test, value)) === is;
}

const quoted = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");

/** @param labels - What stands for the star of a wildcard. */
const hostPattern = (name: string, labels: string) =>
  name.startsWith("*.") ? `${labels}${quoted(name.slice(1))}` : quoted(name);

/** A user agent that nothing asks for need not be there. */
const isEmptyWithout = (answers: readonly Asked[]) =>
  answers.some(({ question }) => question.subject === "req.user_agent");

export function groupsBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | undefined,
): Map<string, Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return groups;
}
