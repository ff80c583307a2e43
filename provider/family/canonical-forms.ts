import { readInstant } from "../../traffic-policy/language/times";
import { canonicalUrl as canonicalUrlText } from "../../traffic-policy/language/urls";
import { sorted } from "./collections";
import { policyMeaning } from "./policy-meaning";

/** Maps all spellings of a value to one. Never throws: a value that it doesn't understand is returned unchanged. */
type Canonical = (value: unknown) => unknown;

const forText =
  (canonical: (text: string) => string): Canonical =>
  (value) =>
    typeof value === "string" ? canonical(value) : value;

const forItems =
  (canonical: Canonical): Canonical =>
  (value) =>
    Array.isArray(value) ? value.map(canonical) : value;

export const isInstant = (text: string) => !Number.isNaN(readInstant(text));

/** Instant in UTC with milliseconds: `2030-01-01T01:00:00+01:00` is `2030-01-01T00:00:00.000Z`. */
export const canonicalInstant = forText((text) => (isInstant(text) ? new Date(text).toISOString() : text));

/** Instant in UTC, rounded down to a whole second. */
export const canonicalSecond = forText((text) =>
  isInstant(text) ? new Date(Math.floor(Date.parse(text) / 1000) * 1000).toISOString() : text,
);

/** Hostname in lower case, trimmed, without a trailing dot. */
export const canonicalHostname = forText((text) => text.trim().toLowerCase().replace(/\.$/, ""));

export const canonicalHostports = forItems(
  forText((text) =>
    text
      .trim()
      .toLowerCase()
      .replace(/\.(?=(:\d+)?$)/, ""),
  ),
);

/** Rules such as `bind:app.example.com` with the hostname in canonical form; labels, `bind:key=value`, are unchanged. */
export const canonicalAcl = forItems((rule) => (String(rule).includes("=") ? rule : canonicalHostname(rule)));

/** Scheme and host in lower case, default port dropped; anything but `scheme://host…` is a hostname. */
export const canonicalUrl = forText(canonicalUrlText);

/** The value of a policy with sorted keys. A string that only the service can interpret with certainty is unchanged. An empty one is none. */
export const canonicalPolicy: Canonical = (value) => {
  if (typeof value !== "string") return sorted(value);
  const meaning = policyMeaning(value);
  return meaning ? meaning.value : value || undefined;
};

export const canonicalPem = forText((text) =>
  text
    .replace(/\r/g, "")
    .trim()
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join("\n"),
);

export const lowerCaseText = forText((text) => text.toLowerCase());

export const lowerCaseItems = forItems(lowerCaseText);

export const lowerCaseKeys: Canonical = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]))
    : value;
