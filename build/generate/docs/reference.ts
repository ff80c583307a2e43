import { references } from "../../../emulator/catalog";
import { moduleReferences } from "../../../emulator/modules";
import { moduleResponse, type ReferenceFamily, type ReferenceRow } from "../../../emulator/schema/reference";

/** Rows of a transcription; `by` and `assumed` list what isn't in the API reference. */
export type Rows = Readonly<Record<string, Pick<ReferenceRow, "by" | "assumed">>>;

const byName: ReadonlyMap<string, ReferenceFamily> = new Map(
  [...references.values()].map((family) => [family.name, family]),
);

export const referenceOf = (name: string): ReferenceFamily | undefined => byName.get(name);

export const modulesOf = ({ create = {} }: ReferenceFamily) =>
  Object.entries(create).flatMap(([key, row]) => ("module" in row ? [{ key, ...row }] : []));

export const parametersOf = (module: string): Rows => moduleReferences.modules[module]?.parameters ?? {};

export const responseRows = (module: string): Rows =>
  moduleResponse(moduleReferences.modules[module]?.parameters ?? {});
