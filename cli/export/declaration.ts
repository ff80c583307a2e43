import type { AccountObject, Described } from "../../provider/inspect";
import type { Name } from "./names";

export type NamedObject = AccountObject & Name;

export interface Declaration {
  readonly object: NamedObject;
  readonly inputs: Extract<Described, { readonly kind: "object" }>;
}
