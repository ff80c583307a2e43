/** Statuses and codes of refused requests. The API reference states neither; tests refer to these numbers. */
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

/** The service's codes by status, if the status is not 400. */
const STATUSES: readonly (readonly [status: number, codes: readonly number[]])[] = [
  [401, [200, 201, 202, 203, 206, 208, 636]],
  [403, [630]],
  [409, [413, 414, 7122, 7126]],
  [429, [225, 226]],
];

/** The HTTP status of one of the service's codes. */
export const statusOf = (code: number): number =>
  STATUSES.find(([, codes]) => codes.includes(code))?.[0] ?? 400;

/** The value of `error_code`. */
export const serviceCode = (code: number): string => `ERR_NGROK_${code}`;

/** A request that the account refuses. The message never repeats a secret. */
export class ApiFailure extends Error {
  readonly status: number;
  /** Value of `error_code`. */
  readonly code: string;

  /** @param parameter path of the offending body parameter, such as `circuit_breaker.num_buckets` */
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

/** A value that violates a rule with a code of the service. The message follows the parameter's name. */
export class RuleViolation extends Error {
  constructor(
    readonly code: number,
    message: string,
  ) {
    super(message);
  }
}

/** A value of an existing type that the service does not support here. */
export class UnsupportedType extends Error {}

/** The failure of a request for a missing object, with the service's code. */
export const missingObject = (code: number, message: string): ApiFailure =>
  new ApiFailure({ status: 404, code: serviceCode(code) }, message);

/** The failure of a request with one of the service's codes. */
export const refusal = (code: number, message: string, parameter?: string): ApiFailure =>
  new ApiFailure({ status: statusOf(code), code: serviceCode(code) }, message, parameter);

/** The part of a `Call` that decides which rules apply. */
interface RuleScope {
  readonly account: { readonly settings: { readonly reference: boolean } };
  /** True for seeding and out-of-band changes, to which the service's rules don't apply. */
  readonly trusted: boolean;
}

/** True if a request is subject to the service's refusals beyond the API reference. */
export const emulatesService = ({ account, trusted }: RuleScope): boolean =>
  !trusted && !account.settings.reference;

/**
 * Throws the service's refusal. For seeds, out-of-band changes, and with the option `reference`, returns instead, unless the
 * API reference also refuses the request.
 *
 * @param reason - Why the API reference refuses it.
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

/** The failure of an invalid value for which the service has no specific code. */
export const invalid = (call: RuleScope, message: string, parameter: string): ApiFailure =>
  emulatesService(call) ? refusal(215, message, parameter) : new ApiFailure("invalid", message, parameter);
