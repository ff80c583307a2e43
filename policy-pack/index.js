const { RunError } = require("@pulumi/pulumi");

try {
  require.resolve("@pulumi/policy");
} catch {
  throw new RunError(
    "the policy pack needs @pulumi/policy in addition to pulumi-tunnel-edge: npm install --save-dev @pulumi/policy",
  );
}

require("../dist/policy").edgePolicyPack();
