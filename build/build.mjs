// npm run build: compiles the sources to dist/.
import { build } from "./setup/build.mjs";
import "./setup/exit-on-failure.mjs";
import { withLock } from "./setup/lock.mjs";

await withLock(build);
