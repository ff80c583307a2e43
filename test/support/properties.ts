import fc from "fast-check";

/**
 * Configures property tests to try the same values in each run, so results depend only on the code. Set
 * TUNNEL_EDGE_SEED to an integer to try other values.
 */
fc.configureGlobal({ seed: Number(process.env.TUNNEL_EDGE_SEED ?? 1) });

/** Arbitrary texts of any characters except lone surrogates. */
export const anyText = (constraints: fc.StringConstraints = {}) =>
  fc.string({
    ...constraints,
    unit: fc.integer({ min: 0, max: 0x10_ff_ff }).filter(isScalar).map(String.fromCodePoint),
  });

const isScalar = (point: number) => point < 0xd8_00 || point > 0xdf_ff;

export default fc;
