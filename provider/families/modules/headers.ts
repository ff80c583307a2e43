import { lowerCaseItems } from "../../family/canonical-forms";
import { headerMap, type Rule, rejectText, string, stringSet } from "../../family/fields";
import { edgeModule } from "./edge-module";

const nameProblem = (name: string): string | undefined =>
  /^[\w!#$%&'*+.^`|~-]+$/.test(name) ? undefined : "is not a valid header name";

/** Observed in the service (errors 7023, 7024). Doesn't repeat values, which may be secrets. */
export const rejectHeaders = (headers: unknown) =>
  Object.entries(headers ?? {}).flatMap(([name, value]) => {
    // Control characters except the tab.
    const hasControls = typeof value === "string" && /[^\P{Cc}\t]/u.test(value);
    const reason =
      nameProblem(name) ?? (hasControls ? "contains a line break or another control character" : undefined);
    return reason === undefined ? [] : [{ path: [name], reason }];
  });

const headers = (messageText: string) => ({
  add: headerMap(
    string("Value of the header.", { secret: "likely" }),
    `Headers to add to the ${messageText}, by name.`,
    rejectHeaders,
  ).optional(),
  remove: stringSet(`Names of headers to remove from the ${messageText}. Order is ignored.`, {
    unset: { sends: [] },
    spelling: { canonical: lowerCaseItems },
    rejects: rejectText(nameProblem),
  }).optional(),
});

/** Observed in the service (error 7164). For new values only, because objects with older ones may exist. */
const hostOnlyReplaced: Rule = {
  keys: ["add", "remove"],
  errorKey: "remove",
  newOnly: true,
  text: "`remove` may include the header `Host` only if `add` does.",
  violation: ({ add, remove }) => {
    const hasHost = (names: readonly unknown[]) =>
      names.some((name) => String(name).toLowerCase() === "host");
    return Array.isArray(remove) && hasHost(remove) && !hasHost(Object.keys(add ?? {}))
      ? "includes Host, which can only be replaced: add it as well"
      : undefined;
  },
};

/** API reference, "EndpointRequestHeaders". */
export const requestHeaders = edgeModule(
  "setting",
  headers("request before it reaches the upstream"),
  "Request headers module: adds and removes headers of requests.",
  { rules: [hostOnlyReplaced] },
);

/** API reference, "EndpointResponseHeaders". */
export const responseHeaders = edgeModule(
  "setting",
  headers("response"),
  "Response headers module: adds and removes headers of responses.",
  { rules: [hostOnlyReplaced] },
);
