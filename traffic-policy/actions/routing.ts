import { plainHost } from "../language/hosts";
import { PLACEHOLDER, withPlaceholders } from "../language/interpolation";
import type { PhaseName } from "../language/phases";
import type { Action } from "./action";
import { URL_CHANGED, urlChange } from "./changes";
import { ERROR, emptyFault, HTTP, headers, onError, REQUEST } from "./common";
import { integer, template } from "./fields";

function forwardingProblem(url: string | undefined, phase: PhaseName | undefined): string | undefined {
  if (url === undefined) return undefined;
  const [, scheme = "", host = ""] = /^([^:/?#]*):\/\/([^/?#]*)/.exec(withPlaceholders(url)) ?? [];
  if (host === "" && !url.startsWith("${"))
    return "must be a URL with a scheme and a host, such as https://app.internal, or the service may refuse the policy";
  const name = plainHost(host.replace(/:[^:]*$/, ""));
  if (name !== "" && !name.endsWith(PLACEHOLDER) && !name.endsWith(".internal"))
    return "must name a host that ends in .internal, or the service may refuse the policy";
  if (phase === undefined || scheme === "" || scheme.includes(PLACEHOLDER)) return undefined;
  const schemes = phase === "on_http_request" ? ["http", "https"] : ["tcp", "tls"];
  if (schemes.includes(scheme.toLowerCase())) return undefined;
  return `must have the scheme ${schemes.join(" or ")} in ${phase}, or the service may not forward the traffic`;
}

export const ROUTING: Readonly<Record<string, Action>> = {
  "close-connection": {
    description: "Closes the connection without a response.",
    phases: ["on_tcp_connect", "on_http_request"],
    effect: { kind: "refuses" },
    config: null,
  },
  "custom-response": {
    description: "Responds to the request.",
    phases: HTTP,
    effect: { kind: "answers" },
    config: {
      status_code: integer("Status code of the response.", { range: [100, 999], default: 200 }),
      body: template("Body of the response."),
      content: template("Earlier name of `body`."),
      headers: headers("Headers of the response, by name.", { size: [0, 10] }),
    },
    result: ERROR,
  },
  deny: {
    warnings: (textOf, phase) =>
      phase === "on_tcp_connect" && textOf("status_code") !== undefined
        ? { status_code: "has no effect, since denied connections get no status code" }
        : {},
    description: "Denies the request, or closes the connection.",
    phases: ["on_tcp_connect", "on_http_request"],
    effect: { kind: "refuses" },
    isClosed: true,
    config: {
      status_code: integer("Status code of the response. Has no effect on connections.", {
        range: [100, 999],
        default: 403,
      }),
    },
  },
  "forward-internal": {
    warnings: (textOf, phase) => ({ url: forwardingProblem(textOf("url"), phase) }),
    description: "Forwards traffic to an internal endpoint of the account, whose own policy runs next.",
    phases: ["on_tcp_connect", "on_http_request"],
    effect: { kind: "forwards" },
    config: {
      url: template("URL of the internal endpoint.", { required: true, validate: emptyFault }),
      on_error: onError("halt"),
    },
    result: { url: ["string", "The resulting URL."], ...ERROR },
  },
  redirect: {
    description: "Redirects the client to another URL if `from` matches the requested one.",
    phases: REQUEST,
    effect: { kind: "redirects" },
    config: {
      ...urlChange,
      status_code: integer("Status code of the response.", { range: [300, 399], default: 302 }),
      headers: headers("Headers of the response, by name.", { size: [0, 10] }),
    },
    result: URL_CHANGED,
  },
};
