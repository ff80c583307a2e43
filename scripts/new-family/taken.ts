import { families as emulated } from "../../emulator/catalog";
import { lookups, managed, resources } from "../../provider/families";
import { description, metadata, stamps } from "../../provider/families/common";
import { commonInputs, commonOutputs } from "../../provider/family/resource";
import * as sdk from "../../sdk";

/** Names that a new family cannot have. */
export interface Taken {
  /** What the SDK exports, also when it is not generated yet. */
  readonly exports: ReadonlySet<string>;
  /** Classes by the path of their collection. */
  readonly paths: ReadonlyMap<string, string>;
  /** Classes by the beginning of the emulator's ids. */
  readonly idPrefixes: ReadonlyMap<string, string>;
  /** Properties that the new class has anyway. */
  readonly properties: ReadonlySet<string>;
}

export const taken = (): Taken => ({
  exports: new Set([
    ...Object.keys(sdk),
    ...[...managed, ...lookups].flatMap((family) => [
      family.name,
      ...("plural" in family ? [`list${family.plural}`] : []),
    ]),
  ]),
  paths: new Map([...resources, ...lookups].map(({ path, name }) => [path, name])),
  idPrefixes: new Map(emulated.map(({ idPrefix, name }) => [idPrefix, name])),
  properties: new Set([
    ...["id", "urn"],
    ...Object.keys({ description, metadata, ...stamps, ...commonInputs, ...commonOutputs }),
  ]),
});
