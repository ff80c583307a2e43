import { ApiFailure } from "./failure";

/**
 * Numbers of the error codes with which the compatible service refuses what the API reference does not mention. Each
 * rule that refuses says why; the service's catalog of errors has the meanings.
 */
const SERVICE_CODES = [
  100, 200, 201, 202, 203, 206, 208, 210, 211, 213, 214, 215, 216, 217, 218, 219, 223, 224, 225, 226, 227,
  228, 229, 230, 231, 232, 233, 235, 238, 241, 242, 243, 244, 248, 249, 250, 400, 402, 403, 404, 406, 407,
  408, 409, 410, 411, 413, 414, 416, 420, 421, 422, 429, 434, 435, 436, 438, 439, 440, 446, 448, 456, 500,
  505, 506, 513, 514, 600, 604, 605, 606, 609, 611, 612, 630, 634, 636, 804, 806, 809, 1400, 1401, 1402, 1404,
  1405, 1406, 1408, 1409, 1413, 1414, 1419, 1420, 1421, 1422, 1801, 1802, 1803, 1804, 1900, 1901, 1902, 1903,
  1908, 1909, 1910, 1911, 1912, 1913, 1914, 1915, 1916, 1917, 1919, 1920, 1922, 1923, 1924, 1925, 1926, 1934,
  1936, 1937, 1938, 1939, 1940, 1941, 1942, 1945, 1946, 1947, 1948, 1949, 1950, 1951, 1952, 1962, 1963, 1964,
  1965, 1966, 2090, 2200, 2201, 2202, 2203, 2204, 2205, 2206, 2207, 2210, 2211, 2212, 2214, 2215, 2216, 2217,
  2218, 2219, 2221, 2222, 2223, 2224, 2225, 2226, 2228, 2230, 2231, 2234, 2236, 2237, 2239, 2240, 2241, 2242,
  2243, 2244, 2245, 2246, 2248, 2252, 2257, 2258, 2261, 2262, 2266, 2267, 4109, 4112, 5100, 5103, 5104, 5106,
  5107, 5108, 5112, 5115, 5116, 5118, 5119, 5120, 5123, 5125, 5127, 5129, 5130, 5133, 5134, 5136, 5137, 5138,
  5139, 5140, 6501, 6502, 6505, 6506, 6507, 6509, 6512, 6514, 6517, 6526, 6527, 6531, 6700, 6701, 6704, 6705,
  6706, 7000, 7007, 7011, 7016, 7017, 7018, 7023, 7024, 7025, 7026, 7027, 7029, 7030, 7032, 7033, 7034, 7036,
  7037, 7039, 7040, 7042, 7043, 7044, 7045, 7046, 7047, 7048, 7049, 7051, 7052, 7053, 7054, 7062, 7067, 7068,
  7069, 7072, 7073, 7074, 7079, 7083, 7087, 7088, 7089, 7090, 7091, 7092, 7104, 7107, 7109, 7112, 7113, 7117,
  7120, 7121, 7122, 7123, 7124, 7126, 7130, 7131, 7133, 7164, 9029, 9030, 9031, 9036, 9037, 9038, 15005,
  15006, 18001, 18002, 18003, 18004, 18005, 18006, 18009, 18011, 18012, 18013, 18015, 18016, 18017, 18018,
  18022, 18023, 23000, 23001, 23003, 23004, 24000, 24001, 24003, 24005, 24006, 24008, 24009,
] as const;

/** Statuses other than 400. */
const STATUSES: { readonly [code in ServiceCode]?: number } = {
  200: 401,
  201: 401,
  202: 401,
  203: 401,
  206: 401,
  208: 401,
  225: 429,
  226: 429,
  413: 409,
  414: 409,
  630: 403,
  636: 401,
  7122: 409,
  7126: 409,
};

/** Number of one of the service's error codes that the emulator knows. */
export type ServiceCode = (typeof SERVICE_CODES)[number];

const KNOWN_CODES: ReadonlySet<number> = new Set(SERVICE_CODES);

export const isServiceCode = (code: number): code is ServiceCode => KNOWN_CODES.has(code);

/** The HTTP status of a refusal; 400 for a code that the emulator does not know. */
export const statusOf = (code: number): number => (isServiceCode(code) ? (STATUSES[code] ?? 400) : 400);

/** The value of `error_code`. */
export const serviceCode = (code: number): string => `ERR_NGROK_${code}`;

/** A refusal by a rule, with the service's code. */
export class RuleViolation extends Error {
  constructor(
    readonly code: ServiceCode,
    message: string,
  ) {
    super(message);
  }
}

/** A value of an existing type that the service does not support here. */
export class UnsupportedType extends Error {}

/** The service's response to a request for an object that does not exist. */
export const missingObject = (code: number, message: string): ApiFailure =>
  new ApiFailure({ status: 404, code: serviceCode(code) }, message);

/** The service's response to a request that it refuses. */
export function refusal(code: number, message: string, parameter?: string): ApiFailure {
  if (!isServiceCode(code)) throw new Error(`the emulator has no refusal ${code}`);
  return new ApiFailure({ status: statusOf(code), code: serviceCode(code) }, message, parameter);
}
