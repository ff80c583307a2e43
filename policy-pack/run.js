#!/usr/bin/env node
// For language hosts that cannot start a policy pack from its folder: `--policy-pack <this folder>/run.js`. Does what
// current hosts do: the engine's arguments and the folder go to the runner of @pulumi/pulumi, in this folder.
process.chdir(__dirname);
process.argv.push(__dirname);
require(require.resolve("@pulumi/pulumi/cmd/run-policy-pack", { paths: [__dirname] }));
