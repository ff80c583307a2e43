import { type JsonObject, textOf, textsOf } from "../json";

/** API reference: "Rules for OAuth provider fields". */
export function refuseHalfAClient(value: JsonObject): void {
  const id = textOf(value.client_id) !== "";
  const secret = textOf(value.client_secret) !== "";
  if (id && !secret) throw new Error("must have a client_secret beside its client_id");
  if (textsOf(value.scopes).length > 0 && !(id && secret))
    throw new Error("may have scopes only beside both client_id and client_secret");
}
