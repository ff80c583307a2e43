import { VARIABLE_TYPES as T, type Variables } from "../language/variable-types";
import type { Action } from "./action";
import { ERROR, empty, HTTP, headers, onError, REQUEST, wrongName, wrongUrl } from "./common";
import { anything, choice, duration, integer, list, map, object, SOME, text } from "./fields";

const agentsOwn = (name: string): string | undefined =>
  name.toLowerCase() === "user-agent"
    ? "is User-Agent, which the service does not let a policy add or remove"
    : undefined;

const notAdded = (name: string): string | undefined =>
  name.toLowerCase() === "ngrok-skip-browser-warning"
    ? "is ngrok-skip-browser-warning, which the service does not let a policy add"
    : agentsOwn(name);

const pattern = (what: string) =>
  text(`Regular expression (RE2) of ${what}.`, { required: true, interpolated: true, pattern: true });

const replacement = text(
  "What takes its place; `$1`, `$2` and so on are the groups of the pattern. Empty removes.",
  { interpolated: true },
);

const bodyReplacements = (body: string) =>
  list(
    object(
      { from: pattern(`what is replaced in the body of the ${body}`), to: replacement },
      "One replacement.",
    ),
    "Replacements, in the order in which they are made.",
    { required: true, size: SOME },
  );

const REPLACED: Variables = {
  replacements: [T.list, "The replacements that matched: `replacement_index` and `matched_content` of each."],
};

export const urlChange = {
  from: text(
    "Regular expression (RE2) of the part of the URL that is replaced; the whole URL when left out.",
    { interpolated: true, pattern: true },
  ),
  to: text(
    "What takes its place; `$1`, `$2` and so on are the groups of `from`, and names such as `$scheme` parts of the URL.",
    { required: true, interpolated: true, wrong: empty },
  ),
} as const;

export const URL_CHANGED: Variables = {
  url: [T.string, "The URL that it came to."],
  matches: [T.list, "What the groups of `from` matched."],
  ...ERROR,
};

export const CHANGES: Readonly<Record<string, Action>> = {
  "add-headers": {
    description: "Adds headers to the request or the response.",
    phases: HTTP,
    effect: { is: "changes", what: "headers" },
    config: {
      headers: headers("Headers by name.", { required: true, size: [1, 10], doubtful: notAdded }),
    },
    result: {
      name: "add_headers",
      variables: { headers_added: [T.map, "The headers that were added, by name."], ...ERROR },
    },
  },
  "compress-response": {
    description: "Compresses the body of the response as the client accepts it.",
    phases: HTTP,
    effect: { is: "none" },
    config: {
      algorithms: list(
        choice(["gzip", "deflate", "br", "compress"], "An algorithm.", { code: 2214 }),
        "Algorithms to choose from; all of them when left out.",
        { unique: true },
      ),
    },
    result: {
      name: "compress",
      variables: {
        already_compressed: [T.bool, "Whether the upstream had compressed the body."],
        negotiated_algorithm: [T.string, "The algorithm that was chosen."],
        ...ERROR,
      },
    },
  },
  "http-request": {
    description: "Sends a request to another service and keeps its answer for later rules.",
    phases: HTTP,
    effect: { is: "changes", what: "results" },
    config: {
      url: text("URL that the request goes to.", { required: true, interpolated: true, wrong: wrongUrl }),
      method: choice(["GET", "PUT", "POST", "PATCH", "DELETE", "OPTIONS"], "Method of the request.", {
        default: "GET",
        interpolated: true,
      }),
      query_params: list(
        object(
          {
            key: text("Name of the parameter.", {
              required: true,
              interpolated: true,
              maxLength: 128,
              lengthCode: 2245,
            }),
            value: text("Its value.", { interpolated: true, maxLength: 8192, lengthCode: 2246 }),
          },
          "One parameter.",
        ),
        "Parameters that are added to the URL.",
        { size: [0, 32], sizeCode: 2244 },
      ),
      headers: headers("Headers of the request, by name.", { size: [0, 10] }),
      body: text("Body of the request.", { interpolated: true }),
      max_redirects: integer("Redirects that are followed.", { range: [0, 100], default: 10 }),
      timeout: duration("How long all attempts may take together.", { range: [1, 30], default: "3s" }),
      retry_condition: text(
        "CEL expression: whether the request is tried again, three times at most. It has `attempts` and `last_attempt` beside the usual variables.",
        {
          expression: "condition",
          names: ["attempts", "last_attempt"],
          interpolated: true,
          default: "false",
        },
      ),
      on_error: onError("continue"),
    },
    result: {
      name: "http_request",
      variables: {
        attempts: [T.list, "The attempts that were made."],
        req: [T.map, "The request that was sent: `method`, `header`, `url` and `body`."],
        res: [T.map, "The response: `status_code`, `header`, `body`, `resolved_ip` and `time_ms`."],
        ...ERROR,
      },
    },
  },
  log: {
    description: "Adds data to the event that the service logs for the traffic.",
    phases: ["on_tcp_connect", "on_http_request", "on_http_response"],
    effect: { is: "none" },
    config: {
      metadata: map(anything("Any value."), "What is added, by key.", { required: true }),
    },
    result: { name: "log", variables: { metadata: [T.map, "What was added."] } },
  },
  "remove-headers": {
    description: "Removes headers from the request or the response.",
    phases: HTTP,
    effect: { is: "changes", what: "removed headers" },
    config: {
      headers: list(
        text("Name of a header.", { wrong: wrongName, doubtful: agentsOwn }),
        "Headers that are removed.",
        { required: true, size: [1, 10] },
      ),
    },
    result: {
      name: "remove_headers",
      variables: { headers_removed: [T.list, "The headers that were removed."], ...ERROR },
    },
  },
  "request-body-find-replace": {
    description: "Replaces parts of the body of the request.",
    phases: REQUEST,
    effect: { is: "none" },
    config: { replacements: bodyReplacements("request") },
    result: { name: "request_body_find_replace", variables: REPLACED },
  },
  "response-body-find-replace": {
    description: "Replaces parts of the body of the response.",
    phases: ["on_http_response"],
    effect: { is: "none" },
    config: { replacements: bodyReplacements("response") },
    result: { name: "response_body_find_replace", variables: REPLACED },
  },
  "set-vars": {
    description: "Sets variables, which later rules of the phase read as `vars.<name>`.",
    phases: ["on_tcp_connect", "on_http_request", "on_http_response"],
    effect: { is: "changes", what: "vars" },
    config: {
      vars: list(
        map(anything("The value."), "One variable: its name and value.", {
          size: [1, 1],
          setsVariables: true,
        }),
        "The variables, in the order in which they are set.",
        { required: true },
      ),
    },
  },
  "sse-find-replace": {
    description: "Replaces parts of the messages of a stream of server-sent events.",
    phases: ["on_event_stream_message"],
    effect: { is: "none" },
    config: {
      replacements: list(
        object(
          {
            field: choice(["data", "retry"], "Field of the message.", {
              default: "data",
              interpolated: true,
            }),
            from: pattern("what is replaced"),
            to: replacement,
          },
          "One replacement.",
        ),
        "Replacements, in the order in which they are made.",
        { required: true, size: SOME },
      ),
    },
    result: { name: "sse_find_replace", variables: REPLACED },
  },
  "url-rewrite": {
    description: "Changes the URL that the upstream sees, if `from` matches it.",
    phases: REQUEST,
    effect: { is: "changes", what: "url" },
    config: urlChange,
    result: { name: "url_rewrite", variables: URL_CHANGED },
  },
};
