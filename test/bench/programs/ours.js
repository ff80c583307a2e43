const edge = require("pulumi-tunnel-edge");
const { policies } = require("./policies");

for (const { name, args } of policies) new edge.IpPolicy(name, args);
