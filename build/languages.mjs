// node build/languages.mjs: the SDKs of Python and Go, made of schema.json, with all that programs of these languages need. The
// last line of standard output is a JSON object with the paths. With --programs <folder>, it has the programs of the folder
// in every language instead.
import { exitWith } from "./setup/failure.mjs";
import { findPrograms, languages } from "./setup/languages.mjs";
import { reportTo } from "./setup/progress.mjs";

try {
  reportTo(process.stderr);
  const [option, folder] = process.argv.slice(2);
  const found = option === "--programs" ? await findPrograms(folder) : await languages();
  process.stdout.write(`${JSON.stringify(found)}\n`);
} catch (error) {
  exitWith(error);
}
