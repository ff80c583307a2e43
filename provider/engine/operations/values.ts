import { redact, report } from "../../account/process/report";
import { withoutLostKeys } from "../../account/values/engine-marks";
import { markSecrets, maskSecrets, withSecretPaths } from "../../account/values/secrets";
import { mayEmbed } from "../../family/embedded";
import { fieldAt, type Shape } from "../../family/field";
import { likelySecretPaths } from "../../family/likely-secrets";
import { UNKNOWN } from "../../family/unknown";
import {
  type Failure,
  type Inputs,
  isSecretAt,
  type ManagedFamily,
  outputsRevealingInputs,
  type State,
} from "../../lifecycle";

/** Values in the form that the engine accepts. */
export type Values = Record<string, unknown>;

export interface CheckFailure {
  /**
   * The path; empty where the engine would show a value, which it prints of a property that is named here and is among the
   * inputs, or where that is unknown. The reason begins with the path.
   */
  readonly property: string;
  readonly reason: string;
}

export interface Shown {
  /** Inputs that are secret as a whole. */
  readonly hidden?: readonly string[];
  /** Whether an input certainly holds no secret of the program; by default none does. */
  readonly isShown?: (input: string) => boolean;
}

const HIDDEN =
  "has an error or a warning that is not shown, since the input is secret as a whole: make only the passwords and keys in it secret to see it";

/** A family's values as the engine gets them: secrets marked, and nothing that it would lose or show. */
export class EngineValues {
  readonly name: string;
  readonly shape: Shape;
  private readonly inputs: Shape;
  private readonly made: ReadonlyMap<string, readonly string[]>;
  private readonly said = new Set<string>();

  constructor(family: ManagedFamily) {
    this.name = family.name;
    this.shape = { ...family.outputs, ...family.inputs };
    this.inputs = family.inputs;
    this.made = outputsRevealingInputs(family);
  }

  /** The outputs that are secret because inputs are, which the program has made secret. */
  secretOutputs(inputs: readonly string[]): readonly string[] {
    return [...this.made].flatMap(([key, from]) => (from.some((one) => inputs.includes(one)) ? [key] : []));
  }

  /**
   * Whether a state shows an input, or what is made of it, after the program has made it secret, until an update: the
   * engine itself hides inputs as a whole, and what is always secret is hidden before.
   *
   * @param path - Keys and list positions of a value, starting with the input.
   */
  showsIfSecret(path: readonly (string | number)[]): boolean {
    const [input] = path;
    if (this.secretOutputs([String(input)]).length > 0) return true;
    return path.length > 1 && !isSecretAt(this.shape, path);
  }

  /** Wrong inputs, in the form for the engine. @param given - The inputs that the program gives. */
  failures(
    found: readonly Failure[],
    given: Inputs,
    { hidden = [], isShown }: Shown,
  ): readonly CheckFailure[] {
    return this.showable(found, hidden).map(({ path, reason, isMissing }) => ({
      property: this.isNameable(path, given, isMissing === true, isShown ?? (() => false))
        ? path.replace(/ \(line \d+\)$/, "")
        : "",
      reason: redact(`${path}: ${reason}`),
    }));
  }

  /** Whether the engine shows no value where a failure names its property: it prints what the inputs have of that name. */
  private isNameable(
    path: string,
    given: Inputs,
    isMissing: boolean,
    isShown: (input: string) => boolean,
  ): boolean {
    const [input = ""] = path.split(/[.[ ]/);
    // A key may be spelled like a path.
    if (isMissing && !Object.hasOwn(given, path)) return true;
    if (!isShown(input) || redact(path) !== path) return false;
    // What was given may be what somebody took for another value: a private key in the place of a public one.
    return !Object.hasOwn(given, path);
  }

  /**
   * Failures that may be shown. Of a secret input, they lack its keys and the advice after the colon, which may quote its
   * value; of a secret policy, they say only that something is wrong with it.
   */
  showable(found: readonly Failure[], hidden: readonly string[] = []): readonly Failure[] {
    const isPolicy = (input: string) => {
      const field = fieldAt(this.shape, input);
      return field !== undefined && mayEmbed(field);
    };
    const visible = new Map<string, Failure>();
    for (const failure of found) {
      const [input = ""] = failure.path.split(/[.[ ]/);
      let shown = failure;
      if (hidden.includes(input)) {
        const [problem = ""] = failure.reason.split(": ");
        const isWithinPolicy = input !== failure.path && isPolicy(input);
        shown = { ...failure, path: input, reason: isWithinPolicy ? HIDDEN : problem };
      }
      visible.set(JSON.stringify([shown.path, shown.reason]), shown);
    }
    return [...visible.values()];
  }

  /** The state of an object of which nothing is known. */
  get unknownState(): Values {
    return Object.fromEntries(Object.keys(this.shape).map((key) => [key, UNKNOWN]));
  }

  /** A program's inputs in the form the engine accepts: JSON without holes, secrets marked. */
  given(values: Inputs | State): Values {
    return JSON.parse(JSON.stringify(markSecrets(this.shape, values)));
  }

  /** The same with secrets masked, and what some paths lead to. */
  masked(values: Inputs | State, paths: readonly (readonly (string | number)[])[]): Values {
    return maskSecrets(this.shape, values, paths);
  }

  /** The service's values in the form the engine accepts, also without keys that its SDK would lose. */
  stored(id: string, values: Inputs | State): Values {
    return withoutLostKeys(this.given(values), (property, instead) =>
      this.warn(
        `${this.name} ${id}: ${property} has a key that Pulumi loses: it is read as "${instead}"; see who has set it, and change it`,
      ),
    );
  }

  /** The same of values that are read, in which what looks like a secret is one, unless the state has it already. */
  read(id: string, values: Inputs | State, state: State): Values {
    const stored = this.stored(id, values);
    return withSecretPaths(stored, likelySecretPaths(this.inputs, stored, state));
  }

  warn(warning: string): void {
    this.report(`warning: ${warning}`);
  }

  /** Once per process: the engine calls diff several times. */
  report(line: string): void {
    if (this.said.has(line)) return;
    this.said.add(line);
    report(line);
  }
}
