import * as pulumi from "@pulumi/pulumi";
import { getToken, listToken } from "../../provider/engine/native/tokens";
import { innerOf } from "../engine-inner";
import { requireItems } from "./keys";

/*
 * Look-ups under `pulumi.runtime.setMocks`: the `call` of the mocks answers them, by the tokens of the native provider's
 * functions, so that one set of mocks serves both kinds of classes. Stands in for `provider/account/lookups/lookup`.
 */

type Args = Readonly<Record<string, unknown>>;

interface View {
  readonly value: Args;
  readonly holdsSecret: boolean;
}

async function call(token: string, args: Args): Promise<View> {
  const answer = innerOf(pulumi.runtime.invokeOutput(token, { ...args }));
  // All at once: a mock that throws rejects every promise of the output.
  const [value, holdsSecret] = await Promise.all([answer.promise(), answer.isSecret, answer.isKnown]);
  return { value: value as Args, holdsSecret };
}

export const getObject = (name: string, args: Args): Promise<View> => call(getToken(name), args);

export async function* eachObject(
  name: string,
  at: Args,
  _config: unknown,
  filter?: string,
): AsyncGenerator<View, void> {
  const { loadReadable } = await import("../../provider/families/load.js");
  const family = await loadReadable(name);
  if (family === undefined || family.kind === "module") throw new Error(`${name} is not a collection`);
  const token = listToken(family.plural);
  const { value, holdsSecret } = await call(token, { ...at, ...(filter !== undefined && { filter }) });
  for (const item of requireItems(token, value)) yield { value: item as Args, holdsSecret };
}

export const withoutKeys = (error: unknown): unknown => error;
