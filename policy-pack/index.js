try {
  require.resolve("@pulumi/policy");
} catch {
  throw new Error(
    "the policy pack needs @pulumi/policy beside pulumi-tunnel-edge: npm install @pulumi/policy",
  );
}

require("../dist/policy").edgePolicyPack();
