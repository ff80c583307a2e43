import type { AccountObject, Described } from "../../provider/inspect";
import type { Name } from "./names";

/** An object with its name in the program. */
export type NamedObject = AccountObject & Name;

/** An object with its described inputs. */
export interface Declaration {
  readonly object: NamedObject;
  readonly inputs: Extract<Described, { readonly kind: "object" }>;
}
