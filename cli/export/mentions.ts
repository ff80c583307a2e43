/** Shorter ids could be ordinary words. */
const SHORTEST = 8;

/** A string split where it mentions the ids of other objects. */
export type Piece = { readonly text: string } | { readonly id: string };

export function piecesOf(text: string, isKnown: (id: string) => boolean): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9_]+/g)) {
    if (word.length < SHORTEST || !isKnown(word)) continue;
    if (index > from) pieces.push({ text: text.slice(from, index) });
    pieces.push({ id: word });
    from = index + word.length;
  }
  if (from < text.length || pieces.length === 0) pieces.push({ text: text.slice(from) });
  return pieces;
}

/** Ids mentioned in the strings of a value, at any depth. */
export function mentionsIn(value: unknown, isKnown: (id: string) => boolean): string[] {
  if (typeof value === "string")
    return piecesOf(value, isKnown).flatMap((piece) => ("id" in piece ? [piece.id] : []));
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((item) => mentionsIn(item, isKnown));
}
