import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { isRecord } from "../../provider/family/field";
import { UNKNOWN } from "../../provider/family/unknown";
import { authorityPem, sshPublicKey, tlsKeyPair } from "./crypto";
import { type Declared, type JsonInputs, resource } from "./program";

export type Rows = Readonly<
  Record<string, readonly [className: string, inputs?: JsonInputs, options?: Partial<Declared>]>
>;

export const declareRows = (rows: Rows): Declared[] =>
  Object.entries(rows).map(([name, [className, ...rest]]) => resource(className, name, ...rest));

/**
 * Reads a YAML file. Replaces `$unknown` with the unknown value, `{ $authority: <name> }` with a CA certificate,
 * `{ $certificate: <hosts> }` and `{ $privateKey: <hosts> }` with a key pair, and `{ $sshKey: <name> }` with a public key.
 */
export const readTable = <T>(file: string): T =>
  parse(readFileSync(file, "utf8"), (_, value) => generateValue(value), {
    merge: true,
    maxAliasCount: -1,
  }) as T;

const GENERATORS: Readonly<Record<string, (name: string) => string>> = {
  $authority: authorityPem,
  $certificate: (hosts) => tlsKeyPair(hosts).certificatePem,
  $privateKey: (hosts) => tlsKeyPair(hosts).privateKeyPem,
  $sshKey: sshPublicKey,
};

function generateValue(value: unknown): unknown {
  if (value === "$unknown") return UNKNOWN;
  if (!isRecord(value)) return value;
  const [key = ""] = Object.keys(value);
  return Object.hasOwn(GENERATORS, key) ? GENERATORS[key]?.(String(value[key])) : value;
}
