import { isDeepStrictEqual } from "node:util";
import type { dynamic } from "@pulumi/pulumi";
import { hidingTexts } from "../../account/process/report";
import type { Read } from "../../account/settings/settings";
import { withSecretKeys } from "../../account/values/secrets";
import type { Creator, Inputs, ManagedFamily, RunLedger, State } from "../../lifecycle";
import {
  ONE_OF_TWO,
  RESOURCE_NAME,
  SECRET_INPUTS,
  textsIn,
  UserError,
  VISIBLE_INPUTS,
} from "../../lifecycle";
import { creatorOf } from "../operations/creator";
import { UnfinishedError } from "../operations/errors";
import { FamilyOperations } from "../operations/operations";
import type { Values } from "../operations/values";
import { HiddenInputs } from "./hidden-inputs";

/** Organization, project and stack, which are the same in the whole run, and which the user knows. */
const STACK = /^(?:[^/]*\/){3}/;

const MANAGED_BY_TWO = `of this program manage it: ${ONE_OF_TWO}`;

type Config = { get(key: string): unknown };

/**
 * The engine's dynamic provider for one family. The engine's host needs it before a family is loaded: each call waits for
 * the family, and shows no text of the inputs which the program has made secret.
 */
export class EngineProvider implements dynamic.ResourceProvider {
  private readonly calls: Promise<FamilyCalls>;
  private setConfig: (config: Config) => void = () => undefined;

  constructor(family: Promise<ManagedFamily>) {
    const configured = new Promise<Read>((resolve) => {
      this.setConfig = (config) => resolve((key) => config.get(key));
    });
    this.calls = family.then((loaded) => new FamilyCalls(new FamilyOperations(loaded, () => configured)));
  }

  /** The engine's host calls this once but allows other calls before it is done: each of them waits for it. */
  async configure(request: { config: Config }): Promise<void> {
    this.setConfig(request.config);
  }

  async check(before: Inputs, program: Inputs): Promise<dynamic.CheckResult> {
    const calls = await this.calls;
    return hidingSecrets([before, program], () => calls.check(before, program));
  }

  async diff(id: string, state: State, inputs: Inputs): Promise<dynamic.DiffResult> {
    const calls = await this.calls;
    return hidingSecrets([state, inputs], () => calls.diff(id, state, inputs));
  }

  async create(inputs: Inputs): Promise<dynamic.CreateResult> {
    const calls = await this.calls;
    return hidingSecrets([inputs], () => calls.create(inputs));
  }

  async read(id: string, state: State = {}): Promise<dynamic.ReadResult> {
    const calls = await this.calls;
    return hidingSecrets([state], () => calls.read(id, state));
  }

  async update(id: string, state: State, inputs: Inputs): Promise<dynamic.UpdateResult> {
    const calls = await this.calls;
    return hidingSecrets([state, inputs], () => calls.update(id, state, inputs));
  }

  async delete(id: string, state: State): Promise<void> {
    const calls = await this.calls;
    return hidingSecrets([state], () => calls.delete(id, state));
  }
}

/** Translates between the terms of dynamic providers and the operations of a family; contains no rules of its own. */
class FamilyCalls {
  constructor(private readonly operations: FamilyOperations) {}

  async check(before: Inputs, program: Inputs): Promise<dynamic.CheckResult> {
    const { [RESOURCE_NAME]: name, ...named } = program;
    const { report, given } = reportIn(named);
    const { secrets } = report;
    const isNamed = typeof name === "string";
    const place = isNamed ? name.replace(STACK, "") : undefined;
    const { inputs, failures } = await this.operations.check({
      inputs: given,
      before,
      resource: place,
      place,
      hidden: new HiddenInputs(secrets).wholes,
      note: (checked, ledger) => {
        if (!isNamed) return;
        const names = ledger.names.of(this.operations.name);
        if (Object.keys(before).length === 0) names.expect(checked, name);
        else names.exists(checked, name);
      },
    });
    return { inputs: this.marked(inputs, this.confirmed(report, given)), failures: [...failures] };
  }

  async diff(id: string, state: State, inputs: Inputs): Promise<dynamic.DiffResult> {
    const { __provider, ...reported } = inputs;
    const { report, given } = reportIn(reported);
    const found = await this.operations.diff({
      id,
      state,
      inputs: given,
      note: (ledger) => this.named(id, given, ledger),
      creatorsIn: (ledger) => this.creatorsOf(given, ledger),
      places: (ledger) => this.placesOf(given, ledger),
    });
    // A state of the native provider does not have the text by which the engine finds this one. A state in which an input
    // was not secret shows parts of that input, and what is made of it. An update corrects both, and writes nothing to the
    // service.
    if (!found.changed) {
      const newlySecret = new HiddenInputs(report.secrets).notIn(new HiddenInputs(state[SECRET_INPUTS]));
      const isShown = newlySecret.some((path) => this.operations.values.showsIfSecret(path));
      return { changes: (__provider !== undefined && state.__provider === undefined) || isShown };
    }
    const { deleteBeforeReplace } = found;
    const result = { replaces: [...found.replaces], deleteBeforeReplace };
    // Leaving `changes` open makes the engine work out the detailed diff from the inputs.
    return found.unseen ? { ...result, changes: true } : result;
  }

  async create(inputs: Inputs): Promise<dynamic.CreateResult> {
    const { __provider, ...reported } = inputs;
    const { report, given } = reportIn(reported);
    const created = this.operations.create(given, (ledger) => {
      const names = ledger.names.of(this.operations.name);
      const name = names.take(given);
      return name === undefined ? undefined : creatorOf(name, names.hasUnnamedObject(name));
    });
    const { id, state } = await this.finished(__provider, report, created);
    return { id, outs: this.marked(state, report) };
  }

  async read(id: string, state: State): Promise<dynamic.ReadResult> {
    const found = await this.operations.read({ id, state });
    // In a refresh an empty response means "gone"; for `get` the engine's host would treat it as an object without
    // properties.
    if (!found) return {};
    const report = this.confirmed(
      { secrets: state[SECRET_INPUTS], visible: state[VISIBLE_INPUTS] },
      found.inputs,
    );
    return {
      id: found.id,
      props: this.marked(found.state, report),
      inputs: this.marked(found.inputs, report),
    };
  }

  async update(id: string, state: State, inputs: Inputs): Promise<dynamic.UpdateResult> {
    const { __provider, ...reported } = inputs;
    const { report, given } = reportIn(reported);
    const creatorsIn = (ledger: RunLedger) => this.creatorsOf(given, ledger);
    const updated = this.operations.update({ id, state, inputs: given, creatorsIn });
    return { outs: this.marked(await this.finished(__provider, report, updated), report) };
  }

  async delete(id: string, state: State): Promise<void> {
    await this.operations.delete({ id, state });
  }

  /**
   * Records that the engine compares an object with some inputs.
   *
   * @throws UserError when two resources with these inputs have it.
   */
  private named(id: string, inputs: Inputs, ledger: RunLedger): void {
    const { name } = this.operations;
    const names = ledger.names.of(name);
    names.named(inputs, id);
    if (!names.hasFewerObjects(inputs)) return;
    const places = this.placesOf(inputs, ledger).map((place) => JSON.stringify(place));
    throw new UserError(`${name} ${id}: two of ${name} ${places.join(", ")} ${MANAGED_BY_TWO}`);
  }

  /** The places in the program of the resources that have an object with these inputs. */
  private placesOf(inputs: Inputs, { names }: RunLedger): readonly string[] {
    return names
      .of(this.operations.name)
      .namesWith(inputs)
      .map((name) => name.replace(STACK, ""));
  }

  /** The resources that have an object with these inputs. */
  private creatorsOf(inputs: Inputs, { names }: RunLedger): readonly Creator[] {
    return names
      .of(this.operations.name)
      .namesWith(inputs)
      .map((name) => creatorOf(name, true));
  }

  /**
   * A report that shows an input only if it is still what the class has seen. The option `ignoreChanges`, a transform or a
   * refresh may put secrets into it of which the class knows nothing.
   */
  private confirmed({ secrets, visible }: InputReport, inputs: Inputs | State): InputReport {
    const { paths } = new HiddenInputs(secrets);
    const shown = this.operations.values.masked({ ...(visible as Inputs) }, paths);
    const keys = Object.keys(shown);
    const present = this.operations.values.masked(
      Object.fromEntries(keys.map((key) => [key, inputs[key]])),
      paths,
    );
    const same = keys.filter((key) => isDeepStrictEqual(shown[key], present[key]));
    return { secrets, visible: Object.fromEntries(same.map((key) => [key, shown[key]])) };
  }

  /** Values with the report of what the program has made secret, and with what is made of that marked. */
  private marked(values: Inputs | State, { secrets, visible }: InputReport): Values {
    const { names } = new HiddenInputs(secrets);
    if (names.length === 0) return { ...values };
    return {
      ...withSecretKeys(values, this.operations.values.secretOutputs(names)),
      [SECRET_INPUTS]: secrets,
      ...(Object.keys(visible ?? {}).length > 0 && { [VISIBLE_INPUTS]: visible }),
    };
  }

  /** Adds what the engine's host of dynamic providers needs to the state of an object that is not finished. */
  private async finished<T>(provider: unknown, report: InputReport, call: Promise<T>): Promise<T> {
    try {
      return await call;
    } catch (error) {
      if (!(error instanceof UnfinishedError)) throw error;
      const { id, state, reasons } = error;
      const properties = { ...this.marked(state, report), __provider: provider };
      throw Object.assign(error, { id, properties, reasons: [...reasons] });
    }
  }
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

/** Runs a call that shows no text of the inputs which the program has made secret. */
const hidingSecrets = <T>(all: readonly (Inputs | State)[], call: () => T): T => {
  const secrets = all.map((values) => new HiddenInputs(values[SECRET_INPUTS]));
  return hidingTexts(
    all.flatMap((values) => secrets.flatMap((one) => one.valuesIn(values).flatMap(textsIn))),
    call,
  );
};
