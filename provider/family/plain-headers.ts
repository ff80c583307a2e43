/** Headers whose values are for everybody: caching, content, security policies, CORS and what proxies add. */
const PUBLIC =
  /^(?:accept|access-control|cache|content|cross-origin|forwarded|host|referrer|sec-fetch|strict-transport|x-(?:content-type|dns-prefetch|download|forwarded|frame|permitted|powered|request-id|robots|xss))(?:$|-)|^(?:age|allow|alt-svc|connection|date|etag|expires|last-modified|link|location|origin|permissions-policy|pragma|retry-after|server|timing-allow-origin|trailer|upgrade|user-agent|vary|via|warning)$/i;

/** What the service fills in. */
const FILLED_IN = /\$\{[^{}]*\}/g;

/** Shorter words open nothing. */
const SHORTEST = 8;

/** Whether the value of a header is surely no password or key: its name says so, or it has no word that is long enough. */
export const isPlainHeader = (name: string, value: string): boolean =>
  PUBLIC.test(name) ||
  value
    .replace(FILLED_IN, " ")
    .split(/\s+/)
    .every((word) => word.length < SHORTEST);
