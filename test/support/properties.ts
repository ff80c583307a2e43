import fc from "fast-check";

/**
 * What properties are stated with. They try the same values in each run, so that a change passes or fails for what it
 * changes; TUNNEL_EDGE_SEED, a whole number, has them try others.
 */
fc.configureGlobal({ seed: Number(process.env.TUNNEL_EDGE_SEED ?? 1) });

export default fc;
