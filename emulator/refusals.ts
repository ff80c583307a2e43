import { ApiFailure } from "./failure";

/** The HTTP statuses of codes that do not mean 400. */
const STATUSES: Readonly<Record<number, number>> = {
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

/** The HTTP status of a refusal with one of the service's codes. */
export const statusOf = (code: number): number => STATUSES[code] ?? 400;

/** The value of `error_code`. */
export const serviceCode = (code: number): string => `ERR_NGROK_${code}`;

/** A refusal by a rule, with the service's code. */
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

/** The service's response to a request for an object that does not exist. */
export const missingObject = (code: number, message: string): ApiFailure =>
  new ApiFailure({ status: 404, code: serviceCode(code) }, message);

/**
 * The service's response to a request that it refuses.
 *
 * @param code - A number from the service's catalog of error codes.
 */
export const refusal = (code: number, message: string, parameter?: string): ApiFailure =>
  new ApiFailure({ status: statusOf(code), code: serviceCode(code) }, message, parameter);
