import type { Call } from "./account/call";
import { ApiFailure } from "./failure";

/**
 * Refusals of the compatible service that were observed where the API reference says nothing, by the number of the
 * error code. The messages are those of an injected refusal; a rule says more.
 */
const SERVICE_REFUSALS = {
  214: { status: 400, text: "A parameter is unknown." },
  219: { status: 400, text: "The TLS version is not supported." },
  226: { status: 429, text: "The account is limited to 120 API requests per minute." },
  250: {
    status: 400,
    text: "The filter of a list is no CEL expression, or names a field that the list is not filtered by.",
  },
  413: { status: 409, text: "The domain is already reserved for this account." },
  414: { status: 409, text: "The domain is already reserved for another account." },
  420: { status: 400, text: "The description of a domain is limited to 255 bytes." },
  436: {
    status: 400,
    text: "The domain has a certificate management policy, which must be detached instead.",
  },
  438: { status: 400, text: "A domain must not have an underscore." },
  439: { status: 400, text: "A domain of the service has no certificate management policy." },
  440: { status: 400, text: "A domain of the service takes no uploaded certificate." },
  446: { status: 400, text: "The domain is still used by an edge or a cloud endpoint." },
  609: { status: 400, text: "The public key exists already." },
  1408: { status: 400, text: "The policy has a rule with this CIDR already." },
  1409: { status: 400, text: "A CIDR begins with the first address of its network." },
  1420: { status: 400, text: "The IP policy is referred to by an IP restriction." },
  1912: { status: 400, text: "A certificate authority is one certificate." },
  1939: { status: 400, text: "key_size must be 2048 or 4096." },
  1940: { status: 400, text: "key_size is for RSA keys only." },
  1942: { status: 400, text: "elliptic_curve is for ECDSA keys only." },
  1964: { status: 400, text: "The SSH certificate authority has signed a certificate that still exists." },
  2201: { status: 400, text: "The traffic policy names an action that does not exist." },
  4112: { status: 400, text: "Another service user of the account has the name." },
  5108: { status: 400, text: "The target of an event destination cannot be of another kind." },
  5112: { status: 400, text: "The event destination is still used by an event subscription." },
  5127: { status: 400, text: "Each source of an event subscription has another type." },
  6502: { status: 400, text: "The backend is still used by another backend." },
  6706: { status: 400, text: "The account has an agent ingress with this domain." },
  7026: { status: 400, text: "SNS webhook verification takes no secret." },
  7030: { status: 400, text: "The webhook provider is not supported." },
  7109: { status: 400, text: "terminate_at cannot be set on an HTTPS edge." },
  7117: { status: 400, text: "The domain of a hostport is not reserved." },
  7122: { status: 409, text: "A hostport belongs to another edge." },
  9029: { status: 400, text: "An endpoint with the internal binding needs a URL that ends in .internal." },
  9037: { status: 400, text: "The URL of an endpoint has no path." },
  15005: { status: 400, text: "A binding is invalid." },
  15006: { status: 400, text: "A binding is given twice." },
  18005: { status: 400, text: "The scheme of a cloud endpoint's URL cannot be changed." },
  18006: { status: 400, text: "The account has reserved no domain or address for the URL." },
  18009: { status: 400, text: "The account has a cloud endpoint with this URL." },
  18012: { status: 400, text: "The description of an endpoint is limited to 255 bytes." },
  18013: { status: 400, text: "The metadata of an endpoint is limited to 4096 bytes." },
  18016: { status: 400, text: "The URL belongs to an endpoint that does not pool." },
  18017: { status: 400, text: "An endpoint that does not pool needs a URL of its own." },
  23000: { status: 400, text: "The name of the vault is invalid." },
  23003: { status: 400, text: "A vault must be empty before it is deleted." },
  23004: { status: 400, text: "Another vault of the account has the name." },
  24000: { status: 400, text: "The name of the secret is invalid." },
  24005: { status: 400, text: "Another secret of the vault has the name." },
} as const;

/** Number of one of the service's error codes that the emulator knows. */
export type ServiceCode = keyof typeof SERVICE_REFUSALS;

/** Status and message of a refusal of the service; undefined for a code that the emulator does not know. */
export const refusalOf = (code: number): { readonly status: number; readonly text: string } | undefined =>
  Object.hasOwn(SERVICE_REFUSALS, code) ? SERVICE_REFUSALS[code as ServiceCode] : undefined;

/** The value of `error_code`. */
export const serviceCode = (code: number): string => `ERR_NGROK_${code}`;

/** Whether a request is subject to the service's refusals beyond the reference. */
export const isService = ({ account, trusted }: Call): boolean => !trusted && !account.settings.reference;

/** The service's response to a request that it refuses. */
export function refusal(code: ServiceCode, message: string, parameter?: string): ApiFailure {
  return new ApiFailure(
    { status: SERVICE_REFUSALS[code].status, code: serviceCode(code) },
    message,
    parameter,
  );
}

/** Refuses a request as the service does; does nothing when the emulator serves the bare reference. */
export function refuseAsService(call: Call, code: ServiceCode, message: string, parameter?: string): void {
  if (isService(call)) throw refusal(code, message, parameter);
}
