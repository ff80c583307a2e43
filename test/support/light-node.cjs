// Loaded first into every Node process of the engine tests, which start hundreds of programs. Skips work of the SDK that
// no test depends on.
const { existsSync, readFileSync } = require("node:fs");
const Module = require("node:module");
const { join } = require("node:path");

// Loaded at their first use: only needed to serialize closures, compile TypeScript, and use the Automation API.
const LAZY = new Set(["@npmcli/arborist", "typescript", "./automation"]);
const SDK_PATH = /[\\/]@pulumi[\\/]pulumi[\\/]/;
const load = Module._load;

Module._load = function (request, parent, ...rest) {
  const loadNow = () => load.call(this, request, parent, ...rest);
  if (!SDK_PATH.test(parent?.filename ?? "")) return loadNow();
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

// The SDK keeps a source-mapped stack for each promise, in case the promise never settles. This takes longer than the
// rest of a program.
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

// The language host that the setup builds doesn't support `typescript: false` in Pulumi.yaml; current hosts do. The
// folder of a compiled program, which doesn't need the option, has no Pulumi.yaml.
const folder = process.argv[process.argv.indexOf("--pwd") + 1];
const settings = folder === undefined ? undefined : join(folder, "Pulumi.yaml");
if (process.env.PULUMI_NODEJS_TYPESCRIPT !== undefined && settings !== undefined && existsSync(settings))
  if (/typescript: false/.test(readFileSync(settings, "utf8"))) delete process.env.PULUMI_NODEJS_TYPESCRIPT;
