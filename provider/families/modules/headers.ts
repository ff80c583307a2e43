import { lowerCaseItems } from "../../family/canonical-forms";
import { headerMap, object, string, stringSet } from "../../family/fields";
import { enabled } from "./enabled";

/** The fields of both header modules. HTTP header names are case-insensitive (RFC 9110, section 5.1). */
const headers = (message: string) => ({
  enabled,
  add: headerMap(
    string("Value of the header.", { secret: "likely" }),
    `Headers that are added to the ${message}, by name.`,
  ).optional(),
  remove: stringSet(`Names of headers that are removed from the ${message}. The order has no meaning.`, {
    unset: { sends: [] },
    spelling: { canonical: lowerCaseItems },
  }).optional(),
});

/** API reference, "EndpointRequestHeaders". */
export const requestHeaders = object(
  headers("request before it reaches the upstream"),
  "Request headers module: adds and removes headers of requests.",
  { significantWhenEmpty: true },
);

/** API reference, "EndpointResponseHeaders". */
export const responseHeaders = object(
  headers("response"),
  "Response headers module: adds and removes headers of responses.",
  { significantWhenEmpty: true },
);
