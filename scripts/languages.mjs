// npm run languages: the SDKs of Python and Go, made of schema.json, with all that programs of these languages need. The
// last line of standard output is a JSON object with the paths.
import { exitWith } from "./setup/failure.mjs";
import { languages } from "./setup/languages.mjs";
import { reportTo } from "./setup/progress.mjs";

try {
  reportTo(process.stderr);
  process.stdout.write(`${JSON.stringify(await languages())}\n`);
} catch (error) {
  exitWith(error);
}
