// npm run generate: the family indexes first, since everything else is generated from the families they list.
import { resolve } from "node:path";
import { indexFiles, writeFiles } from "./indexes";

const repository = resolve(__dirname, "..", "..");
writeFiles(repository, indexFiles(repository));
void import("./index.js").then(({ writeGenerated }) => writeGenerated());
