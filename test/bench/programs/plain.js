// A dynamic provider written as in Pulumi's documentation: serialized with its closure, with one request per object.
const pulumi = require("@pulumi/pulumi");
const { policies } = require("./policies");

const config = new pulumi.Config("tunnel-edge");
const baseUrl = config.require("baseUrl");
const token = config.require("apiToken");

async function call(method, path, body) {
  const response = await fetch(baseUrl + path, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: body && JSON.stringify(body),
  });
  if (response.status === 404 && method !== "POST") return undefined;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

const outputsOf = (policy) => ({
  description: policy.description,
  metadata: policy.metadata,
  uri: policy.uri,
  createdAt: policy.created_at,
});

const provider = {
  async diff(_id, olds, news) {
    return { changes: olds.description !== news.description || olds.metadata !== news.metadata };
  },
  async create(inputs) {
    const policy = await call("POST", "/ip_policies", {
      description: inputs.description,
      metadata: inputs.metadata,
    });
    return { id: policy.id, outs: outputsOf(policy) };
  },
  async read(id) {
    const policy = await call("GET", `/ip_policies/${id}`);
    return policy ? { id, props: outputsOf(policy) } : {};
  },
  async update(id, _olds, news) {
    const policy = await call("PATCH", `/ip_policies/${id}`, {
      description: news.description,
      metadata: news.metadata,
    });
    return { outs: outputsOf(policy) };
  },
  async delete(id) {
    await call("DELETE", `/ip_policies/${id}`);
  },
};

class PlainPolicy extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(
      provider,
      name,
      { ...args, uri: undefined, createdAt: undefined },
      undefined,
      "tunnel-edge",
      "IpPolicy",
    );
  }
}

for (const { name, args } of policies) new PlainPolicy(name, args);
