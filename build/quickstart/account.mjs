import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile, root } from "../setup/paths.mjs";

/** The quickstart's working files; deleting the folder deletes the account together with its state. */
const folder = join(root, ".tunnel-edge");
const file = join(folder, "quickstart.json");

export const stack = "quickstart";
export const dataFile = join(folder, "emulator.json");
export const stateFolder = join(folder, "state");

/**
 * Returns the values that the quickstart keeps between runs, so the next run finds the same account at the same address.
 *
 * @typedef {{ token: string, passphrase: string, port: number }} Account `port` is 0 until the first run
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
  removeOldSalt();
  remember(account);
  return account;
}

/**
 * Removes the salt from the stack's settings, which outlive a deleted .tunnel-edge: it belongs to a passphrase that no longer
 * exists.
 */
function removeOldSalt() {
  const settings = join(root, `Pulumi.${stack}.yaml`);
  if (!existsSync(settings)) return;
  writeFileSync(settings, readFileSync(settings, "utf8").replace(/^encryptionsalt:.*\n?/m, ""));
}

export function remember(account) {
  const text = `${JSON.stringify(account, undefined, 2)}\n`;
  replaceFile(file, (partial) => writeFileSync(partial, text, { mode: 0o600 }));
}
