// The resources of every benchmark program: BENCH_OBJECTS IP policies, optionally with one changed.
const count = Number(process.env.BENCH_OBJECTS);
const changed = process.env.BENCH_CHANGED === "yes";

exports.policies = Array.from({ length: count }, (_, i) => {
  const number = String(i).padStart(5, "0");
  const last = i === count - 1;
  return {
    name: `policy-${number}`,
    args: {
      description: `Benchmark policy ${number}`,
      metadata: last && changed ? "edited by the benchmark " : "created by the benchmark",
    },
  };
});
