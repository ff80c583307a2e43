import type { X509Certificate } from "node:crypto";
import { TOR_CATEGORY, variableNames } from "../language/aliases";
import { certificateNames } from "../language/certificates";
import type { RequestParts } from "../language/functions";
import { checkedDate } from "../language/functions/conversions";
import type { Json } from "../language/json";
import {
  Fields,
  fromJson,
  ifUndecided,
  requireKnown,
  toPlain,
  toText,
  Undecided,
  Unknown,
  type Value,
} from "../language/values";
import { findVariable } from "../variables/variables";
import { lookUp, type Scope } from "./expressions";
import type { ReadQuestion, UrlParts } from "./question";

/** The phases that the evaluator runs. */
export const PHASES = ["on_tcp_connect", "on_http_request", "on_http_response"] as const;

export type Phase = (typeof PHASES)[number];

/** The endpoint or edge that serves the request, for the `endpoint.*` variables. */
export interface RequestTarget {
  readonly id: string | undefined;
  readonly url: UrlParts;
}

/** String variables that also have fields, such as `req.user_agent.name`, which the request doesn't determine. */
const TEXTS_WITH_FIELDS = new Set(["conn.client_ip", "conn.server_ip", "req.user_agent", "req.content_type"]);

/** The result of a builtin whose value is unknown. `#variable` replaces it with an unknown that names the variable. */
const UNKNOWN = new Unknown("a variable");

/** Variables whose values the API reference doesn't define behind forward-internal. */
const UNDEFINED_BEHIND_FORWARD = /^req\.url(?:\.(?:raw|scheme|host|authority|user_password|port))?$/;

/** The API reference doesn't say how the service normalizes dots, empty segments, escapes, and backslashes. */
export const AMBIGUOUS_PATH = /%|\/\/|\/\.{1,2}(?:\/|$)|\\|;/;

/** A request with the changes that policies make, and the variables that expressions read. */
export class RequestState implements RequestParts {
  url: UrlParts;
  headers: Map<string, readonly Value[]>;
  /** The headers that rules removed. Every other header in which a token is required has the question's token. */
  removedHeaders: ReadonlySet<string> = new Set();
  /** Cleared at the start of each phase. */
  vars = new Map<string, Value>();
  results = new Map<string, Value>();
  phase: Phase = "on_tcp_connect";
  certificate: X509Certificate | undefined;
  /** True if the question leaves the path open, or an action rewrote the URL to an unknown one. */
  isUrlUnknown: boolean;
  hasTerminatedTls = false;
  #target: RequestTarget;
  /** True after forward-internal, which makes some variables unknown. */
  #isForwarded = false;
  /** The variables that the question gives, by name, including aliases. */
  readonly #variables: Readonly<Record<string, Json>>;
  readonly #builtins: ReadonlyMap<string, () => Value | undefined>;

  /** @param now - The time of the account's clock, in milliseconds since the epoch. */
  constructor(
    /** The request to evaluate, and what is known about it. */
    readonly question: ReadQuestion,
    readonly now: number,
    target: RequestTarget,
  ) {
    this.url = question.url;
    this.headers = new Map(question.headers);
    for (const name of question.hiddenHeaders ?? [])
      this.headers.set(name, [new Unknown(`the value of the header ${name}`)]);
    this.isUrlUnknown = question.isPathUnknown === true;
    this.#target = target;
    const { variables } = question;
    this.#variables = Object.fromEntries(
      Object.entries(variables).flatMap(([name, value]) =>
        variableNames(name).map((alias) => [alias, variables[alias] ?? value]),
      ),
    );
    this.#builtins = this.#createBuiltins();
  }

  /** Returns a function that restores the current state, which the response phase needs after forward-internal. */
  snapshot(): () => void {
    const { url, isUrlUnknown, headers, removedHeaders, vars, results, phase } = this;
    const [target, isForwarded] = [this.#target, this.#isForwarded];
    const copies = { headers: new Map(headers), results: new Map(results) };
    return () => {
      Object.assign(this, { url, isUrlUnknown, removedHeaders, vars, phase, ...copies });
      this.#target = target;
      this.#isForwarded = isForwarded;
    };
  }

  /** Moves the request to an internal endpoint. Variables are cleared, and results of actions become unknown. */
  forward(to: RequestTarget): void {
    this.#target = to;
    this.#isForwarded = true;
    this.vars = new Map();
    for (const name of this.results.keys()) this.results.set(name, new Unknown(`actions.ngrok.${name}`));
    for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"])
      this.headers.delete(name);
  }

  /** Stores the result of an action for later expressions. Unspecified fields are unknown. */
  setResult(name: string, fields: Readonly<Record<string, Value | undefined>>): void {
    this.results.set(name, actionResult(name, fields));
  }

  /** Identifies the request in its current state, to detect forwarding loops. */
  get fingerprint(): string {
    const { url, isUrlUnknown, headers, removedHeaders, results, hasTerminatedTls } = this;
    const collections = [[...headers], [...removedHeaders].sort(), [...results.keys()]];
    return JSON.stringify([url.raw, isUrlUnknown, hasTerminatedTls, collections], (_, value) =>
      typeof value === "bigint" ? String(value) : value,
    );
  }

  /** Returns the value of a root variable, such as `req`. */
  readonly scope: Scope = (root) => {
    if (root === "req" && this.phase === "on_tcp_connect") return undefined;
    if (root === "vars") return new Fields((name) => this.vars.get(name));
    if (root === "actions") {
      const results = new Fields((action) => this.#result(action));
      return new Fields((name) => (name === "ngrok" ? results : undefined));
    }
    if (["conn", "req", "endpoint", "time"].includes(root)) return this.#variable(root);
    return root === "res" ? new Unknown("res") : undefined;
  };

  /** Returns the result of an action. The result of `terminate-tls` has the fields of `conn.tls`. */
  #result(action: string): Value | undefined {
    const result = this.results.get(action);
    if (action !== "terminate_tls" || result === undefined) return result;
    return new Fields((name) =>
      /^error|^warnings$/.test(name) ? undefined : this.#variable(`conn.tls.${name}`),
    );
  }

  /** The path; undefined if the URL is unknown, or if it is unknown how the service normalizes the path. */
  get knownPath(): string | undefined {
    return this.isUrlUnknown || AMBIGUOUS_PATH.test(this.url.path) ? undefined : this.url.path;
  }

  /** @throws Undecided in `on_tcp_connect`, or if the variable is unknown */
  lookUp(variable: string, key: string): Value | undefined {
    if (this.phase === "on_tcp_connect") throw new Undecided("the request in on_tcp_connect");
    return lookUp(requireKnown(this.#variable(variable) ?? new Map()), key);
  }

  #header(name: string): Value | undefined {
    // The documentation calls header names lowercase, but has an example with capitals, so those are undecided.
    if (name !== name.toLowerCase()) return new Unknown(`req.headers['${name}']`);
    if (this.#isForwarded && /^x-forwarded-(for|host|proto)$/.test(name))
      return new Unknown(`the header ${name} behind forward-internal`);
    return this.headers.get(name);
  }

  secret(vault: string, name: string): string | undefined {
    const { secrets } = this.question;
    const inVault = Object.hasOwn(secrets, vault) ? secrets[vault] : undefined;
    return inVault && Object.hasOwn(inVault, name) ? inVault[name] : undefined;
  }

  /** Returns the first value of a header, or an empty string. @throws Undecided for an unknown value */
  headerText(name: string): string {
    const value = toPlain(this.headers.get(name)?.[0] ?? "");
    return typeof value === "string" ? value : "";
  }

  /** Returns a variable: the value that the request determines, as for `req.method`, or else the value in the question. */
  #variable(name: string): Value | undefined {
    const { isUrlUnknown, question } = this;
    const isHidden =
      (isUrlUnknown && /^req\.(url\.\w|host$)/.test(name)) || question.unknownVariables?.has(name) === true;
    const isUndefined = !isHidden && this.#isForwarded && UNDEFINED_BEHIND_FORWARD.test(name);
    const unknown = new Unknown(isUndefined ? `${name} behind forward-internal` : name);
    const builtin = isHidden || isUndefined ? () => UNKNOWN : this.#builtins.get(name);
    const variables = this.#variables;
    const result = builtin && ifUndecided(builtin, (reason) => new Unknown(reason));
    const derived = result === UNKNOWN ? unknown : result;
    const isSpecified = Object.hasOwn(variables, name) && (!builtin || derived instanceof Unknown);
    const value = isSpecified ? readVariable(name, variables[name] ?? null) : derived;
    // A variable such as conn.client_ip is both a text and, for conn.client_ip.is_tor_node, a map of fields.
    const isText = typeof value === "string" || value instanceof Unknown;
    const text = isText ? value : TEXTS_WITH_FIELDS.has(name) ? new Unknown(name) : undefined;
    const names = [...this.#builtins.keys(), ...Object.keys(variables)];
    const hasFields = TEXTS_WITH_FIELDS.has(name) || names.some((key) => key.startsWith(`${name}.`));
    if (hasFields && (value === undefined || text !== undefined))
      return new Fields((field) => this.#variable(`${name}.${field}`), text);
    // A builtin without a value is absent. Any other variable without one is unknown.
    return builtin ? value : (value ?? new Unknown(name));
  }

  #createBuiltins(): ReadonlyMap<string, () => Value | undefined> {
    const { question } = this;
    const clock = () => new Date(this.now);
    const withCertificate = (read: (leaf: X509Certificate) => Value) => () =>
      this.certificate ? read(this.certificate) : new Unknown("conn.tls.client");
    const withPath = (read: (path: string) => Value) => () =>
      this.knownPath === undefined ? UNKNOWN : read(this.knownPath);
    const unlessRewritten = (read: (url: UrlParts) => Value) => () =>
      this.url === question.url ? read(this.url) : UNKNOWN;
    // The documentation doesn't define the URL of wildcard endpoints.
    const ofEndpoint = (read: (url: UrlParts) => Value) => () =>
      this.#target.url.host.includes("*") ? UNKNOWN : read(this.#target.url);
    const withQuery = (path: string) => (this.url.query === "" ? path : `${path}?${this.url.query}`);
    const fullUrl = (path: string) => `${this.url.scheme}://${this.#userAndAuthority()}${withQuery(path)}`;
    const builtins: Readonly<Record<string, () => Value | undefined>> = {
      "conn.client_ip": () => question.ip,
      "conn.client_ip.is_tor_node": () => {
        const categories = this.#variables["conn.client_ip.categories"];
        return Array.isArray(categories) ? categories.includes(TOR_CATEGORY) : UNKNOWN;
      },
      "conn.ts.start": clock,
      "conn.tls.sni": () => (/^(https|tls)$/.test(question.url.scheme) ? question.url.host : undefined),
      "conn.tls.client.pem": withCertificate(String),
      "conn.tls.client.subject.common_name": withCertificate((leaf) => certificateNames(leaf).subject),
      "conn.tls.client.issuer.common_name": withCertificate((leaf) => certificateNames(leaf).issuer),
      "conn.tls.client.san.dns_names": withCertificate((leaf) => certificateNames(leaf).dns),
      "time.now": () => clock().toISOString(),
      "endpoint.id": () => this.#target.id ?? UNKNOWN,
      "endpoint.url": ofEndpoint(({ raw }) => raw),
      "endpoint.host": ofEndpoint(({ host }) => host),
      "endpoint.port": () => BigInt(this.#target.url.port),
      "endpoint.protocol": () => this.#target.url.scheme,
      "req.method": () => question.method,
      "req.host": () => this.#host(),
      "req.headers": () =>
        new Fields(
          (name) => this.#header(name),
          undefined,
          () => {
            if (this.#isForwarded) throw new Undecided("the headers behind forward-internal");
            return [...this.headers.keys()];
          },
        ),
      "req.cookies": () => this.#cookies(),
      "req.content_type": () => this.headerText("content-type").replace(/;.*/s, "").trim().toLowerCase(),
      "req.content_type.raw": () => this.headerText("content-type"),
      "req.content_encoding": () => this.headers.get("content-encoding") ?? [],
      "req.content_length": () => this.#contentLength(),
      "req.user_agent": () => this.headerText("user-agent"),
      "req.ts.header_received": clock,
      "req.url": withPath(fullUrl),
      "req.url.raw": unlessRewritten(({ raw }) => raw),
      "req.url.scheme": () => this.url.scheme,
      "req.url.host": () => this.url.host,
      "req.url.authority": () => this.#userAndAuthority(),
      "req.url.user_password": () => this.url.user,
      "req.url.port": () => (this.url.hasExplicitPort ? BigInt(this.url.port) : undefined),
      "req.url.path": withPath((path) => path),
      "req.url.raw_path": unlessRewritten(({ path }) => path),
      "req.url.query": () => this.url.query,
      "req.url.uri": withPath(withQuery),
      "req.url.query_params": () => this.#queryParams(),
    };
    return new Map(Object.entries(builtins));
  }

  /** Returns the `Host` header. The API reference doesn't say whether rewriting the URL changes it. */
  #host(): Value {
    if (this.headers.has("host")) return this.headerText("host");
    return this.url.host === this.question.url.host ? this.#authority() : UNKNOWN;
  }

  /** @throws Undecided for an explicit default port, since the service may remove it */
  #authority(): string {
    const { scheme, host, port, hasExplicitPort } = this.url;
    if (hasExplicitPort && port === (scheme === "http" ? 80 : 443))
      throw new Undecided("the port of the URL");
    return hasExplicitPort ? `${host}:${port}` : host;
  }

  #userAndAuthority(): string {
    const { user } = this.url;
    return user === "" ? this.#authority() : `${user}@${this.#authority()}`;
  }

  #cookies(): Map<string, Value> {
    const cookies = new Map<string, Value[]>();
    for (const line of this.headers.get("cookie") ?? [])
      for (const pair of toText(line).split(";")) {
        const [, name, value = ""] = /^([^=]+)(?:=(.*))?$/s.exec(pair.trim()) ?? [];
        if (name === undefined) continue;
        const fields = new Map(Object.entries({ name, value: value.replace(/^"(.*)"$/, "$1") }));
        // Attributes such as `secure` aren't part of a request.
        const cookie = new Fields((field) => fields.get(field) ?? new Unknown(`the ${field} of a cookie`));
        cookies.set(name, [...(cookies.get(name) ?? []), cookie]);
      }
    return cookies;
  }

  #queryParams(): Map<string, Value> {
    const params = new Map<string, string[]>();
    for (const [name, value] of new URLSearchParams(this.url.query))
      params.set(name, [...(params.get(name) ?? []), value]);
    return params;
  }

  /** Returns the length in the header. The documentation doesn't define the variable if the header is missing. */
  #contentLength(): Value | undefined {
    if (!this.headers.has("content-length")) return UNKNOWN;
    const length = this.headerText("content-length");
    return /^\d{1,15}$/.test(length) ? BigInt(length) : undefined;
  }
}

/** Reads the value of a variable from JSON, in which timestamps are strings. */
function readVariable(name: string, json: Json): Value {
  const isTimestamp = typeof json === "string" && findVariable(name)?.type === "timestamp";
  return isTimestamp ? checkedDate(Date.parse(json)) : fromJson(json, { wholeNumbersAs: "int" });
}

/** Creates the result of an action, or a part of it. Fields that aren't given are unknown. */
export const actionResult = (name: string, fields: Readonly<Record<string, Value | undefined>>): Value =>
  new Fields((field) =>
    Object.hasOwn(fields, field) ? fields[field] : new Unknown(`actions.ngrok.${name}.${field}`),
  );
