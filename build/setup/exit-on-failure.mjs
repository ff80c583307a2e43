// Imported by the repository's scripts: a failure ends them with its message and exit code.
import { exitWith } from "./failure.mjs";

process.on("uncaughtException", exitWith);
