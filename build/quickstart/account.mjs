import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../setup/paths.mjs";

/** The quickstart's working files; deleting the folder deletes the account together with its state. */
const folder = join(root, ".tunnel-edge");
const file = join(folder, "quickstart.json");

/** The quickstart's one stack. */
export const stack = "quickstart";
/** The emulator's data file: the account itself. */
export const dataFile = join(folder, "emulator.json");
/** The Pulumi state backend of the quickstart's stack. */
export const stateFolder = join(folder, "state");

/**
 * The values that the quickstart keeps between runs, so that the next one finds the same account under the same address.
 *
 * @typedef {{ token: string, passphrase: string, port: number }} Account `port` is 0 until the first run
 * @returns {Account}
 */
export function recall() {
  mkdirSync(stateFolder, { recursive: true });
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
  const account = {
    token: randomBytes(24).toString("base64url"),
    passphrase: randomBytes(24).toString("base64url"),
    port: 0,
  };
  forgetOldSalt();
  remember(account);
  return account;
}

/**
 * The stack's settings survive when .tunnel-edge is deleted, but their salt belongs to a passphrase that no longer
 * exists.
 */
function forgetOldSalt() {
  const settings = join(root, `Pulumi.${stack}.yaml`);
  if (!existsSync(settings)) return;
  writeFileSync(settings, readFileSync(settings, "utf8").replace(/^encryptionsalt:.*\n?/m, ""));
}

/** @param {Account} account */
export function remember(account) {
  const partial = `${file}.partial`;
  writeFileSync(partial, `${JSON.stringify(account, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(partial, file);
}
