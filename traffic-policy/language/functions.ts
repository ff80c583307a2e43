export interface Macro {
  readonly description: string;
  /** What it may be called with; undefined where that is not known, or the library that reads CEL checks it. */
  readonly takes?: readonly Argument[];
  /** Its first arguments are names of its own for the items. */
  readonly binds?: true;
}

/** What an argument has to be: a value of a type, a CIDR, a list of them, or a name for items. */
export interface Argument {
  readonly is: "string" | "int" | "list" | "map" | "any" | "cidr" | "cidrs" | "name";
  readonly isOptional: boolean;
}

type Macros = Readonly<Record<string, string | Macro>>;

/** @param kinds - What each argument is, with a question mark after those that may be left out. */
const takes = (kinds: string, macro: string | Macro): Macro => ({
  ...(typeof macro === "string" ? { description: macro } : macro),
  takes: kinds
    .split(" ")
    .filter((kind) => kind !== "")
    .map((kind) => ({
      is: kind.replace("?", "") as Argument["is"],
      isOptional: kind.endsWith("?"),
    })),
});

const items = (description: string): Macro => ({ description, binds: true });

const FORMAT = "as hex, or as the format `base64`";

/** Functions that stand by themselves or, with a dot, below a name of their own. */
const FUNCTIONS: Macros = {
  "base64.decode": takes("string", "Bytes that Base64 text stands for."),
  "base64.encode": takes("any", "Base64 text of bytes."),
  "basic_auth.encode": takes(
    "string string",
    "Value of the header `Authorization` for a user name and a password.",
  ),
  getQueryParam: takes("string", "Values of a parameter of the query."),
  getReqCookie: takes("string", "A cookie of the request."),
  getReqHeader: takes("string", "Values of a header of the request."),
  getResCookie: takes("string", "A cookie of the response."),
  getResHeader: takes("string", "Values of a header of the response."),
  hasQueryParam: takes("string", "Whether the query has a parameter."),
  hasReqCookie: takes("string", "Whether the request has a cookie."),
  hasReqHeader: takes("string", "Whether the request has a header."),
  hasResCookie: takes("string", "Whether the response has a cookie."),
  hasResHeader: takes("string", "Whether the response has a header."),
  "hash.crc32": takes("any string?", `CRC-32 of a text, ${FORMAT}.`),
  "hash.crc64": takes("any string?", `CRC-64 of a text, ${FORMAT}.`),
  "hash.md5": takes("any string?", `MD5 of a text, ${FORMAT}.`),
  "hash.sha1": takes("any string?", `SHA-1 of a text, ${FORMAT}.`),
  "hash.sha256": takes("any string?", `SHA-256 of a text, ${FORMAT}.`),
  "hash.sha512": takes("any string?", `SHA-512 of a text, ${FORMAT}.`),
  "hash.xxhash64": takes("any string?", `xxHash64 of a text, ${FORMAT}.`),
  inCidrRange: takes("string cidr", "Whether an address is in a CIDR."),
  inCidrRanges: takes("string cidrs", "Whether an address is in one of several CIDRs."),
  "json.decode": takes("string", "Value that a JSON text stands for."),
  "json.encode": takes("any", "JSON text of a value."),
  "lists.range": takes("int", "Numbers from 0 up to a number."),
  "queryString.decode": takes("string", "Parameters of a query."),
  "queryString.encode": takes("map", "Query of parameters."),
  "rand.double": "Random number from 0 to 1.",
  "rand.int": "Random whole number between two.",
  "secrets.get": takes(
    "string string",
    "A secret of a vault: `secrets.get('vault', 'name')`. The policy never holds its value.",
  ),
  "strings.quote": takes("string", "A text in quotes, safe to print."),
  "url.escape": takes("string", "A text with what URLs do not take as percent signs."),
  "url.parse": takes("string", "Parts of a URL."),
  "url.unescape": takes("string", "A text with percent signs decoded."),
};

/** What values can do: functions behind a dot. */
const METHODS: Macros = {
  charAt: takes("int", "Character at a place."),
  crc32: takes("string?", `CRC-32, ${FORMAT}.`),
  crc64: takes("string?", `CRC-64, ${FORMAT}.`),
  decodeBase64: takes("", "Text that Base64 text stands for."),
  decodeJson: takes("", "Value that a JSON text stands for."),
  decodeQueryString: takes("", "Parameters of a query."),
  distinct: takes("", "Items without those that are there before."),
  encodeBase64: takes("", "Base64 text."),
  encodeJson: takes("", "JSON text."),
  encodeQueryString: takes("", "Query of parameters."),
  escapeUrl: takes("", "The text with what URLs do not take as percent signs."),
  flatten: takes("int?", "Items of the lists in a list."),
  format: takes("list", "The text with values in place of `%s` and the like."),
  indexOf: takes("string int?", "Place of a text in it, or -1."),
  isJson: takes("", "Whether it is JSON."),
  isPrivateIp: takes("", "Whether it is an address of a private network."),
  isQueryString: takes("", "Whether it is a query."),
  isURL: takes("", "Whether it is a URL."),
  join: takes("string?", "Texts as one text."),
  lastIndexOf: takes("string int?", "Last place of a text in it, or -1."),
  lower: takes("", "The text in lower case."),
  lowerAscii: takes("", "The text with A to Z in lower case."),
  md5: takes("string?", `MD5, ${FORMAT}.`),
  parseUrl: takes("", "Parts of the URL."),
  replace: takes("string string int?", "The text with one text in place of another."),
  reverse: takes("", "The text from its end to its start."),
  sha1: takes("string?", `SHA-1, ${FORMAT}.`),
  sha256: takes("string?", `SHA-256, ${FORMAT}.`),
  sha512: takes("string?", `SHA-512, ${FORMAT}.`),
  slice: takes("int int", "Items from one place to another."),
  sort: takes("", "Items in order."),
  sortBy: takes("name any", items("Items in the order of an expression.")),
  split: takes("string? int?", "Texts between a text."),
  substring: takes("int int?", "Text from one place to another."),
  trim: takes("", "The text without white space around it."),
  unescapeUrl: takes("", "The text with percent signs decoded."),
  upper: takes("", "The text in upper case."),
  upperAscii: takes("", "The text with a to z in upper case."),
  xxhash64: takes("string?", `xxHash64, ${FORMAT}.`),
};

const SELECTION = "In strategies of `ai-gateway`.";

/** What models, providers, authors and keys can do in the strategies of `ai-gateway`. */
const SELECTIONS: Macros = Object.fromEntries(
  (
    "only onlyProviders onlyAuthors ignore ignoreProviders ignoreAuthors inRegion inCountryCode underCost random " +
    "randomize get getModel getMetadata"
  )
    .split(" ")
    .map((name) => [name, SELECTION]),
);

const STANDARD = "Of CEL itself.";

const named = (names: string, macro: string | Macro): Macros =>
  Object.fromEntries(names.split(" ").map((name) => [name, macro]));

/** Functions that every CEL has. */
const STANDARD_FUNCTION_MACROS: Macros = {
  ...named("bool bytes double duration dyn int matches size string timestamp type uint", STANDARD),
  has: takes("any", STANDARD),
};

const STANDARD_METHOD_MACROS: Macros = {
  ...named(
    "contains endsWith getDate getDayOfMonth getDayOfWeek getDayOfYear getFullYear getHours getMilliseconds getMinutes " +
      "getMonth getSeconds matches size startsWith hasValue orValue or value",
    STANDARD,
  ),
  ...named("filter optMap optFlatMap", takes("name any", items(STANDARD))),
  ...named("all exists exists_one existsOne map", takes("name any any?", items(STANDARD))),
  ...named("transformList transformMap", takes("name name any any?", items(STANDARD))),
};

const table = (...parts: readonly Macros[]): ReadonlyMap<string, Macro> =>
  new Map(
    parts
      .flatMap((part) => Object.entries(part))
      .map(([name, macro]) => [name, typeof macro === "string" ? { description: macro } : macro]),
  );

/** The service's own macros, for the docs. */
export const SERVICE_MACROS = { functions: table(FUNCTIONS), methods: table(METHODS) };

export const FUNCTION_MACROS = table(STANDARD_FUNCTION_MACROS, FUNCTIONS);
export const METHOD_MACROS = table(STANDARD_METHOD_MACROS, SELECTIONS, METHODS);

/** Names of what every CEL has. */
export const STANDARD_FUNCTIONS: ReadonlySet<string> = new Set(Object.keys(STANDARD_FUNCTION_MACROS));
export const STANDARD_METHODS: ReadonlySet<string> = new Set(Object.keys(STANDARD_METHOD_MACROS));

/** Names that stand before the dot of a function. */
export const MACRO_SPACES: ReadonlySet<string> = new Set(
  [...FUNCTION_MACROS.keys()].filter((name) => name.includes(".")).map((name) => name.split(".")[0] ?? ""),
);

/** What is certain about the value of a function or method, whatever it is called on. */
interface Traits {
  /** Type of all its values, if the library that reads CEL doesn't know it. */
  readonly result?: "bool" | "string" | "int" | "list";
  /** It gives a value for all arguments of its types. */
  readonly isTotal?: true;
  /** It fails if one of its arguments does. */
  readonly isStrict?: true;
  /** True if the library gives the same value as the service: always, or for literals that pass. */
  readonly folds?: true | ((literal: unknown) => boolean);
}

const matching = (pattern: RegExp) => (value: unknown) => pattern.test(String(value));
const isAscii = matching(/^[ -~]*$/);

/** A time in seconds that is in the calendar: the library takes another one for a later day. */
const isTime = (value: unknown): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(String(value)) &&
  new Date(String(value)).toJSON()?.slice(0, 19) === String(value).slice(0, 19);

const TRAITS: Readonly<Record<string, Traits>> = {
  size: { isTotal: true, isStrict: true, folds: true },
  startsWith: { isTotal: true, isStrict: true, folds: true },
  endsWith: { isTotal: true, isStrict: true, folds: true },
  contains: { isTotal: true, isStrict: true, folds: true },
  matches: { isStrict: true },
  lowerAscii: { result: "string", isTotal: true, isStrict: true, folds: isAscii },
  upperAscii: { result: "string", isTotal: true, isStrict: true, folds: isAscii },
  // Doubles are written in other ways.
  string: { isTotal: true, isStrict: true, folds: (value) => typeof value !== "number" },
  int: { isStrict: true, folds: matching(/^(?:-?\d{1,18}|[a-z]+)$/) },
  double: { isStrict: true },
  duration: { folds: matching(/^(?:\d{1,6}(?:ms|h|m|s))+$/) },
  timestamp: { folds: isTime },
  hasReqHeader: { result: "bool", isTotal: true },
  hasReqCookie: { result: "bool", isTotal: true },
  hasQueryParam: { result: "bool", isTotal: true },
  ...traits(
    { result: "bool" },
    "has hasResHeader hasResCookie inCidrRange inCidrRanges isJson isPrivateIp isQueryString isURL",
  ),
  ...traits({ result: "list" }, "getReqHeader getResHeader getQueryParam split"),
  ...traits({ result: "string" }, "charAt lower upper trim replace substring escapeUrl unescapeUrl join"),
  ...traits({ result: "int" }, "indexOf lastIndexOf"),
};

function traits(all: Traits, names: string): Record<string, Traits> {
  return Object.fromEntries(names.split(" ").map((name) => [name, all]));
}

/** What is certain about a function; nothing for one that is not in the table. */
export const traitsOf = (name: string): Traits => (Object.hasOwn(TRAITS, name) && TRAITS[name]) || {};
