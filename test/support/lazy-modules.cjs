// Loaded first into every Node process of the engine's tests. The Pulumi SDK loads these modules at each start and uses
// them only to serialize closures, to compile TypeScript and to drive other stacks: half a second of processor time for
// each process. Here they are loaded at their first use, which changes nothing else.
const Module = require("node:module");

const LAZY = new Set(["@npmcli/arborist", "typescript", "./automation"]);
const ofTheSdk = /[\\/]@pulumi[\\/]pulumi[\\/]/;
const load = Module._load;

Module._load = function (request, parent, ...rest) {
  const loadNow = () => load.call(this, request, parent, ...rest);
  if (!LAZY.has(request) || !ofTheSdk.test(parent?.filename ?? "")) return loadNow();
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
};
