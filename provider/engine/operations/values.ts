import { redact, report } from "../../account/process/report";
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

/** Values encoded for the engine: JSON in which secrets are marked. */
export type Values = Record<string, unknown>;

export interface CheckFailure {
  /** Empty if the engine, which prints this property's value, might print a secret. The reason starts with the path. */
  readonly property: string;
  readonly reason: string;
}

export interface InputVisibility {
  /** Inputs that are secret as a whole. */
  readonly hidden?: readonly string[];
  /** True if the program has marked nothing in an input as secret. If unset, that is unknown. */
  readonly isShown?: (input: string) => boolean;
}

const HIDDEN =
  "has an error or a warning, which is hidden because the whole input is secret: make only the passwords and keys in it secret to see it";

const inputOf = (path: string): string => path.split(/[.[ ]/, 1)[0] ?? "";

/** Encodes a family's values for the engine, and keeps secrets out of what the engine prints. */
export class EngineValues {
  readonly shape: Shape;
  private readonly inputs: Shape;
  private readonly sourcesByOutput: ReadonlyMap<string, readonly string[]>;
  private readonly reported = new Set<string>();

  constructor(family: ManagedFamily) {
    this.shape = { ...family.outputs, ...family.inputs };
    this.inputs = family.inputs;
    this.sourcesByOutput = outputsRevealingInputs(family);
  }

  /** Returns the outputs that are computed from inputs, and are secret if the program made these inputs secret. */
  secretOutputs(inputs: readonly string[]): readonly string[] {
    return [...this.sourcesByOutput].flatMap(([output, sources]) =>
      sources.some((source) => inputs.includes(source)) ? [output] : [],
    );
  }

  /**
   * True if a state shows a value in plain text after the program has made it secret, until the next update. The engine
   * itself hides inputs that are secret as a whole, and values that are always secret were never shown.
   */
  showsIfSecret(path: readonly (string | number)[]): boolean {
    const [input] = path;
    if (this.secretOutputs([String(input)]).length > 0) return true;
    return path.length > 1 && !isSecretAt(this.shape, path);
  }

  failures(
    failures: readonly Failure[],
    program: Inputs,
    { hidden, isShown = () => false }: InputVisibility,
  ): readonly CheckFailure[] {
    /** The engine prints the value of the input that a failure names. */
    const canName = ({ path, isMissing }: Failure) => {
      // An input may hold the wrong value, such as a private key instead of a public one. Its name may look like a path.
      if (Object.hasOwn(program, path)) return false;
      return isMissing === true || (isShown(inputOf(path)) && redact(path) === path);
    };
    return this.withoutSecrets(failures, hidden).map((failure) => ({
      property: canName(failure) ? failure.path.replace(/ \(line \d+\)$/, "") : "",
      reason: redact(`${failure.path}: ${failure.reason}`),
    }));
  }

  /** For a secret input, removes its keys and the advice after the colon, which may quote the value. */
  withoutSecrets(failures: readonly Failure[], hidden: readonly string[] = []): readonly Failure[] {
    const isPolicy = (input: string) => {
      const field = fieldAt(this.shape, input);
      return field !== undefined && mayEmbed(field);
    };
    const visible = new Map<string, Failure>();
    for (const failure of failures) {
      const input = inputOf(failure.path);
      let safe = failure;
      if (hidden.includes(input)) {
        const [problem = ""] = failure.reason.split(": ");
        const isWithinPolicy = input !== failure.path && isPolicy(input);
        safe = { ...failure, path: input, reason: isWithinPolicy ? HIDDEN : problem };
      }
      visible.set(JSON.stringify([safe.path, safe.reason]), safe);
    }
    return [...visible.values()];
  }

  get unknownState(): Values {
    return Object.fromEntries(Object.keys(this.shape).map((key) => [key, UNKNOWN]));
  }

  encode(values: Inputs | State): Values {
    return JSON.parse(JSON.stringify(markSecrets(this.shape, values)));
  }

  mask(values: Inputs | State, paths: readonly (readonly (string | number)[])[]): Values {
    return maskSecrets(this.shape, values, paths);
  }

  /** Also marks values that look like secrets, unless the state already has them in plain text. */
  encodeRead(values: Inputs | State, state: State): Values {
    const encoded = this.encode(values);
    return withSecretPaths(encoded, likelySecretPaths(this.inputs, encoded, state));
  }

  warn(warning: string): void {
    this.report(`warning: ${warning}`);
  }

  /** Reports a line once per process: the engine calls diff several times. */
  report(line: string): void {
    if (this.reported.has(line)) return;
    this.reported.add(line);
    report(line);
  }
}
