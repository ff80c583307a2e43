import { type Attachment, checkPolicy, NAMED_OBJECTS } from "../../traffic-policy";
import type { Call } from "../account/account";
import { emulatesService, invalid, reject } from "../failure";
import { asText, type Json } from "../json";

/**
 * Refuses a traffic policy whose syntax, phases, actions, configurations, or referenced objects the service refuses.
 * Accepts interpolated values, and features that only some accounts lack.
 *
 * @param parameter - The parameter that contains the policy.
 * @param attachment - The endpoint, edge, or route that has the policy.
 */
export function refusePolicy(
  call: Call,
  value: Json | undefined,
  parameter: string,
  attachment: Attachment,
): void {
  const text = asText(value);
  if (!emulatesService(call) || text === "") return;
  for (const { code, path, reason } of checkPolicy(text, attachment))
    if (code !== undefined)
      reject(call, code, `${[parameter, ...path].join(".").slice(0, 200)} ${reason}.`, parameter);
  const { storage } = call.account;
  for (const { className, id } of NAMED_OBJECTS.findAll(text))
    if (className === "IpPolicy" && !storage.get("/ip_policies", id))
      reject(call, 2216, `${parameter} names a missing IP policy.`, parameter);
    else if (className === "CertificateAuthority" && !storage.get("/certificate_authorities", id))
      throw invalid(call, `${parameter} names a missing certificate authority.`, parameter);
}
