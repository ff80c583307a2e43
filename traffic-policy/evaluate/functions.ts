import { type CelFunction, FUNCTIONS, METHODS, type RequestParts } from "../language/functions";
import { patternCost } from "../language/patterns";
import { type Budget, Fields, isList, Undecided, type Value } from "../language/values";

/** Calls the functions of the table. One without a concrete evaluation is undecided. */
export class FunctionCalls {
  constructor(
    private readonly request: RequestParts,
    readonly budget: Budget,
  ) {}

  call(name: string, args: Value[]): Value {
    return this.#run(FUNCTIONS.get(name), name, args);
  }

  method(name: string, owner: Value, args: Value[]): Value {
    return this.#run(METHODS.get(name), `.${name}`, [owner, ...args]);
  }

  /** Long texts and lists cost more than short ones, and a regular expression both its own length and the text's. */
  #run(found: CelFunction | undefined, name: string, args: Value[]): Value {
    if (!found?.run && !found?.ofRequest) throw new Undecided(`the macro ${name}()`);
    const lengths = args.map(lengthOf);
    const [first = 0, second = 0] = lengths;
    this.budget.spend(
      found.test === "match" ? patternCost(second, first) : lengths.reduce((a, b) => a + b, 0) / 64,
    );
    return found.run ? found.run(...args) : (found.ofRequest?.(this.request, ...args) ?? null);
  }
}

function lengthOf(value: Value): number {
  if (value instanceof Fields) return typeof value.text === "string" ? value.text.length : 0;
  return typeof value === "string" || isList(value) || value instanceof Uint8Array ? value.length : 0;
}
