/** The emulator's own codes, with statuses: for failures without a known code of the service, and for `reference`. */
export const REASONS = {
  malformed: { status: 400, code: "ERR_EMULATOR_100" },
  invalid: { status: 400, code: "ERR_EMULATOR_101" },
  missing: { status: 400, code: "ERR_EMULATOR_102" },
  exclusive: { status: 400, code: "ERR_EMULATOR_103" },
  unknownReference: { status: 400, code: "ERR_EMULATOR_104" },
  inUse: { status: 400, code: "ERR_EMULATOR_106" },
  refused: { status: 400, code: "ERR_EMULATOR_107" },
  agent: { status: 400, code: "ERR_EMULATOR_108" },
  tooLarge: { status: 413, code: "ERR_EMULATOR_109" },
  unauthorized: { status: 401, code: "ERR_EMULATOR_200" },
  forbidden: { status: 403, code: "ERR_EMULATOR_201" },
  foreignCaller: { status: 403, code: "ERR_EMULATOR_202" },
  notFound: { status: 404, code: "ERR_EMULATOR_300" },
  noOperation: { status: 404, code: "ERR_EMULATOR_301" },
  conflict: { status: 409, code: "ERR_EMULATOR_400" },
  rateLimited: { status: 429, code: "ERR_EMULATOR_500" },
  fault: { status: 500, code: "ERR_EMULATOR_600" },
  notStored: { status: 507, code: "ERR_EMULATOR_601" },
} as const;

type Reason = keyof typeof REASONS;

/** The service's codes with a status other than 400, except those of missing objects (404). */
const CODES_BY_STATUS: readonly (readonly [status: number, codes: readonly number[]])[] = [
  [401, [200, 201, 202, 203, 206, 208, 636]],
  [403, [630]],
  [409, [413, 414, 7122, 7126]],
  [429, [225, 226]],
];

/** Returns the HTTP status of one of the service's codes. */
export const statusOf = (code: number): number =>
  CODES_BY_STATUS.find(([, codes]) => codes.includes(code))?.[0] ?? 400;

/** Returns the value of `error_code` for one of the service's codes. */
export const serviceCode = (code: number): string => `ERR_NGROK_${code}`;

/** The failure of a request, as its response describes it. The message never contains a secret. */
export class ApiFailure extends Error {
  readonly status: number;
  /** Value of `error_code`. */
  readonly code: string;

  /** @param parameter - Path of the invalid body parameter, such as `circuit_breaker.num_buckets`. */
  constructor(
    reason: Reason | { readonly status: number; readonly code: string },
    message: string,
    readonly parameter?: string,
  ) {
    super(message);
    this.name = "ApiFailure";
    const { status, code } = typeof reason === "string" ? REASONS[reason] : reason;
    this.status = status;
    this.code = code;
  }
}

/** An invalid value for which the service has a code. The message completes a sentence that starts with the parameter. */
export class RuleViolation extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** A valid value of a type that the service does not support for the parameter. */
export class UnsupportedType extends Error {}

/** Returns the failure of a request for a missing object, with the service's code. */
export const missingObjectFailure = (code: number, message: string): ApiFailure =>
  new ApiFailure({ status: 404, code: serviceCode(code) }, message);

/** Returns a failure with one of the service's codes. */
export const refusal = (code: number, message: string, parameter?: string): ApiFailure =>
  new ApiFailure({ status: statusOf(code), code: serviceCode(code) }, message, parameter);

/** The part of a `Call` that decides which rules apply. */
interface RuleScope {
  readonly account: { readonly settings: { readonly reference: boolean } };
  /** True for seeding and out-of-band changes, to which the service's rules don't apply. */
  readonly trusted: boolean;
}

/** True if a request is also subject to the rules of the service that the API reference doesn't state. */
export const emulatesService = ({ account, trusted }: RuleScope): boolean =>
  !trusted && !account.settings.reference;

/**
 * Rejects a request that breaks a rule of the service. Throws if the call is subject to the service's rules; otherwise, only
 * if a `reason` shows that the API reference states the rule, too.
 */
export function reject(
  call: RuleScope,
  code: number,
  message: string,
  parameter?: string,
  reason?: Reason,
): void {
  if (emulatesService(call)) throw refusal(code, message, parameter);
  if (reason !== undefined) throw new ApiFailure(reason, message, parameter);
}

/** Returns the failure of an invalid value for which the service has no specific code. */
export const invalid = (call: RuleScope, message: string, parameter: string): ApiFailure =>
  emulatesService(call) ? refusal(215, message, parameter) : new ApiFailure("invalid", message, parameter);
