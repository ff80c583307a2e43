import fc from "fast-check";

/**
 * What properties are stated with. They try the same values in each run, so that a change passes or fails for what it
 * changes; TUNNEL_EDGE_SEED, a whole number, has them try others.
 */
fc.configureGlobal({ seed: Number(process.env.TUNNEL_EDGE_SEED ?? 1) });

/** Texts of any characters. */
export const anyText = (constraints: fc.StringConstraints = {}) =>
  fc.string({
    ...constraints,
    unit: fc.integer({ min: 0, max: 0x10_ff_ff }).filter(isWhole).map(String.fromCodePoint),
  });

const isWhole = (point: number) => point < 0xd8_00 || point > 0xdf_ff;

export default fc;
