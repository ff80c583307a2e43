import type { Call } from "./account/call";
import { ApiFailure, type Reason } from "./failure";
import { refusal, type ServiceCode } from "./refusals";

/** True if a request is subject to the service's refusals beyond the reference. */
export const isService = ({ account, trusted }: Call): boolean => !trusted && !account.settings.reference;

/** Refuses a request as the service does; does nothing when the emulator serves the bare reference. */
export function refuseAsService(call: Call, code: number, message: string, parameter?: string): void {
  if (isService(call)) throw refusal(code, message, parameter);
}

/** Refuses a request that the reference refuses too: with the service's code, or with the reason only. */
export function refuse(
  call: Call,
  code: ServiceCode,
  reason: Reason,
  message: string,
  parameter?: string,
): never {
  throw isService(call) ? refusal(code, message, parameter) : new ApiFailure(reason, message, parameter);
}

/** The failure of a value that has no code of its own. */
export const invalid = (call: Call, message: string, parameter: string): ApiFailure =>
  isService(call) ? refusal(215, message, parameter) : new ApiFailure("invalid", message, parameter);
