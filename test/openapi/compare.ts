import type { Facts } from "../contract/agreement/facts";

/** Why a fact of the document and one of ours may differ. Every reason must be needed. */
export interface Explained {
  /** Paths of facts, as `IpPolicy / create description / maxBytes`. */
  readonly paths: RegExp;
  /** The side that says nothing of it, while the other one does. */
  readonly silent: "document" | "ours";
  readonly reason: string;
}

export interface Difference {
  readonly path: string;
  readonly document: string | undefined;
  readonly ours: string | undefined;
  /** Undefined: nobody has explained it. */
  readonly reason: string | undefined;
}

export interface Comparison {
  readonly agreeing: readonly string[];
  readonly differences: readonly Difference[];
  /** Explanations of nothing. */
  readonly unneeded: readonly Explained[];
}

/** Facts that a document states: operations, parameters, fields, their types, which can be updated, and limits. */
const COMPARED =
  /^(?!.* \/ single)(?:.* \/ (?:type|listKey|filter)|.* \/ (?:operation|detach|command|update|module) [^/]*)$/;
/** Facts of which a document often says nothing; what it says must hold. */
const WHERE_STATED = / \/ (?:maxBytes|required)$/;

/** Compares what a document says with what one of our sides says; of facts that match `silent` that side never speaks. */
export function compare(
  document: Facts,
  ours: Facts,
  explained: readonly Explained[],
  silent = /^$/,
): Comparison {
  const paths = new Set(
    [...document.paths, ...ours.paths].filter(
      (path) =>
        !silent.test(path) &&
        (COMPARED.test(path) || (WHERE_STATED.test(path) && document.get(path) !== undefined)),
    ),
  );
  const agreeing: string[] = [];
  const differences: Difference[] = [];
  const needed = new Set<Explained>();
  for (const path of [...paths].sort()) {
    if (!ours.speaksOf(path)) continue;
    const said = { document: plain(document.get(path)), ours: plain(ours.get(path)) };
    if (said.document === said.ours) {
      agreeing.push(path);
      continue;
    }
    const because = explained.find((one) => one.paths.test(path) && said[one.silent] === undefined);
    if (because) needed.add(because);
    differences.push({ path, ...said, reason: because?.reason });
  }
  return { agreeing, differences, unneeded: explained.filter((one) => !needed.has(one)) };
}

/** A document does not say what the values of a map are. */
const plain = (value: string | undefined) => value?.replace(/^"Map<.*>"$/, '"Map"');
