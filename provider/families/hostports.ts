import { canonicalHostports } from "../family/canonical-forms";
import { textSet } from "../family/fields";

/** What an edge serves. API reference, section "TLS edge". */
export const hostports = textSet(
  "Hostports that the edge serves, such as `app.example.com:443`. Order carries no meaning.",
  { default: [], canonical: canonicalHostports },
).optional();

/** Key by which the get function finds an edge. */
export const byHostport = [
  { name: "hostport", of: "hostports", description: "One of the hostports of the edge." },
] as const;
