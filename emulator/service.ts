import type { Call } from "./account/call";
import { ApiFailure, type Reason } from "./failure";
import { refusal } from "./refusals";

/** True if a request is subject to the service's refusals beyond the reference. */
export const emulatesService = ({ account, trusted }: Call): boolean =>
  !trusted && !account.settings.reference;

/**
 * Refuses a request as the service does.
 *
 * @param reason - The reason the reference also refuses it; without a reason, the reference accepts it.
 */
export function reject(call: Call, code: number, message: string, parameter?: string, reason?: Reason): void {
  if (emulatesService(call)) throw refusal(code, message, parameter);
  if (reason !== undefined) throw new ApiFailure(reason, message, parameter);
}

/** The failure of an invalid value for which the service has no specific code. */
export const invalid = (call: Call, message: string, parameter: string): ApiFailure =>
  emulatesService(call) ? refusal(215, message, parameter) : new ApiFailure("invalid", message, parameter);
