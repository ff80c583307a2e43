import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { withRedaction } from "../../account/process/report";
import { creatorOf } from "../../account/process/stack-identity";
import type { Read } from "../../account/settings/settings";
import { withSecretKeys } from "../../account/values/secrets";
import type { CreateResult, Creator, Inputs, ManagedFamily, RunLedger, State } from "../../lifecycle";
import {
  ONE_OF_TWO,
  RESOURCE_NAME,
  SECRET_INPUTS,
  textsIn,
  UserError,
  VISIBLE_INPUTS,
} from "../../lifecycle";
import { UnfinishedError } from "../operations/errors";
import { FamilyOperations } from "../operations/operations";
import type { EngineValues, Values } from "../operations/values";

/** Organization, project and stack, which are the same in the whole run, and which the user knows. */
const STACK = /^(?:[^/]*\/){3}/;

const MANAGED_BY_TWO = `of this program manage it: ${ONE_OF_TWO}`;

type Config = { get(key: string): unknown };

/**
 * The engine's dynamic provider for one family: translates between the terms of dynamic providers and the operations of
 * the family, without rules of its own. The engine's host needs it before a family is loaded: each call waits for the
 * family, and shows no text of the inputs which the program has made secret.
 */
export class EngineProvider implements dynamic.ResourceProvider {
  private readonly operations: Promise<FamilyOperations>;
  private setConfig: (config: Config) => void = () => undefined;

  constructor(family: Promise<ManagedFamily>) {
    const configured = new Promise<Read>((resolve) => {
      this.setConfig = (config) => resolve((key) => config.get(key));
    });
    this.operations = family.then((loaded) => new FamilyOperations(loaded, () => configured));
  }

  /** The engine's host calls this once but allows other calls before it is done: each of them waits for it. */
  async configure(request: { config: Config }): Promise<void> {
    this.setConfig(request.config);
  }

  async check(before: Inputs, program: Inputs): Promise<dynamic.CheckResult> {
    const { [RESOURCE_NAME]: name, ...named } = program;
    const { report, given } = reportIn(named);
    const isNamed = typeof name === "string";
    const place = isNamed ? name.replace(STACK, "") : undefined;
    return this.call([before, program], async (operations) => {
      const { inputs, failures } = await operations.check({
        inputs: given,
        before,
        resource: place,
        place,
        hidden: new HiddenInputs(report.secrets).wholes,
        note: (checked, ledger) => {
          if (!isNamed) return;
          const names = ledger.names.of(operations.name);
          if (Object.keys(before).length === 0) names.expect(checked, name);
          else names.exists(checked, name);
        },
      });
      const shown = confirmed(operations.values, report, given);
      return { inputs: marked(operations.values, inputs, shown), failures: [...failures] };
    });
  }

  async diff(id: string, state: State, inputs: Inputs): Promise<dynamic.DiffResult> {
    const { __provider, ...reported } = inputs;
    const { report, given } = reportIn(reported);
    return this.call([state, inputs], async (operations) => {
      const { name, values } = operations;
      const found = await operations.diff({
        id,
        state,
        inputs: given,
        note: (ledger) => requireOneOwner(name, id, given, ledger),
        creatorsIn: (ledger) => creatorsOf(name, given, ledger),
        places: (ledger) => placesOf(name, given, ledger),
      });
      // A state of the native provider does not have the text by which the engine finds this one. A state in which an
      // input was not secret shows parts of that input, and what is made of it. An update corrects both, and writes
      // nothing to the service.
      if (!found.changed) {
        const newlySecret = new HiddenInputs(report.secrets).notIn(new HiddenInputs(state[SECRET_INPUTS]));
        const isShown = newlySecret.some((path) => values.showsIfSecret(path));
        return { changes: (__provider !== undefined && state.__provider === undefined) || isShown };
      }
      const { deleteBeforeReplace } = found;
      const result = { replaces: [...found.replaces], deleteBeforeReplace };
      // Leaving `changes` open makes the engine work out the detailed diff from the inputs.
      return found.unseen ? { ...result, changes: true } : result;
    });
  }

  async create(inputs: Inputs): Promise<dynamic.CreateResult> {
    return this.write([inputs], inputs, (operations, given) =>
      operations.create(given, (ledger) => {
        const named = ledger.names.of(operations.name).take(given);
        return named && creatorOf(named.name, named.hasObject);
      }),
    );
  }

  async read(id: string, state: State = {}): Promise<dynamic.ReadResult> {
    return this.call([state], async (operations) => {
      const found = await operations.read({ id, state });
      // In a refresh an empty response means "gone"; for `get` the engine's host would treat it as an object without
      // properties.
      if (!found) return {};
      const stored = { secrets: state[SECRET_INPUTS], visible: state[VISIBLE_INPUTS] };
      const report = confirmed(operations.values, stored, found.inputs);
      return {
        id: found.id,
        props: marked(operations.values, found.state, report),
        inputs: marked(operations.values, found.inputs, report),
      };
    });
  }

  async update(id: string, state: State, inputs: Inputs): Promise<dynamic.UpdateResult> {
    const { outs } = await this.write([state, inputs], inputs, async (operations, given) => {
      const creatorsIn = (ledger: RunLedger) => creatorsOf(operations.name, given, ledger);
      return { id, state: await operations.update({ id, state, inputs: given, creatorsIn }) };
    });
    return { outs };
  }

  async delete(id: string, state: State): Promise<void> {
    return this.call([state], (operations) => operations.delete({ id, state }));
  }

  /** Creates or updates an object, also with what the engine's host needs of one that is not finished. */
  private write(
    all: readonly (Inputs | State)[],
    { __provider, ...reported }: Inputs,
    task: (operations: FamilyOperations, given: Inputs) => Promise<CreateResult>,
  ) {
    const { report, given } = reportIn(reported);
    return this.call(all, async (operations) => {
      const { values } = operations;
      try {
        const { id, state } = await task(operations, given);
        return { id, outs: marked(values, state, report) };
      } catch (error) {
        if (!(error instanceof UnfinishedError)) throw error;
        const { id, state, reasons } = error;
        const properties = { ...marked(values, state, report), __provider };
        throw Object.assign(error, { id, properties, reasons: [...reasons] });
      }
    });
  }

  /** Runs a call that shows no text of the inputs which the program has made secret. */
  private async call<T>(
    all: readonly (Inputs | State)[],
    task: (operations: FamilyOperations) => Promise<T>,
  ): Promise<T> {
    const operations = await this.operations;
    const secrets = all.map((values) => new HiddenInputs(values[SECRET_INPUTS]));
    const texts = all.flatMap((values) => secrets.flatMap((one) => one.valuesIn(values).flatMap(textsIn)));
    return withRedaction(texts, () => task(operations));
  }
}

/**
 * Records that the engine compares an object with some inputs.
 *
 * @throws UserError when two resources with these inputs have it.
 */
function requireOneOwner(className: string, id: string, inputs: Inputs, ledger: RunLedger): void {
  const names = ledger.names.of(className);
  names.named(inputs, id);
  if (!names.hasFewerObjects(inputs)) return;
  const places = placesOf(className, inputs, ledger).map((place) => JSON.stringify(place));
  throw new UserError(`${className} ${id}: two of ${className} ${places.join(", ")} ${MANAGED_BY_TWO}`);
}

/** The places in the program of the resources that have an object with these inputs. */
const placesOf = (className: string, inputs: Inputs, { names }: RunLedger): readonly string[] =>
  names
    .of(className)
    .namesWith(inputs)
    .map((name) => name.replace(STACK, ""));

const creatorsOf = (className: string, inputs: Inputs, { names }: RunLedger): readonly Creator[] =>
  names
    .of(className)
    .namesWith(inputs)
    .map((name) => creatorOf(name, true));

/**
 * A report that shows an input only if it is still what the class has seen. The option `ignoreChanges`, a transform or a
 * refresh may put secrets into it of which the class knows nothing.
 */
function confirmed(
  values: EngineValues,
  { secrets, visible }: InputReport,
  inputs: Inputs | State,
): InputReport {
  const { paths } = new HiddenInputs(secrets);
  const shown = values.masked({ ...(visible as Inputs) }, paths);
  const keys = Object.keys(shown);
  const present = values.masked(Object.fromEntries(keys.map((key) => [key, inputs[key]])), paths);
  const same = keys.filter((key) => isDeepStrictEqual(shown[key], present[key]));
  return { secrets, visible: Object.fromEntries(same.map((key) => [key, shown[key]])) };
}

/** Values with the report of what the program has made secret, and with what is made of that marked. */
function marked(values: EngineValues, given: Inputs | State, { secrets, visible }: InputReport): Values {
  const { names } = new HiddenInputs(secrets);
  if (names.length === 0) return { ...given };
  return {
    ...withSecretKeys(given, values.secretOutputs(names)),
    [SECRET_INPUTS]: secrets,
    ...(Object.keys(visible ?? {}).length > 0 && { [VISIBLE_INPUTS]: visible }),
  };
}

/** What a class reports of the secrets in its inputs, as it arrives here. */
interface InputReport {
  readonly secrets: unknown;
  readonly visible: unknown;
}

/** Splits inputs or a state into what the class reports and the rest. */
function reportIn({ [SECRET_INPUTS]: secrets, [VISIBLE_INPUTS]: visible, ...given }: Inputs) {
  return { report: { secrets, visible }, given };
}

/** Keys and list positions of a value, starting with an input. */
type Path = readonly (string | number)[];

/** What a program has made secret, as its class tells it: names of inputs, and paths of values in them. */
class HiddenInputs {
  readonly paths: readonly Path[];

  constructor(secrets: unknown) {
    const all: unknown[] = Array.isArray(secrets) ? secrets : [];
    this.paths = all.map((one) => (Array.isArray(one) ? one : [one])).filter(isPath);
  }

  /** The inputs that are or hold secrets. */
  get names(): readonly string[] {
    return [...new Set(this.paths.map(([name]) => String(name)))];
  }

  /** The inputs that are secret as a whole. */
  get wholes(): readonly string[] {
    return this.paths.flatMap((path) => (path.length === 1 ? [String(path[0])] : []));
  }

  /** The values in some inputs, or in a state with them. */
  valuesIn(values: Inputs | State): readonly unknown[] {
    return this.paths.map((path) => path.reduce<unknown>(valueAt, values));
  }

  /** Paths of secrets that are none in another program. */
  notIn(other: HiddenInputs): readonly Path[] {
    const isWithin = (path: Path, known: Path) => known.every((step, at) => step === path[at]);
    return this.paths.filter((path) => !other.paths.some((known) => isWithin(path, known)));
  }
}

const isPath = (value: readonly unknown[]): value is Path =>
  typeof value[0] === "string" && value.every((step) => typeof step === "string" || typeof step === "number");

function valueAt(value: unknown, step: string | number): unknown {
  const has = value !== null && typeof value === "object" && Object.hasOwn(value, step);
  return has ? Reflect.get(value, step) : undefined;
}
