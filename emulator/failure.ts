import { randomBytes } from "node:crypto";
import type { JsonObject } from "./json";

/**
 * Why a request is refused. The reference shows neither statuses nor codes of errors, so both are assumed by
 * convention; the numbers only have to be stable, so that a program or a test can refer to them.
 */
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

export type Reason = keyof typeof REASONS;

/** A request that the account refuses; becomes the error body of the response. The message never repeats a secret. */
export class ApiFailure extends Error {
  /** HTTP status of the response. */
  readonly status: number;
  /** Value of `error_code`. */
  readonly code: string;

  /**
   * @param reason determines the status and the code, unless both are given
   * @param message the human-readable `msg`
   * @param parameter path of the offending body parameter, such as `circuit_breaker.num_buckets`
   */
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

/** The four keys of every error body; `details` is an object of strings, never null. */
export function errorBody(status: number, code: string, msg: string, parameter?: string): JsonObject {
  const details: JsonObject = { operation_id: `op_${randomBytes(12).toString("hex")}` };
  if (parameter !== undefined) details.parameter = parameter;
  return { error_code: code, status_code: status, msg, details };
}
