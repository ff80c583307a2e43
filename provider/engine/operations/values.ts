import { redact, report } from "../../account/process/report";
import { markSecrets, maskSecrets, withSecretPaths } from "../../account/values/secrets";
import { fieldAt, type Shape } from "../../family/field";
import { likelySecretPaths, mayEmbed } from "../../family/secret-paths";
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

const HIDDEN_REASON =
  "has an error or a warning, which is hidden because the whole input is secret: make only the passwords and keys in it secret to see it";

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

  /** True if the state shows a value until the next update, although the program has made it secret. */
  staysVisible(path: readonly (string | number)[]): boolean {
    const [input] = path;
    if (this.secretOutputs([String(input)]).length > 0) return true;
    return path.length > 1 && !isSecretAt(this.shape, path);
  }

  /** Describes failures with their paths. For an input in `wholeSecrets`, omits keys and advice, which may quote the value. */
  describe(failures: readonly Failure[], wholeSecrets: readonly string[] = []): readonly string[] {
    const texts = failures.map(({ path, reason }) => {
      const [input = ""] = path.split(/[.[ ]/, 1);
      if (!wholeSecrets.includes(input)) return `${path}: ${reason}`;
      const field = fieldAt(this.shape, input);
      const isWithinPolicy = input !== path && field !== undefined && mayEmbed(field);
      return `${input}: ${isWithinPolicy ? HIDDEN_REASON : reason.split(": ", 1)[0]}`;
    });
    return [...new Set(texts)].map(redact);
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

  /** Also marks values that look like secrets, except those that the state already has in plain text. */
  encodeRead(values: Inputs | State, state: State): Values {
    const encoded = this.encode(values);
    return withSecretPaths(encoded, likelySecretPaths(this.inputs, encoded, state));
  }

  warn(warning: string, resource?: string): void {
    this.report(`warning: ${warning}`, resource);
  }

  /** Reports a line once per process and resource: the engine calls diff several times. */
  report(line: string, resource = ""): void {
    const key = `${resource} ${line}`;
    if (this.reported.has(key)) return;
    this.reported.add(key);
    report(line);
  }
}
