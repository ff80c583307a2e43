import { z } from "zod";
import { pattern } from "../../traffic-policy/evaluate/functions";
import { ExpressionFailure } from "../../traffic-policy/evaluate/values";
import { piecesOf } from "../../traffic-policy/language/interpolation";
import { parseCel } from "../../traffic-policy/language/parse";
import { isObject } from "../json";
import type { ServiceCode } from "../refusals";
import { isServable } from "../schema/formats";
import { readNetwork } from "../schema/networks";

/** Whether a text without quotes is one. */
export type Language = "json" | "yaml";

/** What is wrong with a configuration: the code, the key, and why. */
export interface ConfigFault {
  readonly code: ServiceCode;
  readonly key: string;
  readonly why: string;
}

export const isReadable = (expression: string): boolean => parseCel(expression) !== undefined;

/** What is filled in for each request is not known yet. */
const isFilledIn = (text: string): boolean => text.includes("${");

/** Whether all that is filled in can be read; what has no end is taken as it is. */
const isReadableWithin = (text: string): boolean =>
  piecesOf(text).every(({ isExpression, isOpen, text }) => !isExpression || isOpen || isReadable(text));

/** A rule for a value, with the code of the service for those that break it. */
const rule =
  <T>(code: ServiceCode, why: string, holds: (value: T) => boolean) =>
  (value: T, context: z.RefinementCtx<T>): void => {
    if (!holds(value)) context.addIssue({ code: "custom", message: why, params: { code } });
  };

const secondsOf = (length: string): number | undefined => {
  if (!/^[+-]?(?:0|(?:(?:\d+\.?\d*|\.\d+)(?:ns|us|µs|ms|s|m|h))+)$/.test(length) || length.length > 40)
    return undefined;
  const units: Readonly<Record<string, number>> = {
    ns: 1e-9,
    us: 1e-6,
    µs: 1e-6,
    ms: 1e-3,
    s: 1,
    m: 60,
    h: 3600,
  };
  const parts = [...length.matchAll(/([\d.]+)(ns|us|µs|ms|s|m|h)/g)];
  const sum = parts.reduce((total, [, count, unit = ""]) => total + Number(count) * (units[unit] ?? 0), 0);
  return length.startsWith("-") ? -sum : sum;
};

const isPattern = (text: string): boolean => {
  try {
    pattern(text);
    return true;
  } catch (error) {
    // What is too long to be read may be one.
    return !(error instanceof ExpressionFailure);
  }
};

const isListOfVariables = (vars: unknown): boolean =>
  Array.isArray(vars) && vars.every((one) => isObject(one) && Object.keys(one).length === 1);

const isUrl = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(text);

/**
 * What each action takes, from the pages of the service on them. Where a page leaves a limit or a list of values open, any
 * value passes; so does what is filled in for each request. In YAML, a number without quotes is a text where one is wanted.
 */
function configs(isJson: boolean): Readonly<Record<string, z.ZodType>> {
  const plain = isJson ? z.string() : z.union([z.string(), z.number(), z.boolean()]).transform(String);
  const flag = isJson ? z.boolean() : z.union([z.boolean(), z.string().regex(/^(?:y|yes|n|no|on|off)$/i)]);
  type Rule = (value: string, context: z.RefinementCtx<string>) => void;
  /** What is filled in is an expression. */
  const text = (...rules: readonly Rule[]) =>
    plain.superRefine((value, context) => {
      if (!isFilledIn(value)) for (const check of rules) check(value, context);
      else rule(2224, "has an expression that cannot be read", isReadableWithin)(value, context);
    });
  const any = text();
  const filledIn = z.string().regex(/\$\{/);
  const numbers = (of: z.ZodNumber, from: number, to: number) =>
    z.union([of, filledIn]).superRefine(
      rule<number | string>(2215, `is not from ${from} to ${to}`, (value) => {
        return typeof value === "string" || (value >= from && value <= to);
      }),
    );
  const whole = (from = -Infinity, to = Infinity) => numbers(z.number().int(), from, to);
  const length = (from = -Infinity, to = Infinity, step?: number) =>
    text((value, context) => {
      const seconds = secondsOf(value);
      if (seconds === undefined) return rule(2228, "is no length of time", () => false)(value, context);
      rule(2215, `is below ${from}s`, () => seconds >= from)(value, context);
      rule(2225, `is above ${to}s`, () => seconds <= to)(value, context);
      if (step) rule(2222, `is no multiple of ${step}s`, () => seconds % step === 0)(value, context);
    });
  const oneOf = (...values: readonly string[]) =>
    text(rule(2222, `is none of ${values.join(", ")}`, (value) => values.includes(value)));
  const list = <T extends z.ZodType>(item: T, from = 0, to = Infinity) =>
    z
      .array(item)
      .superRefine(rule<unknown[]>(2223, "is empty", ({ length }) => length >= from))
      .superRefine(rule<unknown[]>(2218, `has more than ${to} items`, ({ length }) => length <= to));
  const map = <T extends z.ZodType>(value: T) => z.record(z.string(), value);
  const object = <T extends z.ZodRawShape>(shape: T) => z.looseObject(shape);
  const max = (most: number) => rule<string>(2221, `is longer than ${most}`, (value) => value.length <= most);

  const name = rule<string>(2210, "has a name that is none of a header", (value) =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(value),
  );
  const headerValue = text(
    rule(2211, "has a value with a control character", (value) => !/[^\P{Cc}\t]/u.test(value)),
  );
  const headers = (from: number, to: number) =>
    z.record(text(name), headerValue).superRefine(
      rule<object>(2212, `has not from ${from} to ${to} headers`, (value) => {
        const count = Object.keys(value).length;
        return count >= from && count <= to;
      }),
    );
  const expression = text(rule(2224, "cannot be read", isReadable));
  const regular = text(rule(2261, "is no regular expression", isPattern));
  const url = text(rule(2226, "is no URL", isUrl));
  const onError = oneOf("halt", "continue").nullish();
  const enforce = flag.nullish();
  const status = (from: number, to: number) => whole(from, to).nullish();

  const session = {
    auth_id: any.nullish(),
    scopes: list(any).nullish(),
    authz_url_params: map(any).nullish(),
    max_session_duration: length().nullish(),
    userinfo_refresh_interval: length().nullish(),
    allow_cors_preflight: enforce,
    auth_cookie_domain: text(
      rule(2243, "is no domain", (value) => isServable(value.toLowerCase().replace(/^\./, ""))),
    ).nullish(),
    idle_session_timeout: length().nullish(),
  };
  const urlChange = { from: regular.nullish(), to: any };
  const replacements = object({ replacements: list(object({ from: regular, to: any.nullish() }), 1) });
  const crs = object({
    on_error: onError,
    process_body: enforce,
    exclude_rule_ids: list(whole(900_000, 999_999)).nullish(),
  });
  const allowed = list(object({ value: any }), 1);
  const described = {
    id: any,
    id_aliases: list(any).nullish(),
    display_name: any.nullish(),
    description: any.nullish(),
    disabled: enforce,
    metadata: map(z.unknown()).nullish(),
  };
  const names = list(any).nullish();
  const model = object({
    ...described,
    author_id: any.nullish(),
    input_modalities: names,
    output_modalities: names,
    max_context_window: whole().nullish(),
    max_output_tokens: whole().nullish(),
    supported_features: names,
  });
  const strategy = object({ strategy: list(expression).nullish() }).nullish();
  const tokens = whole(0, 500_000).nullish();
  const credential = text((pair, context) => {
    const [user = "", password = ""] = pair.split(/:(.*)/s);
    const { length } = [...password];
    rule(2204, "has no colon", () => pair.includes(":"))(pair, context);
    rule(2257, "has a user name with a control character", () => !/\p{Cc}/u.test(user))(pair, context);
    rule(2258, "has a password with a control character", () => !/\p{Cc}/u.test(password))(pair, context);
    rule(2237, "has a password of less than 8 characters", () => length >= 8)(pair, context);
    rule(2221, "has a password of more than 128 characters", () => length <= 128)(pair, context);
  });

  return {
    "add-headers": object({ headers: headers(1, 10) }),
    "ai-gateway": object({
      on_error: onError,
      per_request_timeout: length().nullish(),
      total_timeout: length().nullish(),
      max_input_tokens: tokens,
      max_output_tokens: tokens,
      headers: z.record(text(name), headerValue).nullish(),
      query_params: map(any).nullish(),
      body: map(z.unknown()).nullish(),
      providers: list(
        object({
          ...described,
          base_url: url.nullish(),
          website: any.nullish(),
          api_keys: list(object({ value: any })).nullish(),
          models: list(model).nullish(),
        }),
      ).nullish(),
      only_allow_configured_providers: enforce,
      only_allow_configured_models: enforce,
      model_selection: strategy,
      api_key_selection: strategy,
    }),
    "basic-auth": object({
      credentials: list(credential, 1, 10),
      realm: text(
        max(128),
        rule(2204, "has a character beyond those of ASCII", (value) => /^[\x20-\x7e]*$/.test(value)),
      ).nullish(),
      enforce,
    }),
    "circuit-breaker": object({
      // Its page requires it and names a default; published policies leave it out.
      error_threshold: numbers(z.number(), 0, 1).nullish(),
      volume_threshold: whole(1, 2_000_000_000).nullish(),
      window_duration: length(1, 120).nullish(),
      tripped_duration: length(1, 120).nullish(),
      num_buckets: whole().nullish(),
      enforce,
    }),
    "close-connection": object({}),
    "compress-response": object({
      algorithms: list(
        text(rule(2214, "is no algorithm", (value) => ["gzip", "br", "deflate", "compress"].includes(value))),
      )
        .superRefine(
          rule<string[]>(2231, "has a value twice", (values) => new Set(values).size === values.length),
        )
        .nullish(),
    }),
    // The page names no limits: those of what a response can have at all.
    "custom-response": object({
      status_code: status(100, 999),
      body: any.nullish(),
      headers: headers(0, 10).nullish(),
    }),
    deny: z.strictObject({ status_code: status(100, 999) }),
    "forward-internal": object({ url: any, on_error: onError }),
    "http-request": object({
      url,
      method: oneOf("GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS").nullish(),
      query_params: list(object({ key: text(max(128)), value: text(max(8192)).nullish() }), 0, 32).nullish(),
      headers: headers(0, 10).nullish(),
      body: any.nullish(),
      max_redirects: whole(0, 100).nullish(),
      timeout: length(1, 30).nullish(),
      retry_condition: expression.nullish(),
      on_error: onError,
    }),
    "jwt-validation": object({
      issuer: object({ allow_list: allowed }),
      audience: object({ allow_list: allowed.nullish() }).nullish(),
      http: object({
        tokens: list(
          object({ type: any, method: oneOf("header", "body"), name: any, prefix: any.nullish() }),
          1,
        ),
      }),
      jws: object({
        allowed_algorithms: list(any, 1),
        keys: object({ sources: object({ additional_jkus: list(any) }) }),
      }),
    }),
    log: object({ metadata: map(z.unknown()) }),
    oauth: object({ provider: any, client_id: any.nullish(), client_secret: any.nullish(), ...session }),
    "openid-connect": object({
      issuer_url: url,
      client_id: any,
      client_secret: any,
      ...session,
      idle_session_duration: length().nullish(),
    }),
    "owasp-crs-request": crs,
    "owasp-crs-response": crs,
    "rate-limit": object({
      name: text(max(1023)),
      algorithm: oneOf("sliding_window"),
      capacity: whole(1, 2_000_000_000),
      rate: length(60, 86_400, 10),
      bucket_key: list(expression, 1, 10),
      enforce,
    }),
    redirect: object({ ...urlChange, status_code: status(300, 399), headers: headers(0, 10).nullish() }),
    "remove-headers": object({ headers: list(text(name), 1, 10) }),
    "request-body-find-replace": replacements,
    "response-body-find-replace": replacements,
    "restrict-ips": object({
      enforce,
      allow: list(text(rule(2217, "is no CIDR", (cidr) => readNetwork(cidr) !== undefined))).nullish(),
      deny: list(text(rule(2217, "is no CIDR", (cidr) => readNetwork(cidr) !== undefined))).nullish(),
      ip_policies: list(any).nullish(),
    }),
    "set-vars": object({
      vars: z
        .unknown()
        .superRefine(rule<unknown>(2234, "is missing", (vars) => vars !== undefined && vars !== null))
        .superRefine(rule<unknown>(2252, "is no list of maps of one variable", isListOfVariables)),
    }),
    "sse-find-replace": object({
      replacements: list(
        object({ field: oneOf("data", "retry").nullish(), from: regular, to: any.nullish() }),
        1,
      ),
    }),
    "terminate-tls": object({
      min_version: oneOf("1.2", "1.3").nullish(),
      max_version: oneOf("1.2", "1.3").nullish(),
      server_certificate: any.nullish(),
      server_private_key: any.nullish(),
      mutual_tls_certificate_authorities: list(any).nullish(),
      mutual_tls_verification_strategy: oneOf("require-and-verify", "require-any", "request").nullish(),
    }),
    "url-rewrite": object(urlChange),
    "verify-webhook": object({ provider: any, secret: any, enforce }),
  };
}

const CONFIGS = { json: configs(true), yaml: configs(false) };

/** The keys of which one needs the other. */
const TOGETHER = [
  ["client_id", "client_secret"],
  ["server_certificate", "server_private_key"],
] as const;

/** Finds what the service surely refuses of an action's configuration. */
export function faultsIn(type: string, config: object | null, language: Language): readonly ConfigFault[] {
  const { error } = CONFIGS[language][type]?.safeParse(config ?? {}, { reportInput: true }) ?? {};
  const given = Object.entries(config ?? {}).flatMap(([key, value]) => (value === null ? [] : [key]));
  const lacking = TOGETHER.flatMap(([one, other]) => {
    if (given.includes(one) === given.includes(other)) return [];
    const [key, beside] = given.includes(one) ? [other, one] : [one, other];
    return [{ code: 2240 as const, key, why: `is missing beside ${beside}` }];
  });
  return [...(error?.issues ?? []).map(faultOf), ...lacking];
}

function faultOf(issue: z.core.$ZodIssue): ConfigFault {
  const key = issue.path.join(".");
  if (issue.code === "custom")
    return { code: (issue.params as { code: ServiceCode }).code, key, why: issue.message };
  // A name of a header that is none.
  const [inner] = issue.code === "invalid_key" ? issue.issues : [];
  if (inner) return { ...faultOf(inner), key };
  const isMissing = issue.input === undefined || issue.input === null;
  return isMissing
    ? { code: 2234, key, why: "is missing" }
    : { code: 2203, key, why: "is of another type than is taken" };
}
