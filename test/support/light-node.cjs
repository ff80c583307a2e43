// Loaded first into every Node process of the engine's tests, which start hundreds of programs. It leaves out what the
// SDK does for each of them and no test looks at, and changes nothing else.
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

// Used only to serialize closures, to compile TypeScript and to drive other stacks: loaded at their first use.
const LAZY = new Set(["@npmcli/arborist", "typescript", "./automation"]);
const ofTheSdk = /[\\/]@pulumi[\\/]pulumi[\\/]/;
const load = Module._load;

Module._load = function (request, parent, ...rest) {
  const loadNow = () => load.call(this, request, parent, ...rest);
  if (!ofTheSdk.test(parent?.filename ?? "")) return loadNow();
  if (request.endsWith("/debuggable")) return withoutStacks(loadNow());
  return LAZY.has(request) ? atFirstUse(loadNow) : loadNow();
};

function atFirstUse(loadNow) {
  let loaded;
  const exported = () => {
    loaded ??= loadNow();
    return loaded;
  };
  return new Proxy(
    { __esModule: true },
    {
      get: (target, key) => (key in target ? target[key] : exported()[key]),
      has: (_target, key) => key in exported(),
    },
  );
}

// The SDK keeps a stack with each promise, mapped to its sources, in case that the promise never settles. It takes longer
// than all the rest of a program.
const stackless = new WeakSet();
function withoutStacks(exported) {
  const { debuggablePromise } = exported;
  if (stackless.has(debuggablePromise)) return exported;
  exported.debuggablePromise = (...args) => {
    if (process.env.PULUMI_DEBUG_PROMISE_LEAKS) return debuggablePromise(...args);
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    try {
      return debuggablePromise(...args);
    } finally {
      Error.stackTraceLimit = limit;
    }
  };
  stackless.add(exported.debuggablePromise);
  return exported;
}

// The language host that the set-up builds does not know this option of Pulumi.yaml; a current one does the same.
// The folder of a compiled program is below that of Pulumi.yaml, and nothing of it needs the option.
const folder = process.argv[process.argv.indexOf("--pwd") + 1];
const settings = folder === undefined ? undefined : join(folder, "Pulumi.yaml");
if (process.env.PULUMI_NODEJS_TYPESCRIPT !== undefined && settings !== undefined && existsSync(settings))
  if (/typescript: false/.test(readFileSync(settings, "utf8"))) delete process.env.PULUMI_NODEJS_TYPESCRIPT;
