/** Largest response that is read: a page of 100 large objects is far below it. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** Deepest accepted nesting; the API's own objects stay below ten. */
export const MAX_JSON_DEPTH = 100;

/** A decoded response, or the reason why there is none. */
type Decoded = { ok: true; value: unknown } | { ok: false; why: string };

/**
 * Parses a response as a JSON object (or `null`, which means "not set"). The content type is not trusted: proxies
 * label their HTML as JSON and some services label their JSON as text.
 */
export function decodeBody(raw: Buffer, contentType: string | undefined): Decoded {
  if (raw.length === 0) return { ok: false, why: "empty" };
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(raw);
  } catch {
    return { ok: false, why: "no text (not UTF-8)" };
  }
  if (nestsDeeperThan(text, MAX_JSON_DEPTH)) {
    return { ok: false, why: `JSON nested more than ${MAX_JSON_DEPTH} levels deep` };
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: nameOf(text.trimStart(), contentType) };
  }
  if (value !== null && (typeof value !== "object" || Array.isArray(value))) {
    return {
      ok: false,
      why: `JSON, but ${Array.isArray(value) ? "a list" : `a ${typeof value}`} and not an object`,
    };
  }
  return { ok: true, value };
}

function nameOf(text: string, contentType: string | undefined): string {
  if (text === "") return "empty";
  if (text.startsWith("<") || /html/i.test(contentType ?? "")) return "not JSON but HTML";
  return text.startsWith("{") ? "JSON that is cut off or damaged" : "not JSON";
}

/** Counted before parsing, so that no later traversal of the value can overflow the stack. */
function nestsDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (inString) {
      if (c === 92 /* \ */) i++;
      else if (c === 34 /* " */) inString = false;
    } else if (c === 34) inString = true;
    else if (c === 123 /* { */ || c === 91 /* [ */) {
      if (++depth > limit) return true;
    } else if (c === 125 /* } */ || c === 93 /* ] */) depth--;
  }
  return false;
}
