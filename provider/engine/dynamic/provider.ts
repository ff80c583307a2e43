import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { withRedaction } from "../../account/process/report";
import { resourceIdentity } from "../../account/process/stack-identity";
import type { ReadSetting } from "../../account/settings/settings";
import { mapPaths, withSecretKeys } from "../../account/values/secrets";
import { valueAt } from "../../family/field";
import { PLACEHOLDER } from "../../family/secret-paths";
import { UNKNOWN } from "../../family/unknown";
import type { CreateResult, Inputs, ManagedFamily, RunLedger, State } from "../../lifecycle";
import { ONE_MANAGER, UserError } from "../../lifecycle";
import { UnfinishedError } from "../operations/errors";
import { FamilyOperations } from "../operations/operations";
import type { EngineValues, Values } from "../operations/values";

/** Key under which a class passes its resource's name. check removes it. */
const RESOURCE_NAME = "__resource";

/** Key under which a class lists the paths of the program's secrets, whose values arrive in plain text. */
const SECRET_INPUTS = "__secrets";

/** Key under which a class passes its inputs with the secrets in lists masked. The engine would mask a whole list. */
const VISIBLE_INPUTS = "__visible";

/** Organization, project and stack at the start of a resource's name. */
const STACK = /^(?:[^/]*\/){3}/;

/** The engine's host needs a provider at once, so each call waits until the family is loaded. */
export class EngineProvider implements dynamic.ResourceProvider {
  private readonly operations: Promise<FamilyOperations>;
  private readonly configured = Promise.withResolvers<ReadSetting>();

  constructor(family: Promise<ManagedFamily>) {
    const { promise } = this.configured;
    this.operations = family.then((loaded) => new FamilyOperations(loaded, () => promise));
  }

  /** The engine's host calls this once, but may start other calls earlier: they wait for the configuration. */
  async configure({ config }: { config: { get(key: string): unknown } }): Promise<void> {
    this.configured.resolve((key) => config.get(key));
  }

  async check(before: Inputs, program: Inputs): Promise<dynamic.CheckResult> {
    const { [RESOURCE_NAME]: name, ...unnamed } = program;
    const { report, declared } = splitReport(unnamed);
    const isNamed = typeof name === "string";
    const resource = isNamed ? withoutStack(name) : undefined;
    return this.call([before, program], async (operations) => {
      const { inputs, failures } = await operations.check({
        inputs: declared,
        before,
        warningName: resource,
        resource,
        wholeSecrets: report.wholeInputs,
        // An import by a file passes secrets in plain text, and no name.
        maskInputs: isNamed ? () => report.withPlaceholders(declared) : undefined,
        record: (checked, ledger) => {
          if (!isNamed) return;
          const names = ledger.names.forClass(operations.name);
          if (Object.keys(before).length === 0) names.recordNew(checked, name);
          else names.recordExisting(checked, name);
        },
      });
      const { values } = operations;
      return {
        inputs: report.dropStaleInputs(values, declared).attachTo(inputs, values),
        failures: failures.map((reason) => ({ property: "", reason })),
      };
    });
  }

  async diff(id: string, state: State, inputs: Inputs): Promise<dynamic.DiffResult> {
    const { __provider, ...reported } = inputs;
    const { report, declared } = splitReport(reported);
    return this.call([state, inputs], async (operations) => {
      const { name, values } = operations;
      const identify = ({ names }: RunLedger) => {
        const resourceNames = requireOneOwner(names.forClass(name), name, id, declared);
        return { creators: resourceNames.map(toCreator), resources: resourceNames.map(withoutStack) };
      };
      const diff = await operations.diff({ id, state, inputs: declared, identify });
      if (!diff.changed) {
        // Three states need an update that writes nothing to the service: one of another Provider, one of the native provider,
        // which lacks the text that refers to this provider, and one that shows a value which is secret now.
        const isFromNative = __provider !== undefined && state.__provider === undefined;
        const newlySecret = report.pathsOutside(new InputReport(state[SECRET_INPUTS]));
        const isExposed = newlySecret.some((path) => values.staysVisible(path));
        return { changes: diff.hasOtherProvider || isFromNative || isExposed };
      }
      const { replaces, deleteBeforeReplace, needsExplicitChange } = diff;
      // With `changes` undefined, the engine computes the detailed diff from the inputs.
      return { replaces: [...replaces], deleteBeforeReplace, ...(needsExplicitChange && { changes: true }) };
    });
  }

  async create(inputs: Inputs): Promise<dynamic.CreateResult> {
    return this.write([inputs], inputs, (operations, declared) =>
      operations.create(declared, (ledger) => {
        const named = ledger.names.forClass(operations.name).take(declared);
        return named && resourceIdentity(named.name, named.hasObject);
      }),
    );
  }

  async read(id: string, state: State = {}): Promise<dynamic.ReadResult> {
    return this.call([state], async (operations) => {
      const result = await operations.read({ id, state });
      // To a refresh, an empty response means that the object is gone. For `get`, `operations.read` has thrown instead.
      if (!result) return {};
      const { values } = operations;
      const stored = new InputReport(state[SECRET_INPUTS], state[VISIBLE_INPUTS]);
      const report = stored.dropStaleInputs(values, result.inputs);
      const { id: currentId, state: currentState, inputs } = result;
      return {
        id: currentId,
        props: report.attachTo(currentState, values),
        inputs: report.attachTo(inputs, values),
      };
    });
  }

  async update(id: string, state: State, inputs: Inputs): Promise<dynamic.UpdateResult> {
    return this.write([state, inputs], inputs, async (operations, declared) => {
      const creators = ({ names }: RunLedger) =>
        names.forClass(operations.name).namesWith(declared).map(toCreator);
      return { id, state: await operations.update({ id, state, inputs: declared, creators }) };
    });
  }

  async delete(id: string, state: State): Promise<void> {
    return this.call([state], (operations) => operations.delete({ id, state }));
  }

  /** Creates or updates. Adds to the error for an unfinished object the properties that the engine's host stores. */
  private write(
    received: readonly (Inputs | State)[],
    { __provider, ...reported }: Inputs,
    task: (operations: FamilyOperations, declared: Inputs) => Promise<CreateResult>,
  ) {
    const { report, declared } = splitReport(reported);
    return this.call(received, async (operations) => {
      const { values } = operations;
      try {
        const { id, state } = await task(operations, declared);
        return { id, outs: report.attachTo(state, values) };
      } catch (error) {
        if (!(error instanceof UnfinishedError)) throw error;
        const properties = { ...report.attachTo(error.state, values), __provider };
        throw Object.assign(error, { properties });
      }
    });
  }

  /** Runs a task that must not show the secrets in the inputs and states received for it. */
  private async call<T>(
    received: readonly (Inputs | State)[],
    task: (operations: FamilyOperations) => Promise<T>,
  ): Promise<T> {
    const operations = await this.operations;
    const reports = received.map((values) => new InputReport(values[SECRET_INPUTS]));
    // A state may contain values that only the report of the inputs names, and the other way round.
    const secrets = received.flatMap((values) => reports.flatMap((report) => report.valuesIn(values)));
    return withRedaction(secrets, () => task(operations));
  }
}

/**
 * Records that the engine compares these inputs with the object. Returns the names of the resources with these inputs.
 *
 * @throws UserError if two of them manage the object.
 */
function requireOneOwner(
  names: ReturnType<RunLedger["names"]["forClass"]>,
  className: string,
  id: string,
  inputs: Inputs,
): readonly string[] {
  names.recordObject(inputs, id);
  const resourceNames = names.namesWith(inputs);
  if (!names.hasFewerObjects(inputs)) return resourceNames;
  const resources = resourceNames.map((name) => JSON.stringify(withoutStack(name)));
  throw new UserError(
    `${className} ${id}: two of the resources ${resources.join(", ")} of this program manage it: ${ONE_MANAGER}`,
  );
}

const withoutStack = (resourceName: string): string => resourceName.replace(STACK, "");

const toCreator = (resourceName: string) => resourceIdentity(resourceName, true);

function splitReport({ [SECRET_INPUTS]: secrets, [VISIBLE_INPUTS]: visible, ...declared }: Inputs) {
  return { report: new InputReport(secrets, visible), declared };
}

type Path = readonly (string | number)[];

/** A class's report about its inputs: the paths of the program's secrets, and the inputs with the secrets in lists masked. */
class InputReport {
  readonly paths: readonly Path[];

  /** @param secrets - Names of inputs, or paths of values in them. Neither parameter is verified. */
  constructor(
    private readonly secrets: unknown,
    private readonly visible?: unknown,
  ) {
    const paths: unknown[] = Array.isArray(secrets) ? secrets : [];
    this.paths = paths.map((path) => (Array.isArray(path) ? path : [path])).filter(isPath);
  }

  /** Names of the inputs that are secret as a whole. */
  get wholeInputs(): readonly string[] {
    return this.paths.flatMap((path) => (path.length === 1 ? [String(path[0])] : []));
  }

  /** Returns inputs with a placeholder for each secret or unknown value. */
  withPlaceholders(inputs: Inputs): Inputs {
    const withoutSecrets = mapPaths(inputs, this.paths, () => PLACEHOLDER);
    return JSON.parse(JSON.stringify(withoutSecrets), (_, value) =>
      value === UNKNOWN ? PLACEHOLDER : value,
    );
  }

  valuesIn(values: Inputs | State): readonly unknown[] {
    return this.paths.map((path) => valueAt(values, path));
  }

  /** Returns the paths that are not at or below a path of another report. */
  pathsOutside(other: InputReport): readonly Path[] {
    const isWithin = (path: Path, prefix: Path) => prefix.every((step, n) => step === path[n]);
    return this.paths.filter((path) => !other.paths.some((prefix) => isWithin(path, prefix)));
  }

  /** Drops masked inputs whose values `ignoreChanges`, a transform, or a refresh has replaced: they may contain other secrets. */
  dropStaleInputs(values: EngineValues, inputs: Inputs | State): InputReport {
    const masked = values.mask({ ...(this.visible as Inputs) }, this.paths);
    const current = Object.fromEntries(Object.keys(masked).map((key) => [key, inputs[key]]));
    const maskedCurrent = values.mask(current, this.paths);
    const confirmed = Object.entries(masked).filter(([key, value]) =>
      isDeepStrictEqual(value, maskedCurrent[key]),
    );
    return new InputReport(this.secrets, Object.fromEntries(confirmed));
  }

  attachTo(content: Inputs | State, values: EngineValues): Values {
    const inputs = [...new Set(this.paths.map(([name]) => String(name)))];
    if (inputs.length === 0) return { ...content };
    return {
      ...withSecretKeys(content, values.secretOutputs(inputs)),
      [SECRET_INPUTS]: this.secrets,
      ...(Object.keys(this.visible ?? {}).length > 0 && { [VISIBLE_INPUTS]: this.visible }),
    };
  }
}

const isPath = (value: readonly unknown[]): value is Path =>
  typeof value[0] === "string" && value.every((step) => typeof step === "string" || typeof step === "number");
