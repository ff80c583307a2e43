import type { Props } from "../../family/resource";

declare const kind: unique symbol;

/** Marks a record for the compiler alone, so that one kind is not taken for another. */
interface Is<K extends string> {
  readonly [kind]?: K;
}

/** What a program gives of a resource. */
export type Inputs = Props & Is<"inputs">;

/** What the engine stores of a resource: its inputs, its outputs, and what only this package knows. */
export type State = Props & Is<"state">;

/** What is sent to the service or comes from it: names as in the API. */
export type Wire = Props & Is<"wire">;
