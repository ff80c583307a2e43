// node build/languages.mjs: generates the SDKs for Python and Go from schema.json and installs what their programs need. The
// last line of standard output is a JSON object with the paths. With --programs <folder>, it contains the folder's programs
// in every language instead.
import "./setup/exit-on-failure.mjs";
import { convertPrograms, provideLanguages } from "./setup/languages.mjs";
import { reportTo } from "./setup/progress.mjs";

reportTo(process.stderr);
const [option, folder] = process.argv.slice(2);
const result = option === "--programs" ? await convertPrograms(folder) : await provideLanguages();
process.stdout.write(`${JSON.stringify(result)}\n`);
