import { isListVariable, servesHost } from "../traffic-policy/symbolic/policy-reader";
import type { Client } from "./client";
import { isTextTest, type TextAnswer, type TextQuestion } from "./question";
import { Meter } from "./re2-automaton";
import {
  type Domain,
  escapePattern,
  findText,
  passesTest,
  patternConstraint,
  type TextConstraint,
} from "./text-solver";
import { URL_PARTS, type UrlPart, urlValue } from "./url-parts";

/** The host names that one edge or endpoint serves. */
export interface Hosts {
  /** A name, or a wildcard such as `*.example.com`. */
  readonly name: string;
  /** More specific names and wildcards that others serve. */
  readonly except: readonly string[];
}

/** Constraints on the requests that reach an edge or endpoint. */
export interface Place {
  readonly hosts: Hosts | undefined;
  readonly scheme: string | undefined;
  /** Set if it isn't the scheme's default port. */
  readonly port?: string;
  readonly isHttp: boolean | undefined;
  /** Tests that the path passes. */
  readonly paths?: readonly TextConstraint[];
}

/** A part of a client that gives some answers; null if no client gives them, undefined if undecided. */
export type PartialClient = Partial<Client> | null | undefined;

/** The subject without its index: `[0]` for the first value, or `[*]` for any value. */
export const baseName = (subject: string): string => subject.replace(/\[[0*]\]$/, "");

const parameterName = ({ question: { subject } }: TextAnswer): string | undefined =>
  /^req\.url\.query_params\.(.+)$/s.exec(baseName(subject))?.[1];

/** The group of a property. Properties of a group depend on each other, so they are solved together. */
export function textGroup({ subject, version }: Pick<TextQuestion, "subject" | "version">): string {
  const name = baseName(subject);
  if (version !== "") return `rewritten ${version} ${name}`;
  if (name === "req.user_agent") return "header user-agent";
  if (/^req\.content_type(?:\.raw)?$/.test(name)) return "header content-type";
  if (name === "req.content_length") return "header content-length";
  if (name === "req.content_encoding") return "header content-encoding";
  const [, header] = /^req\.headers\.(.+)$/s.exec(name) ?? [];
  if (header !== undefined) return header === "host" ? "url" : `header ${header}`;
  return name === "req.host" || name === "conn.tls.sni" || /^req\.url(?:\.|$)/.test(name)
    ? "url"
    : `text ${name}`;
}

const ANY_VALUE: Domain = { preferred: ["^[a-z0-9]+$", "^[!-~](?:[ -~]*[!-~])?$", "^$"], allowed: "" };

/** Media types that every parser reads the same way. */
const MEDIA_TYPES = ["^(?:application/json|text/plain)$", "^[a-z]+/[a-z0-9][a-z0-9.+-]*$"];

const DOMAINS: readonly (readonly [RegExp, Domain])[] = [
  [
    /^req\.method$/,
    {
      preferred: ["^GET$", "^(?:POST|PUT|DELETE)$", "^(?:PATCH|HEAD|OPTIONS)$", "^[A-Z]{1,20}$"],
      allowed: "^[!#$%&'*+.^_`|~0-9A-Za-z-]+$",
    },
  ],
  [
    /^conn\.(?:geo|server_ip\.geo\.\w+)\.country_code$/,
    { preferred: ["^US$", "^(?:DE|FR|GB)$", "^[A-Z]{2}$"], allowed: "" },
  ],
  [
    /^identity |\.identity\.email$/,
    {
      preferred: [
        "^someone@example\\.(?:com|org)$",
        "^someone@(?:[a-z0-9][a-z0-9-]*\\.)+[a-z]{2,}$",
        "^[A-Za-z0-9._%+-]+@(?:[A-Za-z0-9][A-Za-z0-9-]*\\.)+[A-Za-z]{2,}$",
      ],
      allowed: "",
    },
  ],
  [/^req\.cookies\./, { preferred: ["^[a-z0-9]+$", "^[!#-+\\--:<-\\[\\]-~]+$"], allowed: "^[^;]*$" }],
  [
    /^req\.(?:headers\.content-length|content_length)$/,
    { preferred: ["^[1-9][0-9]{0,3}$", "^[1-9][0-9]{0,14}$"], allowed: "^[0-9]{1,15}$" },
  ],
  [/^req\.content_type$/, { preferred: MEDIA_TYPES, allowed: "" }],
  [
    /^req\.(?:headers\.content-type|content_type\.raw)$/,
    { preferred: [...MEDIA_TYPES, "^[a-z]+/[a-z0-9][a-z0-9.+-]*; [a-z]+=[a-z0-9-]+$"], allowed: "" },
  ],
  [/\.is_\w+$/, { preferred: ["^(?:true|false)$"], allowed: "^(?:true|false)$" }],
];

const findDomain = (name: string): Domain =>
  DOMAINS.find(([subject]) => subject.test(name))?.[1] ?? ANY_VALUE;

/** Matches variables that don't follow from other parts of the request: the client or the service chooses them. */
const FREELY_CHOSEN =
  /^(?:req\.(?:method$|cookies\.[^.]+$|user_agent\.|version$|location$)|conn\.(?!tls\.(?:sni|server|version))|identity |token |claim )/;

export class RequestSolver {
  private readonly meter = new Meter();

  constructor(private readonly place: Place) {}

  solve(group: string, answers: readonly TextAnswer[]): PartialClient {
    if (group === "url") return this.solveUrl(answers);
    const [first] = answers;
    const name = baseName(first?.question.subject ?? "");
    const isMixed = answers.some(({ question }) => baseName(question.subject) !== name);
    const values = this.solveValues(answers, findDomain(name));
    // The docs don't say how the service parses the header.
    if (group === "header content-type" && isMixed) return undefined;
    if (values === null || values === undefined) return values;
    // The value is unknown if earlier rules have changed it.
    if (first?.question.version !== "") return undefined;
    // The docs don't say how the service parses cookies.
    if (group === "header cookie" && values.length > 0) return undefined;
    if (group.startsWith("header "))
      return values.length === 0 ? {} : { headers: { [group.slice("header ".length)]: values } };
    if (!FREELY_CHOSEN.test(name)) return undefined;
    if (isListVariable(name)) return { variables: { [name]: values } };
    const [value] = values;
    if (name === "req.method") return { method: value };
    if (value === undefined) return {};
    const [, cookie] = /^req\.cookies\.(.+)$/s.exec(name) ?? [];
    if (cookie !== undefined) return { headers: { cookie: [`${cookie}=${value}`] } };
    const [, kind, key = ""] = /^(identity|token|claim) (.+)$/s.exec(name) ?? [];
    if (kind === "identity") return { emails: { [key]: value } };
    if (kind !== undefined) return { claims: { [key]: value } };
    return { variables: { [name]: /^(?:true|false)$/.test(value) ? value === "true" : value } };
  }

  /** The host with this label below the wildcard of the place; undefined without one, or if others serve the host. */
  hostOf(label: string): string | undefined {
    const { name = "", except = [] } = this.place.hosts ?? {};
    if (!name.startsWith("*.") || !/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/.test(label)) return undefined;
    const host = `${label}${name.slice(1)}`;
    return except.some((other) => servesHost(other, host)) ? undefined : host;
  }

  private findText(answers: readonly TextConstraint[], domain: Domain): string | null | undefined {
    return findText(answers, domain, this.meter);
  }

  /** Finds a list of at most one value that passes all tests: of the first value, of any value, and of the presence. */
  private solveValues(answers: readonly TextAnswer[], domain: Domain): readonly string[] | null | undefined {
    if (answers.some(({ question }) => question.is === "network")) return undefined;
    const presenceTests = answers.filter(({ question }) => question.is === "present");
    const mustBePresent = presenceTests.some(({ isTrue }) => isTrue);
    const mustBeAbsent = presenceTests.some(({ isTrue }) => !isTrue);
    if (mustBePresent && mustBeAbsent) return null;
    const tests = answers.filter(isTextTest);
    const testsOf = (index: "[*]" | "[0]" | "") =>
      tests.filter(({ question: { subject } }) => subject.slice(baseName(subject).length) === index);
    const [ofAny, ofFirst, ofWhole] = [testsOf("[*]"), testsOf("[0]"), testsOf("")];
    const needsValue = [...ofAny, ...ofFirst].some(({ isTrue }) => isTrue);
    if (mustBeAbsent && needsValue) return null;
    const mayBeAbsent = mustBeAbsent || ofAny.length + ofFirst.length > 0 || answers.some(readsEmptyIfAbsent);
    if (!mustBePresent && !needsValue && mayBeAbsent) {
      if (ofWhole.every(({ question, isTrue }) => passesTest(question, "") === isTrue)) return [];
      if (mustBeAbsent) return null;
    }
    const required = ofAny.filter(({ isTrue }) => isTrue);
    const forbidden = ofAny.filter(({ isTrue }) => !isTrue);
    const single = this.findText([...ofFirst, ...ofWhole, ...forbidden, ...required], domain);
    if (typeof single === "string") return [single];
    // Several values may pass tests that a single one doesn't.
    const mayNeedSeveral = required.length > 0 && ofFirst.length + ofWhole.length + required.length > 1;
    return mayNeedSeveral ? undefined : single;
  }

  private solveUrl(answers: readonly TextAnswer[]): PartialClient {
    const { port, scheme, paths = [], isHttp } = this.place;
    const tests = answers.filter(isTextTest);
    const testsOf = (...parts: readonly UrlPart[]) =>
      tests.filter(({ question: { subject } }) => parts.some((part) => part === URL_PARTS[subject]));
    const parameterTests = answers.filter((answer) => parameterName(answer) !== undefined);
    const parameterValues = [...Map.groupBy(parameterTests, parameterName)].map(
      ([name, ofName]) => [name, this.solveValues(ofName, ANY_VALUE)] as const,
    );
    // Rules out contradictions within each part.
    const urlTests = tests.filter(({ question: { subject } }) => URL_PARTS[subject] !== undefined);
    for (const [subject, ofSubject] of Map.groupBy(urlTests, ({ question }) => question.subject)) {
      const constraints = [...ofSubject, ...this.endpointConstraints(subject)];
      if (this.findText(constraints, this.domain(subject)) === null) return null;
    }
    if (parameterValues.some(([, values]) => values === null)) return null;
    const hasTests = (part: UrlPart) => testsOf(part).length > 0;
    // If the scheme is unknown, it is unknown whether a client can use the tested one. With a port, the authority isn't the name.
    const isUndecided =
      (scheme === undefined && hasTests("scheme")) || (port !== undefined && hasTests("authority"));
    if (isUndecided || urlTests.length + parameterTests.length < answers.length) return undefined;
    if (parameterValues.some(([, values]) => values === undefined)) return undefined;
    const authority = this.solveAuthority(testsOf("host"), testsOf("name", "authority"));
    if (authority === undefined) return undefined;
    const origin = authority === "" ? "" : `${scheme ?? "https"}://${authority}`;
    if (isHttp === false) return { url: origin };
    const query = hasTests("query")
      ? this.findText(testsOf("query"), this.domain("req.url.query"))
      : parameterValues
          .flatMap(([name, values]) => (values ?? []).map((value) => `${name}=${value}`))
          .join("&");
    if (typeof query !== "string") return undefined;
    const valuesOf = (test: TextAnswer) => new URLSearchParams(query).getAll(parameterName(test) ?? "");
    if (!parameterTests.every((test) => isSatisfiedBy(test, valuesOf(test)))) return undefined;
    const hasUriTests = hasTests("uri") || hasTests("whole");
    if (parameterTests.length > 0 && (hasUriTests || !PLAIN_QUERY.test(query))) return undefined;
    const path = this.findText([...testsOf("path"), ...paths], this.domain("req.url.path"));
    // A candidate that passes the tests of one part must pass those of all others too.
    const passes = (subject: string, { question, isTrue }: TextConstraint, url: string) => {
      const text = urlValue(subject, url);
      return text !== undefined && passesTest(question, text) === isTrue;
    };
    const ofUrl = urlTests.filter(
      ({ question: { subject } }) => !/name|host|authority|scheme/.test(URL_PARTS[subject] ?? ""),
    );
    const url = this.urlCandidates(origin, path, query, testsOf("uri"), testsOf("whole")).find(
      (candidate) =>
        ofUrl.every((answer) => passes(answer.question.subject, answer, candidate)) &&
        paths.every((constraint) => passes("req.url.path", constraint, candidate)),
    );
    return url ? { url } : undefined;
  }

  private urlCandidates(
    origin: string,
    path: string | null | undefined,
    query: string,
    uriTests: readonly TextConstraint[],
    urlTests: readonly TextConstraint[],
  ): readonly string[] {
    const queryPattern = query === "" ? `(?:\\?${QUERY})?` : `\\?${escapePattern(query)}`;
    const patterns = (typeof path === "string" ? [escapePattern(path), PATH] : [PATH]).map(
      (pattern) => `${pattern}${queryPattern}$`,
    );
    const find = (tests: readonly TextConstraint[], start: string) =>
      tests.length > 0 && origin !== ""
        ? this.findText(tests, {
            preferred: patterns.map((pattern) => `^${escapePattern(start)}${pattern}`),
            allowed: "",
          })
        : undefined;
    const [url, uri] = [find(urlTests, origin), find(uriTests, "")];
    return [
      ...(typeof url === "string" ? [url] : []),
      ...(typeof uri === "string" ? [origin + uri] : []),
      ...(typeof path === "string" ? [`${origin}${path}${query === "" ? "" : `?${query}`}`] : []),
    ];
  }

  private endpointConstraints(subject: string): readonly TextConstraint[] {
    const { hosts, paths = [] } = this.place;
    const part = URL_PARTS[subject];
    if (part === "path") return paths;
    if (part !== "host" && part !== "name" && part !== "authority") return [];
    return (hosts?.except ?? []).map((name) =>
      patternConstraint(`(?i)^${hostPattern(name, ".+")}\\.?(?::\\d+)?$`, false),
    );
  }

  private domain(subject: string): Domain {
    const { hosts, scheme } = this.place;
    // Forwarded requests may keep the host of the original request.
    const isForwarded = hosts?.name.endsWith(".internal") === true;
    const name = isForwarded ? undefined : hosts && hostPattern(hosts.name, ".+");
    const part = URL_PARTS[subject];
    switch (part) {
      case "path":
        return { preferred: ["^/[a-z0-9_-]*$", `^${PATH}$`], allowed: "^/" };
      case "query":
        return { preferred: [`^(?:${QUERY})?$`], allowed: "^[^#]*$" };
      case "uri":
        return withoutPreference("^/");
      case "scheme":
        return withoutPreference(scheme === undefined ? "" : `^${scheme}$`);
      case "whole":
        return withoutPreference(name && scheme ? `(?i)^${scheme}://${name}\\.?(?::\\d+)?/[^#\\s]*$` : "");
      case "host":
      case "authority":
      case "name": {
        if (hosts === undefined) return withoutPreference("");
        const preferred = ["[a-z][a-z0-9]*", "[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?"].map(
          (labels) => `^${hostPattern(hosts.name, labels)}$`,
        );
        if (name === undefined) return { preferred, allowed: "" };
        // The service lowercases the server name, but not the Host header.
        if (part === "host") return { preferred, allowed: `(?i)^${name}\\.?(?::\\d+)?$` };
        return { preferred, allowed: part === "name" ? `^${name}$` : `^${name}(?::\\d+)?$` };
      }
      default:
        return withoutPreference("");
    }
  }

  /** The authority, which is also the Host header; undefined if unknown, and empty for a place without hosts. */
  private solveAuthority(
    headerTests: readonly TextConstraint[],
    nameTests: readonly TextConstraint[],
  ): string | undefined {
    const { hosts, port } = this.place;
    if (hosts === undefined) return headerTests.length + nameTests.length > 0 ? undefined : "";
    const tests = [...nameTests, ...(port === undefined ? headerTests : [])];
    const name = this.findText(
      [...tests, ...this.endpointConstraints("req.host")],
      this.domain("req.url.host"),
    );
    if (typeof name !== "string") return undefined;
    const authority = port === undefined ? name : `${name}:${port}`;
    const isPassed = ({ question, isTrue }: TextConstraint) => passesTest(question, authority) === isTrue;
    return headerTests.every(isPassed) ? authority : undefined;
  }
}

const withoutPreference = (allowed: string): Domain => ({ preferred: [], allowed });

/** A path that every parser reads the same way: no escapes, empty segments, or dot segments. */
const PATH =
  "(?:/(?:\\.?[A-Za-z0-9_~!$&'()*+,=:@-][A-Za-z0-9_~!$&'()*+,=:@.-]*)?|/(?:\\.?[A-Za-z0-9_~!$&'()*+,=:@-][A-Za-z0-9_~!$&'()*+,=:@.-]*/)+(?:\\.?[A-Za-z0-9_~!$&'()*+,=:@-][A-Za-z0-9_~!$&'()*+,=:@.-]*)?)";
const QUERY = "[A-Za-z0-9_.~-]+(?:=[A-Za-z0-9_.~/:-]*)?(?:&[A-Za-z0-9_.~-]+(?:=[A-Za-z0-9_.~/:-]*)?)*";

/** A query that every parser reads the same way. */
export const PLAIN_QUERY = /^[\w.~&=:/-]*$/;

/** True if these values of the subject satisfy the answer. */
export function isSatisfiedBy(answer: TextAnswer, values: readonly string[]): boolean {
  const { question, isTrue } = answer;
  if (question.is === "present") return values.length > 0 === isTrue;
  const tested = question.subject.endsWith("[*]") ? values : values.slice(0, 1);
  return tested.some((value) => passesTest(question, value)) === isTrue;
}

const hostPattern = (name: string, labels: string) =>
  name.startsWith("*.") ? `${labels}${escapePattern(name.slice(1))}` : escapePattern(name);

/** True for a subject that is an empty string if its header is absent. */
const readsEmptyIfAbsent = ({ question }: TextAnswer) =>
  /^req\.(?:user_agent|content_type(?:\.raw)?)$/.test(question.subject);
