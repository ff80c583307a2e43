const edge = require("pulumi-tunnel-edge/native");
const { policies } = require("./policies");

for (const { name, args } of policies) new edge.IpPolicy(name, args);
