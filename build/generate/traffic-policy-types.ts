import { ACTIONS, type Action } from "../../traffic-policy/actions/actions";
import type { Field, Fields } from "../../traffic-policy/actions/fields";
import { PHASE_NAMES, PHASES } from "../../traffic-policy/language/phases";
import { codes } from "./markdown";
import { comment, optional, propertyText } from "./type-text";

const HEAD = "// Generated from traffic-policy by `npm run generate`; do not edit.\n";

export function trafficPolicyTypes(): string {
  const names = Object.keys(ACTIONS);
  return [
    `${HEAD}import type * as pulumi from "@pulumi/pulumi";\n`,
    comment(
      "A traffic policy as an object, which is sent as compact JSON. Any value in it may be an output. For features that these types lack, pass a string, such as `pulumi.jsonStringify(policy)`, or a `Record<string, any>`.",
    ) +
      object(
        "TrafficPolicy",
        Object.entries(PHASES).map(([name, phase]) =>
          propertyText(`${name}?`, input(rules(name)), phase.description),
        ),
      ),
    comment(
      "A traffic policy in the state: the string or object from the program. Inputs accept it as well.",
    ) +
      "// biome-ignore lint/suspicious/noExplicitAny: the contents are unknown, and must be assignable to an input.\nexport type TrafficPolicyValue = string | Record<string, any>;",
    `${comment("A rule of a phase. Its actions run in order if all expressions are true.")}${object(
      "TrafficPolicyRule<Action extends TrafficPolicyAction = TrafficPolicyAction>",
      [
        propertyText("name?", input("string"), "Name of the rule, for readers."),
        propertyText(
          "expressions?",
          input(list(input("string"))),
          "CEL expressions, which must all be true. Without expressions, the rule always runs.",
        ),
        propertyText("actions", input(list("ActionInput<Action>")), "Actions to run."),
      ],
    )}`,
    INPUTS,
    `${comment("An action of a rule, discriminated by its `type`.")}export type TrafficPolicyAction = ${union(names)};`,
    ...PHASE_NAMES.map((phase) => {
      const actionTypes = union(names.filter((name) => ACTIONS[name]?.phases.includes(phase)));
      const doc = comment(`An action that the phase \`${phase}\` allows.`);
      return `${doc}export type ${stem(phase)}Action = ${actionTypes};`;
    }),
    ...Object.entries(ACTIONS).map(([name, action]) => actionText(name, action)),
  ].join("\n\n");
}

/**
 * Object inputs, equivalent to `pulumi.Input` but with better compiler errors. For a misspelled property, TypeScript
 * suggests only properties that all alternatives of the union have. So `Promise` and `Output` get the object's properties, and
 * for actions `type`, which discriminates them.
 */
const INPUTS = `${comment("An object or an output of one. The compiler suggests the closest property for a misspelled one.")}export type ObjectInput<T extends object> = T | LaterObject<T, T>;

${comment("A traffic policy as an object or text, or an output of one.")}export type TrafficPolicyInput = string | TrafficPolicy | LaterObject<string | TrafficPolicy, TrafficPolicy>;

type LaterObject<T, Shape extends object> = (Promise<T> | pulumi.OutputInstance<T>) & {
  readonly [K in keyof Shape]?: Shape[K] | pulumi.OutputInstance<Shape[K]>;
};

${comment("An action or an output of one. The compiler suggests the closest action for a misspelled one.")}type ActionInput<T extends TrafficPolicyAction> =
  | T
  | UnknownAction
  | ((Promise<T> | pulumi.OutputInstance<T>) & { readonly type?: pulumi.OutputInstance<T["type"]> });

${comment("Matches no value, so that the compiler's error about an unknown action is only about its type.")}interface UnknownAction {
  type: never;
  config?: unknown;
}`;

const rules = (phase: string) => list(objectInput(`TrafficPolicyRule<${stem(phase)}Action>`));
const list = (item: string) => `readonly ${item}[]`;
const input = (type: string) => `pulumi.Input<${type}>`;
const objectInput = (type: string) => `ObjectInput<${type}>`;
const union = (names: readonly string[]) => names.map((name) => `${stem(name)}Action`).join(" | ");
const stem = (name: string) =>
  `TrafficPolicy${name.replace(/(?:^|[-_])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`;
const object = (name: string, properties: readonly string[]) =>
  `export interface ${name} {\n${properties.join("")}}`;

function actionText(name: string, { description, phases, config }: Action): string {
  const doc = comment(`${description} Phases: ${codes(phases)}.`);
  const type = propertyText("type", JSON.stringify(name), "Name of the action.");
  const interfaceWith = (configuration: string) => doc + object(`${stem(name)}Action`, [type, configuration]);
  if (config === null)
    return interfaceWith(propertyText("config?", input("Record<string, never>"), "It has no configuration."));
  const key = optional("config", !Object.values(config).some((field) => field.required));
  const configType = objectInput(`${stem(name)}Config`);
  return `${interfaceWith(propertyText(key, configType, "Configuration of the action."))}

${comment(`Configuration of the action \`${name}\`.`)}${object(`${stem(name)}Config`, properties(config))}`;
}

const properties = (fields: Fields) =>
  Object.entries(fields).map(([key, field]) => {
    const name = optional(/^[a-z_$][\w$]*$/i.test(key) ? key : JSON.stringify(key), !field.required);
    return propertyText(name, inputOf(field), [field.description, ...limits(field)].join(" "));
  });

const inputOf = (field: Field): string => (field.kind === "object" ? objectInput : input)(fieldType(field));

function fieldType(field: Field): string {
  switch (field.kind) {
    case "choice":
      return [
        ...field.values.map((value) => JSON.stringify(value)),
        // Accepts any string, while editors still suggest the values.
        ...(field.open ? ["(string & {})"] : []),
      ].join(" | ");
    case "integer":
    case "number":
      return "number";
    case "switch":
      return "boolean";
    case "list":
      return list(inputOf(field.item));
    case "map":
      return `Readonly<Record<string, ${inputOf(field.value)}>>`;
    case "object":
      return `{\n${properties(field.fields).join("")}}`;
    case "any":
      return "unknown";
    default:
      return "string";
  }
}

export function limits(field: Field): string[] {
  const notes: string[] = [];
  if (field.kind === "integer" || field.kind === "number" || field.kind === "duration") {
    const unit = field.kind === "duration" ? "s" : "";
    if (field.range) notes.push(`From ${field.range[0]}${unit} to ${field.range[1]}${unit}.`);
  }
  if ((field.kind === "list" || field.kind === "map") && field.size) {
    const [low, high] = field.size;
    if (low === high) notes.push(`Exactly ${low}.`);
    else if (high === Number.MAX_SAFE_INTEGER) notes.push(`At least ${low}.`);
    else notes.push(low === 0 ? `At most ${high}.` : `From ${low} to ${high}.`);
  }
  if (field.kind === "text" && field.maxLength !== undefined)
    notes.push(`At most ${field.maxLength} characters.`);
  if (field.kind === "text" && field.secret)
    notes.push("Secret. Prefer a vault of the service: see `secrets.get`.");
  if (field.default !== undefined) notes.push(`Default: \`${field.default}\`.`);
  return notes;
}
