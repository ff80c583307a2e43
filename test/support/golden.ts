import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { managed } from "../../provider/families";

type Props = Record<string, unknown>;

/** The engine's record of a resource, as written by a release. */
export interface GoldenState {
  readonly class: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Props;
  readonly outputs: Props;
}

export interface Golden {
  readonly version: string;
  readonly recordedAt: string;
  readonly states: readonly GoldenState[];
}

const folder = join(__dirname, "../golden");

export const releases = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")) as Golden);

/** Returns the program's inputs, without those that the classes and the provider's check add. */
export function programInputs(className: string, inputs: Props): Props {
  const known = Object.keys(managed.find(({ name }) => name === className)?.inputs ?? {});
  return Object.fromEntries(Object.entries(inputs).filter(([key]) => known.includes(key)));
}
