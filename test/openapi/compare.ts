import type { Facts } from "../contract/agreement/facts";

/** A reason why a fact of the document may differ from ours. Unneeded reasons are reported. */
export interface Explained {
  /** Paths of facts, as `IpPolicy / create description / maxBytes`. */
  readonly paths: RegExp;
  readonly silent: "document" | "ours";
  readonly reason: string;
}

export interface Difference {
  readonly path: string;
  readonly document: string | undefined;
  readonly ours: string | undefined;
  /** Undefined for an unexplained difference. */
  readonly reason: string | undefined;
}

export interface Comparison {
  readonly agreeing: readonly string[];
  readonly differences: readonly Difference[];
  /** Reasons that match no difference. */
  readonly unneeded: readonly Explained[];
}

/** Compared facts: operations, parameters, fields, their types, updatable fields, and limits. */
const COMPARED =
  /^(?!.* \/ module class)(?:.* \/ (?:type|listKey|filter)|.* \/ (?:operation|detach|command|update|module) [^/]*)$/;
/** Facts that documents often omit: only compared if the document states them. */
const WHERE_STATED = / \/ (?:maxBytes|required)$/;

/** Compares a document's facts with ours, except for those that match `silent`. */
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
    if (!ours.canState(path)) continue;
    const values = { document: plain(document.get(path)), ours: plain(ours.get(path)) };
    if (values.document === values.ours) {
      agreeing.push(path);
      continue;
    }
    const because = explained.find(
      ({ paths, silent: side }) => paths.test(path) && values[side] === undefined,
    );
    if (because) needed.add(because);
    differences.push({ path, ...values, reason: because?.reason });
  }
  return { agreeing, differences, unneeded: explained.filter((explanation) => !needed.has(explanation)) };
}

/** Removes the value type of a map, which documents don't state. */
const plain = (value: string | undefined) => value?.replace(/^"Map<.*>"$/, '"Map"');
