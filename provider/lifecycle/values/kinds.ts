import type { Props } from "../../family/resource";

declare const kind: unique symbol;

/** A marker that exists only for the compiler, which then distinguishes the kinds of records. */
interface Kind<K extends string> {
  readonly [kind]?: K;
}

/** The inputs of a resource, as the program sets them. */
export type Inputs = Props & Kind<"inputs">;

/** The state of a resource, as the engine stores it: inputs, outputs, and keys internal to this package. */
export type State = Props & Kind<"state">;

/** A request or response body, with the API's names. */
export type Wire = Props & Kind<"wire">;
