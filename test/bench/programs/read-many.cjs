// A refresh without the engine: the provider process reads objects in the order of their creation.
const provider = require("pulumi-tunnel-edge/host").provider("IpPolicy");

const values = {
  "tunnel-edge:baseUrl": process.env.BENCH_URL,
  "tunnel-edge:apiToken": process.env.BENCH_TOKEN,
};

process.once("message", async (ids) => {
  void provider.configure({ config: { get: (key) => values[key] } });
  const state = { description: "as before" };
  const before = process.memoryUsage.rss();
  const start = performance.now();
  const next = ids.values();
  const worker = async () => {
    for (const id of next) {
      const found = await provider.read(id, state);
      if (found.id !== id) throw new Error(`${id} was not found`);
    }
  };
  await Promise.all(Array.from({ length: Number(process.env.BENCH_PARALLEL) }, worker));
  const seconds = (performance.now() - start) / 1000;
  process.send({ seconds, addedMb: (process.resourceUsage().maxRSS * 1024 - before) / 1024 / 1024 });
  process.disconnect();
});
