/** CRC-64 with the polynomial of ISO, which the service names. A step changes only the upper half by the polynomial. */
export function crc64(bytes: Buffer): Buffer {
  let high = -1;
  let low = -1;
  for (const byte of bytes) {
    low ^= byte;
    for (let bit = 0; bit < 8; bit++) {
      const carry = (low & 1) === 1 ? 0xd800_0000 : 0;
      low = (low >>> 1) | (high << 31);
      high = (high >>> 1) ^ carry;
    }
  }
  const sum = Buffer.alloc(8);
  sum.writeUInt32BE(~high >>> 0);
  sum.writeUInt32BE(~low >>> 0, 4);
  return sum;
}

const P1 = 0x9e37_79b1_85eb_ca87n;
const P2 = 0xc2b2_ae3d_27d4_eb4fn;
const P3 = 0x1656_67b1_9e37_79f9n;
const P4 = 0x85eb_ca77_c2b2_ae63n;
const P5 = 0x27d4_eb2f_1656_67c5n;

const wrap = (value: bigint): bigint => BigInt.asUintN(64, value);
const rotate = (value: bigint, by: bigint): bigint => wrap((value << by) | (value >> (64n - by)));
const round = (lane: bigint, input: bigint): bigint => wrap(rotate(wrap(lane + input * P2), 31n) * P1);

/** xxHash64 with the seed 0, by its published specification. */
export function xxhash64(bytes: Buffer): Buffer {
  let at = 0;
  let sum = P5;
  if (bytes.length >= 32) {
    let lanes = [wrap(P1 + P2), P2, 0n, wrap(-P1)];
    for (; at + 32 <= bytes.length; at += 32)
      lanes = lanes.map((lane, index) => round(lane, bytes.readBigUInt64LE(at + index * 8)));
    sum = lanes.reduce((all, lane, index) => all + rotate(lane, [1n, 7n, 12n, 18n][index] ?? 0n), 0n);
    for (const lane of lanes) sum = wrap((sum ^ round(0n, lane)) * P1 + P4);
  }
  sum = wrap(sum + BigInt(bytes.length));
  for (; at + 8 <= bytes.length; at += 8)
    sum = wrap(rotate(sum ^ round(0n, bytes.readBigUInt64LE(at)), 27n) * P1 + P4);
  for (; at + 4 <= bytes.length; at += 4)
    sum = wrap(rotate(sum ^ wrap(BigInt(bytes.readUInt32LE(at)) * P1), 23n) * P2 + P3);
  for (const byte of bytes.subarray(at)) sum = wrap(rotate(sum ^ wrap(BigInt(byte) * P5), 11n) * P1);
  sum = wrap((sum ^ (sum >> 33n)) * P2);
  sum = wrap((sum ^ (sum >> 29n)) * P3);
  const result = Buffer.alloc(8);
  result.writeBigUInt64BE(sum ^ (sum >> 32n));
  return result;
}
