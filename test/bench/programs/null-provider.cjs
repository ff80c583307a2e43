const latency = Number(process.env.BENCH_LATENCY_MS);
const respond = () => (latency > 0 ? new Promise((resolve) => setTimeout(resolve, latency)) : undefined);

// Makes up for the longer stack traces that the engine stores for this package's classes.
const traces = "-".repeat(120);
let count = 0;

exports.provider = () => ({
  async diff(_id, olds, news) {
    const changed = olds.description !== news.description || olds.metadata !== news.metadata;
    return { changes: changed ? undefined : false };
  },
  async create(inputs) {
    await respond();
    const id = `ipp_${String(++count).padStart(27, "0")}`;
    const createdAt = "2026-01-01T00:00:00Z";
    return { id, outs: { ...inputs, uri: `http://127.0.0.1:10000/ip_policies/${id}#${traces}`, createdAt } };
  },
  async read(id, props) {
    await respond();
    return { id, props };
  },
  async update(_id, olds, news) {
    await respond();
    return { outs: { ...olds, ...news } };
  },
  async delete() {
    await respond();
  },
});
