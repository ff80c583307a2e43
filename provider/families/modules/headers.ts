import { lowerCaseItems } from "../../family/canonical-forms";
import { headerMap, object, type Rule, refusing, string, stringSet } from "../../family/fields";
import { enabled } from "./enabled";

const wrongName = (name: string): string | undefined =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? undefined : "is not the name of a header";

/** Observed at the service (7023, 7024). Values may be secrets. */
export const wrongHeaders = (headers: unknown) =>
  Object.entries(headers ?? {}).flatMap(([name, value]) => {
    const hasControls = typeof value === "string" && /[^\P{Cc}\t]/u.test(value);
    const reason =
      wrongName(name) ??
      (hasControls ? "has a line break or another control character in its value" : undefined);
    return reason === undefined ? [] : [{ path: [name], reason }];
  });

/** The fields of both header modules. HTTP header names are case-insensitive (RFC 9110, section 5.1). */
const headers = (message: string) => ({
  enabled,
  add: headerMap(
    string("Value of the header.", { secret: "likely" }),
    `Headers that are added to the ${message}, by name.`,
    wrongHeaders,
  ).optional(),
  remove: stringSet(`Names of headers that are removed from the ${message}. The order has no meaning.`, {
    unset: { sends: [] },
    spelling: { canonical: lowerCaseItems },
    refuses: refusing(wrongName),
  }).optional(),
});

/** Observed at the service (7164). */
const hostReplaced: Rule = {
  keys: ["add", "remove"],
  at: "remove",
  ofNew: true,
  text: "`remove` has the header `Host` only if `add` has it as well.",
  broken: ({ add, remove }) => {
    const hasHost = (names: readonly unknown[]) =>
      names.some((name) => String(name).toLowerCase() === "host");
    return Array.isArray(remove) && hasHost(remove) && !hasHost(Object.keys(add ?? {}))
      ? "has Host, which cannot be removed without another one: add it as well"
      : undefined;
  },
};

/** API reference, "EndpointRequestHeaders". */
export const requestHeaders = object(
  headers("request before it reaches the upstream"),
  "Request headers module: adds and removes headers of requests.",
  { significantWhenEmpty: true, rules: [hostReplaced] },
);

/** API reference, "EndpointResponseHeaders". */
export const responseHeaders = object(
  headers("response"),
  "Response headers module: adds and removes headers of responses.",
  { significantWhenEmpty: true, rules: [hostReplaced] },
);
