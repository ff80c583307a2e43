import { createCipheriv, createDecipheriv, pbkdf2Sync, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { SECRET_SIGNATURE, SIGNATURE_KEY } from "../../provider/account/values/secrets";

export interface ExportedStack {
  readonly version: number;
  readonly deployment: { readonly resources?: readonly Record<string, unknown>[] };
}

const keys = new Map<string, Buffer>();

/** Derives the key of a passphrase. @param salt - The stack's `encryptionsalt`: `v1:<salt>:<test value>`. */
function deriveKey(salt: string, passphrase: string): Buffer {
  const cached = keys.get(salt);
  if (cached !== undefined) return cached;
  const [, bytes = ""] = salt.split(":");
  const key = pbkdf2Sync(passphrase, Buffer.from(bytes, "base64"), 1_000_000, 32, "sha256");
  keys.set(salt, key);
  return key;
}

export function readStack(file: string): ExportedStack {
  const { version, checkpoint } = JSON.parse(readFileSync(file, "utf8")) as {
    version: number;
    checkpoint: { latest: ExportedStack["deployment"] };
  };
  return { version, deployment: checkpoint.latest };
}

/** Decrypts the secrets of a stack, as `--show-secrets` does. */
export function decryptSecrets(stack: ExportedStack, salt: string, passphrase: string): ExportedStack {
  const decryptValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(decryptValue);
    if (value === null || typeof value !== "object") return value;
    const { [SIGNATURE_KEY]: signature, ciphertext } = value as Record<string, unknown>;
    if (signature === SECRET_SIGNATURE && typeof ciphertext === "string")
      return { [SIGNATURE_KEY]: signature, plaintext: decrypt(ciphertext, deriveKey(salt, passphrase)) };
    return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, decryptValue(child)]));
  };
  return decryptValue(stack) as ExportedStack;
}

export function unwrapPlaintext(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapPlaintext);
  if (value === null || typeof value !== "object") return value;
  const { [SIGNATURE_KEY]: signature, plaintext } = value as Record<string, unknown>;
  if (signature === SECRET_SIGNATURE) return JSON.parse(String(plaintext)) as unknown;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, unwrapPlaintext(child)]));
}

/** Encrypts a value for the stack's configuration, as `pulumi config set --secret` does. */
export function encrypt(value: string, salt: string, passphrase: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", deriveKey(salt, passphrase), nonce);
  const text = Buffer.concat([cipher.update(value, "utf8"), cipher.final(), cipher.getAuthTag()]);
  return `v1:${nonce.toString("base64")}:${text.toString("base64")}`;
}

/** Decrypts `v1:<nonce>:<text and tag>`, which AES-256-GCM encrypted. */
function decrypt(ciphertext: string, key: Buffer): string {
  const [, nonce = "", text = ""] = ciphertext.split(":");
  const bytes = Buffer.from(text, "base64");
  const decipher = createDecipheriv("aes-256-gcm", key, Buffer.from(nonce, "base64"));
  decipher.setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8");
}
