// Run by npm before it packs or publishes this folder, whose pages link to files outside the package.
process.stderr.write("Don't pack this folder. Run `npm run tarball` and publish the file that it prints.\n");
process.exit(1);
