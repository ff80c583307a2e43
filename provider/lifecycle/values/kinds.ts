import type { Props } from "../../family/resource";

declare const kind: unique symbol;

/** Lets the compiler distinguish the kinds of records. */
interface Kind<K extends string> {
  readonly [kind]?: K;
}

/** A resource's inputs, as the program sets them. */
export type Inputs = Props & Kind<"inputs">;

/** A resource's state, as the engine stores it: inputs, outputs, and keys internal to this package. */
export type State = Props & Kind<"state">;

/** A request or response body, with the API's names. */
export type Wire = Props & Kind<"wire">;
