import { PLACEHOLDER, withPlaceholders } from "../language/interpolation";
import type { PhaseName } from "../language/phases";
import { VARIABLE_TYPES as T } from "../language/variable-types";
import type { Action } from "./action";
import { URL_CHANGED, urlChange } from "./changes";
import { ERROR, empty, HTTP, headers, onError, REQUEST } from "./common";
import { integer, text } from "./fields";

/** Why a request is not forwarded to a URL, as far as it is known before it is filled in. */
function whyNotForwarded(url: string | undefined, phase: PhaseName | undefined): string | undefined {
  if (url === undefined) return undefined;
  const [, scheme = "", host = ""] = /^([^:/?#]*):\/\/([^/?#]*)/.exec(withPlaceholders(url)) ?? [];
  if (host === "" && !url.startsWith("${"))
    return "is no URL with a scheme and a host, such as https://app.internal: the service may refuse the policy";
  const name = host
    .toLowerCase()
    .replace(/:[^:]*$/, "")
    .replace(/\.$/, "");
  if (name !== "" && !name.endsWith(PLACEHOLDER) && !name.endsWith(".internal"))
    return "names a host that is not internal: it must end in .internal, or the service may refuse the policy";
  const isHttp = phase === "on_http_request";
  const taken = isHttp ? ["http", "https"] : ["tcp", "tls"];
  if (
    phase === undefined ||
    scheme === "" ||
    scheme.includes(PLACEHOLDER) ||
    taken.includes(scheme.toLowerCase())
  )
    return undefined;
  return `has a scheme of another protocol than ${phase}: it must be ${taken.join(" or ")}, or the service may not forward there`;
}

export const ROUTING: Readonly<Record<string, Action>> = {
  "close-connection": {
    description: "Closes the connection without a response.",
    phases: ["on_tcp_connect", "on_http_request"],
    effect: { is: "refuses" },
    config: null,
  },
  "custom-response": {
    description: "Answers the request itself.",
    phases: HTTP,
    effect: { is: "answers" },
    config: {
      status_code: integer("Status code of the response.", { range: [100, 999], default: 200 }),
      body: text("Body of the response.", { interpolated: true }),
      content: text("Body of the response, by its earlier name.", { interpolated: true }),
      headers: headers("Headers of the response, by name.", { size: [0, 10] }),
    },
    result: { name: "custom_response", variables: { ...ERROR } },
  },
  deny: {
    doubts: (textOf, phase) =>
      phase === "on_tcp_connect" && textOf("status_code") !== undefined
        ? { status_code: "has no effect: connections that are refused get no status code" }
        : {},
    description: "Refuses the request, or closes the connection.",
    phases: ["on_tcp_connect", "on_http_request"],
    effect: { is: "refuses" },
    isClosed: true,
    config: {
      status_code: integer("Status code of the response; connections have none.", {
        range: [100, 999],
        default: 403,
      }),
    },
  },
  "forward-internal": {
    doubts: (textOf, phase) => ({ url: whyNotForwarded(textOf("url"), phase) }),
    description: "Sends the traffic to an internal endpoint of the account, whose own policy runs next.",
    phases: ["on_tcp_connect", "on_http_request"],
    effect: { is: "forwards" },
    config: {
      url: text("URL of the internal endpoint.", { required: true, interpolated: true, wrong: empty }),
      on_error: onError("halt"),
    },
    result: {
      name: "forward_internal",
      variables: { url: [T.string, "The URL that it came to."], ...ERROR },
    },
  },
  redirect: {
    description: "Sends the client to another URL, if `from` matches the one it asked for.",
    phases: REQUEST,
    effect: { is: "redirects" },
    config: {
      ...urlChange,
      status_code: integer("Status code of the response.", { range: [300, 399], default: 302 }),
      headers: headers("Headers of the response, by name.", { size: [0, 10] }),
    },
    result: { name: "redirect", variables: URL_CHANGED },
  },
};
