import { readInstant } from "../../traffic-policy/language/times";
import { canonicalUrl as canonicalUrlText } from "../../traffic-policy/language/urls";
import { policyMeaning } from "./policy-meaning";
import { sorted } from "./sorted";

/** Maps all spellings of a value to one. Returns values that it doesn't understand unchanged and never throws. */
type Canonical = (value: unknown) => unknown;

export const isInstant = (text: string) => !Number.isNaN(readInstant(text));

/** Instant in UTC with milliseconds: `2030-01-01T01:00:00+01:00` is `2030-01-01T00:00:00.000Z`. */
export const canonicalInstant: Canonical = (value) =>
  typeof value === "string" && isInstant(value) ? new Date(value).toISOString() : value;

export const canonicalSecond: Canonical = (value) =>
  typeof value === "string" && isInstant(value)
    ? new Date(Math.floor(Date.parse(value) / 1000) * 1000).toISOString()
    : value;

/** Hostname in lower case, trimmed, without a trailing dot. */
export const canonicalHostname: Canonical = (value) =>
  typeof value === "string" ? value.trim().toLowerCase().replace(/\.$/, "") : value;

export const canonicalHostports: Canonical = (value) =>
  Array.isArray(value)
    ? value.map((item) =>
        typeof item === "string"
          ? item
              .trim()
              .toLowerCase()
              .replace(/\.(?=(:\d+)?$)/, "")
          : item,
      )
    : value;

/** Rules such as `bind:app.example.com` with the hostname in canonical form; labels, `bind:key=value`, are unchanged. */
export const canonicalAcl: Canonical = (value) =>
  Array.isArray(value)
    ? value.map((rule) => (typeof rule === "string" && !rule.includes("=") ? canonicalHostname(rule) : rule))
    : value;

/** Scheme and host in lower case, default port dropped; anything but `scheme://host…` is a hostname. */
export const canonicalUrl: Canonical = (value) =>
  typeof value === "string" ? canonicalUrlText(value) : value;

/** A string that only the service can interpret with certainty is unchanged. */
export const canonicalPolicy: Canonical = (value) => {
  if (typeof value !== "string") return sorted(value);
  const meaning = policyMeaning(value);
  return meaning ? meaning.value : value;
};

export const canonicalPem: Canonical = (value) =>
  typeof value === "string"
    ? value
        .replace(/\r/g, "")
        .trim()
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean)
        .join("\n")
    : value;

export const lowerCaseText: Canonical = (value) => (typeof value === "string" ? value.toLowerCase() : value);

export const lowerCaseKeys: Canonical = (value) =>
  value !== null && typeof value === "object" && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key.toLowerCase(), item]))
    : value;

export const lowerCaseItems: Canonical = (value) =>
  Array.isArray(value) ? value.map((item) => (typeof item === "string" ? item.toLowerCase() : item)) : value;
