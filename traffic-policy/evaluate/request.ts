import type { X509Certificate } from "node:crypto";
import { namesOfVariable, TOR_CATEGORY } from "../language/aliases";
import type { RequestParts } from "../language/functions";
import { moment } from "../language/functions/conversions";
import type { Json } from "../language/json";
import { Fields, fromJson, plain, toText, Undecided, Unknown, type Value } from "../language/values";
import { variableAt } from "../variables/variables";
import { namesOf } from "./certificates";
import type { Scope } from "./expressions";
import type { Phase } from "./policy";
import type { ReadQuestion, UrlParts } from "./question";

/** The endpoint or edge that serves the request, as far as `endpoint.*` tells it. */
export interface Served {
  readonly id: string | undefined;
  readonly url: UrlParts;
}

/** Variables that are texts and have fields of which the emulator knows none. */
const TEXTS_WITH_FIELDS = new Set(["conn.client_ip", "conn.server_ip", "req.user_agent", "req.content_type"]);

/** How the service normalizes these is not in the reference: dots, empty segments, escapes, backslashes. */
const UNSETTLED_PATH = /%|\/\/|\/\.{1,2}(\/|$)|\\|;/;

/** A request on its way through the policies: what actions change, and what expressions read of it. */
export class RequestState implements RequestParts {
  url: UrlParts;
  headers: Map<string, readonly Value[]>;
  /** Headers that rules have removed, with what the client proves by them. */
  removed: ReadonlySet<string> = new Set();
  /** Variables that set-vars has set, of the policy and phase. */
  vars = new Map<string, Value>();
  /** Results of the actions that have run, by the name in `actions.ngrok`. */
  results = new Map<string, Value>();
  /** The phase that runs: while a connection is made there is no request yet. */
  phase: Phase = "on_tcp_connect";
  /** The client certificate that a handshake has asked for and got. */
  certificate: X509Certificate | undefined;
  /** An action may have made another URL of it, and nobody can tell which. */
  isUrlUnknown = false;
  /** A policy has said how TLS ends. */
  hasEndedTls = false;
  #served: Served;
  /** Behind a forward-internal it is not told what these are. */
  #forwarded = false;
  /** Values that the question gives, under all names of each variable. */
  readonly #given: Readonly<Record<string, Json>>;
  readonly #builtins: ReadonlyMap<string, () => Value | undefined>;

  /** @param now milliseconds of the account's clock */
  constructor(
    readonly question: ReadQuestion,
    readonly now: number,
    served: Served,
  ) {
    this.url = question.url;
    this.headers = new Map(question.headers);
    this.#served = served;
    const { variables } = question;
    this.#given = Object.fromEntries(
      Object.entries(variables).flatMap(([name, value]) =>
        namesOfVariable(name).map((other) => [other, variables[other] ?? value]),
      ),
    );
    this.#builtins = this.#known();
  }

  /** @returns what restores the request as it is now: to the policy that has forwarded it a response comes back */
  keep(): () => void {
    const { url, isUrlUnknown, headers, removed, vars, results, phase } = this;
    const [served, forwarded] = [this.#served, this.#forwarded];
    const kept = { headers: new Map(headers), results: new Map(results) };
    return () => {
      Object.assign(this, { url, isUrlUnknown, removed, vars, phase, ...kept });
      this.#served = served;
      this.#forwarded = forwarded;
    };
  }

  /** The request arrives at an internal endpoint: its own variables, and results of earlier actions unknown. */
  forward(to: Served): void {
    this.#served = to;
    this.#forwarded = true;
    this.vars = new Map();
    for (const name of this.results.keys()) this.results.set(name, new Unknown(`actions.ngrok.${name}`));
    for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto"])
      this.headers.delete(name);
  }

  /** Equal for requests that policies cannot tell apart. */
  get fingerprint(): string {
    const { url, isUrlUnknown, headers, removed, results, hasEndedTls } = this;
    const left = [...removed].sort();
    const parts = [url.raw, isUrlUnknown, [...headers], left, [...results.keys()], hasEndedTls];
    return JSON.stringify(parts, (_, value) => (typeof value === "bigint" ? String(value) : value));
  }

  readonly scope: Scope = (root) => {
    if (root === "req" && !this.#hasRequest) return undefined;
    if (root === "vars") return new Fields((name) => this.vars.get(name));
    if (root === "actions")
      return new Fields((name) =>
        name === "ngrok" ? new Fields((action) => this.#result(action)) : undefined,
      );
    if (["conn", "req", "endpoint", "time"].includes(root)) return this.#variable(root);
    return root === "res" ? new Unknown("res") : undefined;
  };

  #isOpen = (name: string): boolean => this.question.open?.has(name) === true;

  #result(action: string): Value | undefined {
    const found = this.results.get(action);
    return action === "terminate_tls" && found !== undefined ? this.#ofTls() : found;
  }

  get #hasRequest(): boolean {
    return this.phase !== "on_tcp_connect";
  }

  /** The path, or undefined if it is not sure how the service reads it. */
  get settledPath(): string | undefined {
    return this.isUrlUnknown || UNSETTLED_PATH.test(this.url.path) ? undefined : this.url.path;
  }

  header(name: string): Value | undefined {
    this.#wantRequest();
    if (this.#forwarded && /^x-forwarded-(for|host|proto)$/.test(name))
      return new Unknown(`the header ${name} behind forward-internal`);
    return this.headers.get(name);
  }

  cookie(name: string): Value | undefined {
    this.#wantRequest();
    return this.#cookies().get(name);
  }

  queryParam(name: string): Value | undefined {
    this.#wantRequest();
    if (this.isUrlUnknown || this.#isOpen("req.url.query_params"))
      throw new Undecided("req.url.query_params");
    return this.#queryParams().get(name);
  }

  #wantRequest(): void {
    if (!this.#hasRequest) throw new Undecided("the request in on_tcp_connect");
  }

  secret(vault: string, name: string): string | undefined {
    const { secrets } = this.question;
    const held = Object.hasOwn(secrets, vault) ? secrets[vault] : undefined;
    return held && Object.hasOwn(held, name) ? held[name] : undefined;
  }

  /** First value of a header, empty if there is none. @throws Undecided if a policy has set it to what is not known */
  headerText(name: string): string {
    const value = plain(this.headers.get(name)?.[0] ?? "");
    return typeof value === "string" ? value : "";
  }

  /** Value of a variable by its full name. */
  #variable(name: string): Value | undefined {
    const isHidden = (this.isUrlUnknown && /^req\.(url\.\w|host$)/.test(name)) || this.#isOpen(name);
    const builtin = isHidden ? () => new Unknown(name) : this.#builtins.get(name);
    const given = this.#given;
    const own = builtin ? unlessUndecided(builtin) : undefined;
    const isTold = Object.hasOwn(given, name) && (!builtin || own instanceof Unknown);
    const value = isTold ? valueIn(name, given[name] ?? null) : own;
    const isText = typeof value === "string" || value instanceof Unknown;
    const text = isText ? value : TEXTS_WITH_FIELDS.has(name) ? new Unknown(name) : undefined;
    const hasFields =
      TEXTS_WITH_FIELDS.has(name) ||
      [...this.#builtins.keys(), ...Object.keys(given)].some((other) => other.startsWith(`${name}.`));
    if (hasFields && (value === undefined || text !== undefined))
      return new Fields((field) => this.#variable(`${name}.${field}`), text);
    return builtin ? value : (value ?? new Unknown(name));
  }

  /** What `terminate-tls` leaves: the facts of the connection that it has ended. */
  #ofTls(): Value {
    const tls = this.#variable("conn.tls");
    const read = (name: string) => (tls instanceof Fields ? tls.read(name) : undefined);
    return new Fields((name) => (/^error|^warnings$/.test(name) ? undefined : read(name)));
  }

  #known(): ReadonlyMap<string, () => Value | undefined> {
    const { question } = this;
    const clock = () => new Date(this.now);
    const unlessForwarded = (name: string, value: () => Value | undefined) => () =>
      this.#forwarded ? new Unknown(`${name} behind forward-internal`) : value();
    const path = (name: string, value: (path: string) => Value) => () =>
      this.settledPath === undefined ? new Unknown(name) : value(this.settledPath);
    const port = () => BigInt(this.url.port);
    return new Map<string, () => Value | undefined>([
      ["conn.client_ip", () => question.ip],
      ["conn.client_ip.is_tor_node", () => this.#isTorNode()],
      ["conn.ts.start", clock],
      ["conn.tls.sni", () => (/^(https|tls)$/.test(question.url.scheme) ? question.url.host : undefined)],
      ["conn.tls.client.pem", () => this.#ofCertificate("pem")],
      ["conn.tls.client.subject.common_name", () => this.#ofCertificate("subject")],
      ["conn.tls.client.issuer.common_name", () => this.#ofCertificate("issuer")],
      ["conn.tls.client.san.dns_names", () => this.#ofCertificate("dns")],
      ["time.now", () => clock().toISOString()],
      ["endpoint.id", () => this.#served.id ?? new Unknown("endpoint.id")],
      ["endpoint.url", () => this.#ofEndpoint("endpoint.url", ({ raw }) => raw)],
      ["endpoint.host", () => this.#ofEndpoint("endpoint.host", ({ host }) => host)],
      ["endpoint.port", () => BigInt(this.#served.url.port)],
      ["endpoint.protocol", () => this.#served.url.scheme],
      ["req.method", () => question.method],
      ["req.host", () => this.#host()],
      [
        "req.headers",
        () =>
          new Fields(
            (name) => this.#headerOf(name),
            undefined,
            () => this.#headerNames(),
          ),
      ],
      ["req.cookies", () => this.#cookies()],
      ["req.content_type", () => this.#contentType()],
      ["req.content_type.raw", () => this.headerText("content-type")],
      ["req.content_encoding", () => this.headers.get("content-encoding") ?? []],
      ["req.content_length", () => this.#contentLength()],
      ["req.user_agent", () => this.headerText("user-agent")],
      ["req.ts.header_received", clock],
      [
        "req.url",
        unlessForwarded(
          "req.url",
          path("req.url", (at) => this.#wholeUrl(at)),
        ),
      ],
      [
        "req.url.raw",
        unlessForwarded("req.url.raw", () => this.#unlessRewritten("req.url.raw", this.url.raw)),
      ],
      ["req.url.scheme", unlessForwarded("req.url.scheme", () => this.url.scheme)],
      ["req.url.host", unlessForwarded("req.url.host", () => this.url.host)],
      [
        "req.url.authority",
        unlessForwarded("req.url.authority", () =>
          this.url.user === "" ? this.#authority() : `${this.url.user}@${this.#authority()}`,
        ),
      ],
      ["req.url.user_password", unlessForwarded("req.url.user_password", () => this.url.user)],
      ["req.url.port", unlessForwarded("req.url.port", () => (this.url.explicitPort ? port() : undefined))],
      ["req.url.path", path("req.url.path", (at) => at)],
      ["req.url.raw_path", () => this.#unlessRewritten("req.url.raw_path", this.url.path)],
      ["req.url.query", () => this.url.query],
      ["req.url.uri", path("req.url.uri", (at) => (this.url.query === "" ? at : `${at}?${this.url.query}`))],
      ["req.url.query_params", () => this.#queryParams()],
    ]);
  }

  /** The reference says that names are in lower case, and has examples in which they are not. */
  #headerOf(name: string): Value | undefined {
    return name === name.toLowerCase() ? this.header(name) : new Unknown(`req.headers['${name}']`);
  }

  #headerNames(): string[] {
    if (this.#forwarded) throw new Undecided("the headers behind forward-internal");
    return [...this.headers.keys()];
  }

  /** Of the header, which a rewritten URL leaves alone or not: that is not told. */
  #host(): Value {
    if (this.headers.has("host")) return this.headerText("host");
    return this.url.host === this.question.url.host ? this.#authority() : new Unknown("req.host");
  }

  /** @throws Undecided where the URL names the port of its scheme, which normalizing may drop */
  #authority(): string {
    const { scheme, host, port, explicitPort } = this.url;
    if (explicitPort && port === (scheme === "http" ? 80 : 443)) throw new Undecided("the port of the URL");
    return explicitPort ? `${host}:${port}` : host;
  }

  #unlessRewritten(name: string, value: string): Value {
    return this.url === this.question.url ? value : new Unknown(name);
  }

  #wholeUrl(path: string): string {
    const { scheme, user, query } = this.url;
    return `${scheme}://${user === "" ? "" : `${user}@`}${this.#authority()}${path}${query === "" ? "" : `?${query}`}`;
  }

  #cookies(): Map<string, Value> {
    const cookies = new Map<string, Value[]>();
    for (const line of this.headers.get("cookie") ?? [])
      for (const pair of toText(line).split(";")) {
        const [name = "", ...rest] = pair.trim().split("=");
        if (name === "") continue;
        const fields = new Map<string, Value>([
          ["name", name],
          ["value", rest.join("=").replace(/^"(.*)"$/, "$1")],
        ]);
        // What a browser keeps of a cookie, such as `secure`, is no part of a request.
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

  #contentType(): string {
    return (this.headerText("content-type").split(";")[0] ?? "").trim().toLowerCase();
  }

  /** What it is without the header is not told. */
  #contentLength(): Value | undefined {
    if (!this.headers.has("content-length")) return new Unknown("req.content_length");
    const given = this.headerText("content-length");
    return /^\d{1,15}$/.test(given) ? BigInt(given) : undefined;
  }

  #isTorNode(): Value {
    const categories = this.#given["conn.client_ip.categories"];
    return Array.isArray(categories)
      ? categories.includes(TOR_CATEGORY)
      : new Unknown("conn.client_ip.is_tor_node");
  }

  #ofCertificate(what: "pem" | "subject" | "issuer" | "dns"): Value | undefined {
    if (!this.certificate) return new Unknown("conn.tls.client");
    return what === "pem" ? this.certificate.toString() : namesOf(this.certificate)[what];
  }

  /** What a wildcard is called when a request comes to it is not told. */
  #ofEndpoint(name: string, read: (url: UrlParts) => Value): Value {
    return this.#served.url.host.includes("*") ? new Unknown(name) : read(this.#served.url);
  }
}

/** A value that a question gives: JSON has moments as texts. */
function valueIn(name: string, given: Json): Value {
  const isMoment = typeof given === "string" && variableAt(name)?.type === "timestamp";
  return isMoment ? moment(Date.parse(given)) : fromJson(given, "int");
}

function unlessUndecided(read: () => Value | undefined): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Undecided)) throw error;
    return new Unknown(error.what);
  }
}

/** What an action tells expressions of itself; names of fields that are not known are undecided. */
export function result(name: string, known: Readonly<Record<string, Value | undefined>>): Value {
  return new Fields((field) => {
    if (Object.hasOwn(known, field)) return known[field];
    return new Unknown(`actions.ngrok.${name}.${field}`);
  });
}
