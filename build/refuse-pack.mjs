// Run by npm before it packs or publishes this folder, whose pages link to files outside the package.
process.stderr.write(
  "The package is not packed from this folder. Make it with `npm run tarball`, and publish the file that it prints.\n",
);
process.exit(1);
