import { type Cell, nameOf } from "./cells";
import type { Manager, ManagerName } from "./managers";
import type { Packed } from "./packages";
import { Site } from "./site";

/** What cells are made of. */
export interface Supplies {
  readonly managers: ReadonlyMap<ManagerName, Manager>;
  readonly release: Packed;
  readonly next: Packed;
}

export interface Outcome {
  readonly cell: Cell;
  readonly seconds: number;
  /** What went wrong, and where it can be looked at. */
  readonly failure?: { readonly why: string; readonly folder?: string };
}

/** What is being used; an interrupted command removes their folders. */
export const underWay = new Set<Site>();

/** Runs one cell to its end, whatever happens; the folder of one that failed is kept. */
export async function attempt(cell: Cell, supplies: Supplies): Promise<Outcome> {
  const startedAt = performance.now();
  const outcome = await go(cell, supplies);
  return { cell, seconds: (performance.now() - startedAt) / 1000, ...outcome };
}

async function go(cell: Cell, supplies: Supplies): Promise<Pick<Outcome, "failure">> {
  let site: Site | undefined;
  try {
    site = await siteOf(cell, supplies);
    underWay.add(site);
    await journey(cell, site, supplies);
    await site.close();
    return {};
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    await site?.close({ keepFolder: true });
    return { failure: { why, ...(site === undefined ? {} : { folder: site.root }) } };
  } finally {
    if (site !== undefined) underWay.delete(site);
  }
}

function siteOf({ manager, setUp }: Cell, { managers, release, next }: Supplies): Promise<Site> {
  const found = managers.get(manager);
  if (found === undefined) throw new Error(`${manager} was not brought`);
  const { program, layout, versions = {} } = setUp;
  return Site.make({ manager: found, program, layout, installed: release, beside: next, versions });
}

/** Install, create, nothing to do, a change, destroy; and in between what the row is about. */
async function journey(cell: Cell, site: Site, { next }: Supplies): Promise<void> {
  const { journey: kind } = cell.setUp;
  await site.install();
  await site.create();
  if (kind === "move") site.move();
  if (kind === "upgrade") await site.install(next);
  await site.expectSettled();
  await site.update();
  if (kind === "drift") await site.repair();
  await site.destroy();
}

export const line = ({ cell, seconds, failure }: Outcome) =>
  `${failure === undefined ? "ok    " : "FAILED"} ${nameOf(cell)}, ${seconds.toFixed(1)} s`;
