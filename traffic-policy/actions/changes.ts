import type { Action } from "./action";
import { ERROR, emptyFault, HTTP, headerNameFault, headers, onError, REQUEST, urlFault } from "./common";
import {
  anything,
  choice,
  duration,
  type Fields,
  integer,
  list,
  map,
  NON_EMPTY,
  object,
  template,
  text,
  type Variables,
} from "./fields";

const userAgentProblem = (name: string): string | undefined =>
  name.toLowerCase() === "user-agent" ? "is User-Agent, which a policy can't add or remove" : undefined;

const addedHeaderProblem = (name: string): string | undefined =>
  name.toLowerCase() === "ngrok-skip-browser-warning"
    ? "is ngrok-skip-browser-warning, which a policy can't add"
    : userAgentProblem(name);

const pattern = (target: string) =>
  template(`Regular expression (RE2) that matches ${target}.`, { required: true, pattern: true });

const replacement = template(
  "Replacement text. `$1`, `$2`, and so on insert groups of the pattern. Default: empty.",
);

const replacements = (target: string, more: Fields = {}) =>
  list(
    object({ ...more, from: pattern(target), to: replacement }, "One replacement."),
    "Replacements, in the order in which they are applied.",
    { required: true, size: NON_EMPTY },
  );

const REPLACED: Variables = {
  replacements: ["list", "The replacements that matched: `replacement_index` and `matched_content` of each."],
};

export const urlChange = {
  from: template("Regular expression (RE2) for the part of the URL to replace. Default: the whole URL.", {
    pattern: true,
  }),
  to: template(
    "Replacement text. `$1`, `$2`, and so on insert groups of `from`, and names such as `$scheme` insert parts of the URL.",
    { required: true, validate: emptyFault },
  ),
} as const;

export const URL_CHANGED: Variables = {
  url: ["string", "The resulting URL."],
  matches: ["list", "The groups that `from` matched."],
  ...ERROR,
};

export const CHANGES: Readonly<Record<string, Action>> = {
  "add-headers": {
    description: "Adds headers to the request or the response.",
    phases: HTTP,
    effect: { kind: "changes", target: "headers" },
    config: {
      headers: headers("Headers by name.", { required: true, size: [1, 10], warn: addedHeaderProblem }),
    },
    result: { headers_added: ["map", "The headers that were added, by name."], ...ERROR },
  },
  "compress-response": {
    description: "Compresses the response body with an algorithm that the client accepts.",
    phases: ["on_http_response"],
    effect: { kind: "none" },
    config: {
      algorithms: list(
        choice(["gzip", "deflate", "br", "compress"], "An algorithm.", { code: 2214 }),
        "Allowed algorithms. Default: all.",
        { unique: true },
      ),
    },
    resultName: "compress",
    result: {
      already_compressed: ["bool", "Whether the upstream already compressed the body."],
      negotiated_algorithm: ["string", "The algorithm that was chosen."],
      ...ERROR,
    },
  },
  "http-request": {
    description: "Sends a request to another service and stores the response for later rules.",
    phases: HTTP,
    effect: { kind: "changes", target: "results" },
    config: {
      url: template("URL of the request.", { required: true, validate: urlFault }),
      method: choice(["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"], "HTTP method.", {
        default: "GET",
        interpolated: true,
      }),
      query_params: list(
        object(
          {
            key: template("Name of the parameter.", { required: true, maxLength: 128, lengthCode: 2245 }),
            value: template("Value of the parameter.", { maxLength: 8192, lengthCode: 2246 }),
          },
          "One parameter.",
        ),
        "Query parameters to add to the URL.",
        { size: [0, 32], sizeCode: 2244 },
      ),
      headers: headers("Headers of the request, by name.", { size: [0, 10] }),
      body: template("Body of the request."),
      max_redirects: integer("Maximum number of redirects to follow.", { range: [0, 100], default: 10 }),
      timeout: duration("Timeout for all attempts together.", { range: [1, 30], default: "3s" }),
      retry_condition: template(
        "CEL expression that decides whether to retry, up to three times. It can also read `attempts` and `last_attempt`.",
        {
          expression: "condition",
          names: ["attempts", "last_attempt"],
          default: "false",
        },
      ),
      on_error: onError("continue"),
    },
    result: {
      attempts: ["list", "The attempts that were made."],
      req: ["map", "The request that was sent: `method`, `header`, `url` and `body`."],
      res: ["map", "The response: `status_code`, `header`, `body`, `resolved_ip` and `time_ms`."],
      ...ERROR,
    },
  },
  log: {
    description: "Adds data to the event that the service logs.",
    phases: ["on_tcp_connect", "on_http_request", "on_http_response"],
    effect: { kind: "none" },
    config: {
      metadata: map(anything("Any value."), "Data to add, by key.", { required: true }),
    },
    result: { metadata: ["map", "The added data."] },
  },
  "remove-headers": {
    description: "Removes headers from the request or the response.",
    phases: HTTP,
    effect: { kind: "changes", target: "removed headers" },
    config: {
      headers: list(
        text("Name of a header.", { validate: headerNameFault, warn: userAgentProblem }),
        "Headers to remove.",
        { required: true, size: [1, 10] },
      ),
    },
    result: { headers_removed: ["list", "The headers that were removed."], ...ERROR },
  },
  "request-body-find-replace": {
    description: "Replaces text in the request body.",
    phases: REQUEST,
    effect: { kind: "none" },
    config: { replacements: replacements("the text to replace in the request body") },
    result: REPLACED,
  },
  "response-body-find-replace": {
    description: "Replaces text in the response body.",
    phases: ["on_http_response"],
    effect: { kind: "none" },
    config: { replacements: replacements("the text to replace in the response body") },
    result: REPLACED,
  },
  "set-vars": {
    description: "Sets variables that later rules of the phase read as `vars.<name>`.",
    phases: ["on_tcp_connect", "on_http_request", "on_http_response"],
    effect: { kind: "changes", target: "vars" },
    config: {
      vars: list(
        map(anything("The value."), "One variable: its name and value.", {
          size: [1, 1],
          setsVariables: true,
        }),
        "Variables, in the order in which they are set.",
        { required: true },
      ),
    },
  },
  "sse-find-replace": {
    description: "Replaces text in the messages of a stream of server-sent events.",
    phases: ["on_event_stream_message"],
    effect: { kind: "none" },
    config: {
      replacements: replacements("the text to replace", {
        field: choice(["data", "retry"], "Field of the message.", { default: "data", interpolated: true }),
      }),
    },
    result: REPLACED,
  },
  "url-rewrite": {
    description: "Rewrites the URL for the upstream if `from` matches it.",
    phases: REQUEST,
    effect: { kind: "changes", target: "url" },
    config: urlChange,
    result: URL_CHANGED,
  },
};
