import * as pulumi from "@pulumi/pulumi";
import { getFunctionToken, listFunctionToken } from "../../provider/engine/native/tokens";
import { internalsOf } from "../engine-internals";
import { requireItems } from "./keys";

/*
 * Lookups in unit tests that have called `pulumi.runtime.setMocks`, instead of `provider/account/lookups/lookup`. They
 * call the mocks with the tokens of the native provider's functions, so one set of mocks serves both providers.
 */

type Args = Readonly<Record<string, unknown>>;

interface View {
  readonly value: Args;
  readonly holdsSecret: boolean;
}

async function call(token: string, args: Args): Promise<View> {
  const output = internalsOf(pulumi.runtime.invokeOutput(token, { ...args }));
  // Awaits all promises, because a mock that throws rejects each of them.
  const [value, holdsSecret] = await Promise.all([output.promise(), output.isSecret, output.isKnown]);
  return { value: value as Args, holdsSecret };
}

export const getObject = (name: string, args: Args): Promise<View> => call(getFunctionToken(name), args);

export async function* eachObject(
  name: string,
  at: Args,
  _config: unknown,
  filter?: string,
): AsyncGenerator<View, void> {
  const { loadReadable } = await import("../../provider/families/load.js");
  const family = await loadReadable(name);
  if (family === undefined || family.kind === "module") throw new Error(`${name} is not a collection`);
  const token = listFunctionToken(family.plural);
  const { value, holdsSecret } = await call(token, { ...at, ...(filter !== undefined && { filter }) });
  for (const item of requireItems(token, value)) yield { value: item as Args, holdsSecret };
}
