// npm run build: compiles the sources to dist/.
import { build } from "./setup/build.mjs";
import { exitWith } from "./setup/failure.mjs";
import { withLock } from "./setup/lock.mjs";

try {
  await withLock(build);
} catch (error) {
  exitWith(error);
}
