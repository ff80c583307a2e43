import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { UNKNOWN } from "../../provider/family/unknown";
import { authorityPem, sshPublicKey } from "./crypto";
import { type Declared, type JsonInputs, resource } from "./program";

/** Resources by name. */
export type Rows = Readonly<
  Record<string, readonly [className: string, inputs?: JsonInputs, options?: Partial<Declared>]>
>;

export const declaredIn = (rows: Rows): Declared[] =>
  Object.entries(rows).map(([name, [className, ...rest]]) => resource(className, name, ...rest));

/**
 * Reads a YAML file. Replaces `$unknown` by the unknown value, `{ $authority: <name> }` by a CA certificate, and
 * `{ $sshKey: <name> }` by a public key.
 */
export const readTable = <T>(file: string): T =>
  parse(readFileSync(file, "utf8"), (_, value) => generated(value), { merge: true, maxAliasCount: -1 }) as T;

function generated(value: unknown): unknown {
  if (value === "$unknown") return UNKNOWN;
  const { $authority, $sshKey } = Object(value) as { $authority?: string; $sshKey?: string };
  if ($authority !== undefined) return authorityPem($authority);
  return $sshKey === undefined ? value : sshPublicKey($sshKey);
}
