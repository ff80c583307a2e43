interface Macro {
  readonly description: string;
  /** Its first arguments are names of its own for the items. */
  readonly binds?: true;
}

type Macros = Readonly<Record<string, string | Macro>>;

const items = (description: string): Macro => ({ description, binds: true });

const FORMAT = "as hex, or as the format `base64`";

/** Functions that stand by themselves or, with a dot, below a name of their own. */
const FUNCTIONS: Macros = {
  "base64.decode": "Bytes that Base64 text stands for.",
  "base64.encode": "Base64 text of bytes.",
  "basic_auth.encode": "Value of the header `Authorization` for a user name and a password.",
  getQueryParam: "Values of a parameter of the query.",
  getReqCookie: "A cookie of the request.",
  getReqHeader: "Values of a header of the request.",
  getResCookie: "A cookie of the response.",
  getResHeader: "Values of a header of the response.",
  hasQueryParam: "Whether the query has a parameter.",
  hasReqCookie: "Whether the request has a cookie.",
  hasReqHeader: "Whether the request has a header.",
  hasResCookie: "Whether the response has a cookie.",
  hasResHeader: "Whether the response has a header.",
  "hash.crc32": `CRC-32 of a text, ${FORMAT}.`,
  "hash.crc64": `CRC-64 of a text, ${FORMAT}.`,
  "hash.md5": `MD5 of a text, ${FORMAT}.`,
  "hash.sha1": `SHA-1 of a text, ${FORMAT}.`,
  "hash.sha256": `SHA-256 of a text, ${FORMAT}.`,
  "hash.sha512": `SHA-512 of a text, ${FORMAT}.`,
  "hash.xxhash64": `xxHash64 of a text, ${FORMAT}.`,
  inCidrRange: "Whether an address is in a CIDR.",
  inCidrRanges: "Whether an address is in one of several CIDRs.",
  "json.decode": "Value that a JSON text stands for.",
  "json.encode": "JSON text of a value.",
  "lists.range": "Numbers from 0 up to a number.",
  "queryString.decode": "Parameters of a query.",
  "queryString.encode": "Query of parameters.",
  "rand.double": "Random number from 0 to 1.",
  "rand.int": "Random whole number between two.",
  "secrets.get": "A secret of a vault: `secrets.get('vault', 'name')`. The policy never holds its value.",
  "strings.quote": "A text in quotes, safe to print.",
  "url.escape": "A text with what URLs do not take as percent signs.",
  "url.parse": "Parts of a URL.",
  "url.unescape": "A text with percent signs decoded.",
};

/** What values can do: functions behind a dot. */
const METHODS: Macros = {
  charAt: "Character at a place.",
  crc32: `CRC-32, ${FORMAT}.`,
  crc64: `CRC-64, ${FORMAT}.`,
  decodeBase64: "Text that Base64 text stands for.",
  decodeJson: "Value that a JSON text stands for.",
  decodeQueryString: "Parameters of a query.",
  distinct: "Items without those that are there before.",
  encodeBase64: "Base64 text.",
  encodeJson: "JSON text.",
  encodeQueryString: "Query of parameters.",
  escapeUrl: "The text with what URLs do not take as percent signs.",
  flatten: "Items of the lists in a list.",
  format: "The text with values in place of `%s` and the like.",
  indexOf: "Place of a text in it, or -1.",
  isJson: "Whether it is JSON.",
  isPrivateIp: "Whether it is an address of a private network.",
  isQueryString: "Whether it is a query.",
  isURL: "Whether it is a URL.",
  join: "Texts as one text.",
  lastIndexOf: "Last place of a text in it, or -1.",
  lower: "The text in lower case.",
  lowerAscii: "The text with A to Z in lower case.",
  md5: `MD5, ${FORMAT}.`,
  parseUrl: "Parts of the URL.",
  replace: "The text with one text in place of another.",
  reverse: "The text from its end to its start.",
  sha1: `SHA-1, ${FORMAT}.`,
  sha256: `SHA-256, ${FORMAT}.`,
  sha512: `SHA-512, ${FORMAT}.`,
  slice: "Items from one place to another.",
  sort: "Items in order.",
  sortBy: items("Items in the order of an expression."),
  split: "Texts between a text.",
  substring: "Text from one place to another.",
  trim: "The text without white space around it.",
  unescapeUrl: "The text with percent signs decoded.",
  upper: "The text in upper case.",
  upperAscii: "The text with a to z in upper case.",
  xxhash64: `xxHash64, ${FORMAT}.`,
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
const STANDARD_FUNCTION_MACROS: Macros = named(
  "bool bytes double duration dyn has int matches size string timestamp type uint",
  STANDARD,
);

const STANDARD_METHOD_MACROS: Macros = {
  ...named(
    "contains endsWith getDate getDayOfMonth getDayOfWeek getDayOfYear getFullYear getHours getMilliseconds getMinutes " +
      "getMonth getSeconds matches size startsWith hasValue orValue or value",
    STANDARD,
  ),
  ...named(
    "all exists exists_one existsOne filter map optMap optFlatMap transformList transformMap",
    items(STANDARD),
  ),
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
