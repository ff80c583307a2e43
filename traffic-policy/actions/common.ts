import { VARIABLE_TYPES as T, type Variables } from "../language/variable-types";
import { choice, type Fault, flag, type MapField, map, text } from "./fields";

export const HTTP = ["on_http_request", "on_http_response"] as const;
export const REQUEST = ["on_http_request"] as const;

export const ERROR: Variables = {
  "error.code": [T.string, "Code of the error with which the action failed."],
  "error.message": [T.string, "The same in words."],
};

export const fault = (isFault: boolean, code: number, reason: string): Fault | undefined =>
  isFault ? { code, reason } : undefined;

export const empty = (value: string): Fault | undefined => fault(value === "", 2223, "must not be empty");

export const wrongName = (name: string): Fault | undefined =>
  fault(
    !/^[\w!#$%&'*+.^`|~-]+$/.test(name),
    2210,
    "is no name of a header: it must have letters, digits and hyphens, without spaces or colons",
  );

const headerValue = text("Value of the header.", {
  interpolated: true,
  wrong: (value) =>
    fault(/[^\P{Cc}\t]/u.test(value), 2211, "must have no control characters, such as the end of a line"),
});

export const headers = (description: string, extra: Pick<MapField, "required" | "size" | "doubtful"> = {}) =>
  map(headerValue, description, { ...extra, wrong: wrongName, sizeCode: 2212 });

export const enforce = (what: string) =>
  flag(`Whether ${what}. When false the action judges and lets everything through.`, { default: true });

export const onError = (fallback: "halt" | "continue") =>
  choice(["halt", "continue"], "Whether the rest of the policy runs when the action fails.", {
    default: fallback,
  });

/** A URL that names its host: the service refuses others. */
export const wrongUrl = (value: string): Fault | undefined =>
  fault(
    !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(value),
    2226,
    "must be a URL with a scheme and a host, such as https://app.example.com",
  );
