import { choice, type Fault, flag, type MapField, map, template, type Variables } from "./fields";

export const HTTP = ["on_http_request", "on_http_response"] as const;
export const REQUEST = ["on_http_request"] as const;

export const ERROR: Variables = {
  "error.code": ["string", "Error code if the action failed."],
  "error.message": ["string", "Error message if the action failed."],
};

export const faultIf = (isFault: boolean, code: number, reason: string): Fault | undefined =>
  isFault ? { code, reason } : undefined;

export const emptyFault = (value: string): Fault | undefined =>
  faultIf(value === "", 2223, "must not be empty");

export const headerNameFault = (name: string): Fault | undefined =>
  faultIf(
    !/^[\w!#$%&'*+.^`|~-]+$/.test(name),
    2210,
    "is not a valid header name: use letters, digits, and hyphens, without spaces or colons",
  );

const headerValue = template("Value of the header.", {
  validate: (value) =>
    faultIf(/(?!\t)\p{Cc}/u.test(value), 2211, "must not contain control characters, such as line breaks"),
});

export const headers = (description: string, extra: Pick<MapField, "required" | "size" | "warn"> = {}) =>
  map(headerValue, description, { ...extra, validate: headerNameFault, sizeCode: 2212 });

export const enforce = (effect: string) =>
  flag(`Whether ${effect}. If false, the action only records its result.`, { default: true });

export const onError = (fallback: "halt" | "continue") =>
  choice(["halt", "continue"], "Whether the rest of the policy runs if the action fails.", {
    default: fallback,
  });

export const urlFault = (value: string): Fault | undefined =>
  faultIf(
    !/^[a-z][a-z0-9+.-]*:\/\/[^/?#]/i.test(value),
    2226,
    "must be a URL with a scheme and a host, such as https://app.example.com",
  );
