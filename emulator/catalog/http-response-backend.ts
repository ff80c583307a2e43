import { lowerCaseNames, refuseHeaders } from "../modules/headers";
import type { Behaviour } from "../schema/family";
import { guardBackend } from "./backend";

/** Service only: the reference does not have it. */
export const httpResponseBackend: Behaviour = {
  compute: {
    status_code: (_account, { fields }) => fields.status_code ?? 200,
  },
  check: (call, { headers }) => refuseHeaders(call, headers, "headers"),
  derive: ({ account }, { headers = null }) => ({
    headers: account.settings.reference ? headers : lowerCaseNames(headers),
  }),
  guard: guardBackend,
};
