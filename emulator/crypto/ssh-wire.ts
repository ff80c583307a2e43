/** Writes the data types of RFC 4251, section 5. */
export class SshWriter {
  readonly #parts: Buffer[] = [];

  uint32(value: number): this {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    this.#parts.push(bytes);
    return this;
  }

  uint64(value: bigint): this {
    const bytes = Buffer.alloc(8);
    bytes.writeBigUInt64BE(value);
    this.#parts.push(bytes);
    return this;
  }

  /** A string or bytes, prefixed with the length. */
  string(value: string | Buffer): this {
    const bytes = typeof value === "string" ? Buffer.from(value) : value;
    this.uint32(bytes.length);
    this.#parts.push(bytes);
    return this;
  }

  /** A positive integer in as few bytes as possible. A zero byte precedes a set highest bit, which would mean negative. */
  mpint(magnitude: Buffer): this {
    let start = 0;
    while (start < magnitude.length && magnitude[start] === 0) start += 1;
    const bytes = magnitude.subarray(start);
    const looksNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
    return this.string(looksNegative ? Buffer.concat([Buffer.from([0]), bytes]) : bytes);
  }

  raw(bytes: Buffer): this {
    this.#parts.push(bytes);
    return this;
  }

  bytes(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

/** Splits a key blob into its first string and the rest. */
export function splitKeyBlob(blob: Buffer): { readonly type: string; readonly rest: Buffer } {
  const [type = Buffer.alloc(0)] = readStrings(blob);
  return { type: type.toString(), rest: blob.subarray(4 + type.length) };
}

export function readStrings(bytes: Buffer): Buffer[] {
  const strings: Buffer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const length = rest.length >= 4 ? rest.readUInt32BE(0) : Number.POSITIVE_INFINITY;
    if (rest.length < 4 + length) throw new Error("is cut off");
    strings.push(rest.subarray(4, 4 + length));
    rest = rest.subarray(4 + length);
  }
  return strings;
}
