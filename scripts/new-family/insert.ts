/** A list in a source file, such as the items of an array or the keys of an object, each beginning on a line of its own. */
export interface List {
  /** The line that opens it. */
  readonly opens: string;
  /** The line that closes it: the first such line below. */
  readonly closes: string;
  /** What an entry begins with; its first group is what the list is sorted by. */
  readonly entry: RegExp;
  /** Entries have an empty line between them. */
  readonly spaced?: true;
  /** The order carries a meaning of its own: what is new comes last. */
  readonly unsorted?: true;
}

/**
 * Enters something into a list.
 *
 * @throws Error when the text does not have the list, or has the entry
 */
export function insertInto(text: string, list: List, entry: string): string {
  const lines = text.split("\n");
  const start = lines.indexOf(list.opens);
  if (start < 0 || lines.indexOf(list.opens, start + 1) >= 0)
    throw new Error(`the line \`${list.opens}\` should be there once`);
  const end = lines.indexOf(list.closes, start);
  if (end < 0) throw new Error(`no line \`${list.closes}\` closes \`${list.opens}\``);
  const keyOf = (line: string) => list.entry.exec(line)?.[1];
  const key = keyOf(entry);
  if (key === undefined) throw new Error(`\`${entry}\` is no entry of \`${list.opens}\``);
  const keys = lines.slice(start + 1, end).map(keyOf);
  if (keys.every((other) => other === undefined)) throw new Error(`\`${list.opens}\` has no entries`);
  if (keys.includes(key)) throw new Error(`\`${list.opens}\` has ${key} already`);
  const after = list.unsorted ? -1 : keys.findIndex((other) => other !== undefined && other > key);
  const at = after < 0 ? end : start + 1 + after;
  const before = list.spaced && after < 0 ? [""] : [];
  const behind = list.spaced && after >= 0 ? [""] : [];
  return [...lines.slice(0, at), ...before, ...entry.split("\n"), ...behind, ...lines.slice(at)].join("\n");
}

/** Imports something at the head of a file; the formatter puts the line where it belongs. */
export function withImport(text: string, line: string): string {
  const at = text.search(/^import /m);
  if (at < 0) throw new Error("there are no imports to enter another one among");
  return `${text.slice(0, at)}${line}\n${text.slice(at)}`;
}
