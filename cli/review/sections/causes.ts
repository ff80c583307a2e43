import type { AccountChange } from "../account";

/** Returns a function that finds the changed objects among the given ones, or else the closest that they depend on. */
export function causesOf(account: AccountChange): (urns: readonly string[]) => readonly string[] {
  const { before, after, factsOf, changes } = account;
  const changed = new Set(changes.filter(({ kind }) => kind !== "same").map(({ urn }) => urn));
  const next = (urn: string): readonly string[] =>
    [before, after].flatMap((view) => {
      const object = view.find(urn);
      if (object === undefined) return [];
      const targets = view.targetsOf(object).flatMap((target) => ("object" in target ? [target.object] : []));
      const parts = view.referrers(object).filter(({ className }) => factsOf(className).partOf.length > 0);
      return [...targets, ...parts].map((dependency) => dependency.urn);
    });
  return (urns) => {
    const visited = new Set<string>();
    for (let level = [...urns]; level.length > 0; ) {
      const causes = level.filter((urn) => changed.has(urn));
      if (causes.length > 0) return causes;
      for (const urn of level) visited.add(urn);
      level = [...new Set(level.flatMap(next))].filter((urn) => !visited.has(urn));
    }
    return [];
  };
}
