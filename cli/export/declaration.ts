import type { AccountObject, Described } from "../../provider/inspect";
import type { Name } from "./names";

/** An object that has a name in the program. */
export type NamedObject = AccountObject & Name;

/** An object with its inputs as expressions of the program. */
export interface Declaration {
  readonly object: NamedObject;
  readonly inputs: Extract<Described, { readonly kind: "object" }>;
}
