// npm run generate: the indexes of the families first, since everything else is made of what they lead to.
import { resolve } from "node:path";
import { indexFiles, writeFiles } from "./indexes";

const repository = resolve(__dirname, "..", "..");
writeFiles(repository, indexFiles(repository));
void import("./index.js").then(({ writeGenerated }) => writeGenerated());
