import { type AccountObject, type DescribedValue, valueAt } from "../../provider/inspect";
import { secretText } from "../../sdk/secret-text";
import { type VaultSecret, vaultSecrets } from "../../traffic-policy";
import { secretsIn } from "./secrets";

/** Shorter ids could be ordinary words. */
const MIN_ID_LENGTH = 8;

/** Matches the use of a vault secret in a traffic policy. Names that need escapes don't match. */
const SECRET_USE =
  /(?<before>(?:\$\{)?secrets\.get\(\s*\\?(?<vaultQuote>["']))(?<vault>[^"'\\]+)(?<between>\\?\k<vaultQuote>\s*,\s*\\?(?<secretQuote>["']))(?<secret>[^"'\\]+)(?<after>\\?\k<secretQuote>\s*\)\}?)/g;

export interface SecretIds {
  readonly vault: string;
  readonly secret: string;
}

/** Finds the ids of a secret and its vault by their names, which traffic policies use. */
export type SecretFinder = (names: VaultSecret) => SecretIds | undefined;

/** A part of a string: text, the id of another object, or the name of the object with the id `nameOf`. */
export type Piece =
  | { readonly text: string }
  | { readonly id: string }
  | { readonly nameOf: string }
  /** A use of a secret that `secretRef` generates. */
  | SecretIds;

/**
 * Splits a string into pieces that together are equivalent to it.
 *
 * @param secretOf - For strings of traffic policies, which name secrets.
 */
export function splitAtMentions(
  text: string,
  isKnown: (id: string) => boolean,
  secretOf?: SecretFinder,
): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  const addUntil = (end: number) => {
    for (const piece of piecesWithIds(text.slice(start, end), isKnown)) pieces.push(piece);
    start = end;
  };
  for (const { 0: whole, index, groups } of secretOf === undefined ? [] : text.matchAll(SECRET_USE)) {
    const { before = "", vault = "", between = "", secret = "", after = "" } = groups ?? {};
    const ids = secretOf?.({ vault, secret });
    if (ids === undefined) continue;
    if (whole === secretText(vault, secret)) {
      // `secretRef` generates this spelling.
      addUntil(index);
      pieces.push(ids);
      start = index + whole.length;
    } else {
      // Keeps the spelling, with references to the names.
      addUntil(index + before.length);
      pieces.push({ nameOf: ids.vault }, { text: between }, { nameOf: ids.secret });
      start = index + whole.length - after.length;
    }
  }
  addUntil(text.length);
  return pieces.length === 0 ? [{ text }] : pieces;
}

function piecesWithIds(text: string, isKnown: (id: string) => boolean): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { 0: word, index } of text.matchAll(/[A-Za-z0-9_]+/g)) {
    if (word.length < MIN_ID_LENGTH || !isKnown(word)) continue;
    if (index > start) pieces.push({ text: text.slice(start, index) });
    pieces.push({ id: word });
    start = index + word.length;
  }
  if (start < text.length) pieces.push({ text: text.slice(start) });
  return pieces;
}

export function mentionedIds(
  value: unknown,
  isKnown: (id: string) => boolean,
  secretOf?: SecretFinder,
): string[] {
  if (typeof value === "string") return splitAtMentions(value, isKnown, secretOf).flatMap(idsIn);
  if (value === null || typeof value !== "object") return [];
  return Object.values(value).flatMap((item) => mentionedIds(item, isKnown, secretOf));
}

function idsIn(piece: Piece): string[] {
  if ("text" in piece) return [];
  if ("id" in piece) return [piece.id];
  return "nameOf" in piece ? [piece.nameOf] : [piece.vault, piece.secret];
}

const secretKey = ({ vault, secret }: VaultSecret) => JSON.stringify([vault, secret]);

export function secretFinder(objects: readonly AccountObject[]): SecretFinder {
  const ofClass = (className: string) => objects.filter(({ family }) => family.name === className);
  const vaults = new Map(ofClass("Vault").map(({ id, inputs }) => [id, inputs.name]));
  const ids = new Map<string, SecretIds>();
  for (const { id, inputs } of ofClass("Secret")) {
    const [vault, secret] = [vaults.get(String(inputs.vaultId)), inputs.name];
    if (typeof vault === "string" && typeof secret === "string")
      ids.set(secretKey({ vault, secret }), { vault: String(inputs.vaultId), secret: id });
  }
  return (names) => ids.get(secretKey(names));
}

/** Returns the ids of the vault secrets named by policies that are in the program's configuration, not in its code. */
export const hiddenSecretUses = (
  object: AccountObject,
  inputs: DescribedValue,
  secretOf: SecretFinder,
): string[] =>
  secretsIn(inputs)
    .flatMap(({ path, documentRole }) => {
      const value = documentRole && valueAt(object.inputs, path);
      // A part is wrapped in a list, because a bare string would be parsed as a whole policy.
      return documentRole === undefined ? [] : vaultSecrets(documentRole === "part" ? [value] : value);
    })
    .flatMap((names) => secretOf(names)?.secret ?? []);
