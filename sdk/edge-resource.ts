import * as pulumi from "@pulumi/pulumi";
import { dynamicType } from "../provider/engine/native/tokens";
import type { ClassFacts } from "./class-facts";
import { type ClassName, defineClass } from "./classes";
import { nameOf, parentOf, typeOf, withLastTransformation } from "./engine-internals";
import { requireEngineSdk } from "./engine-sdk";
import { recordHosts } from "./host-names";
import { definedInputs, prepareInputs, prepareTransformed, type SecretReport, secretReport } from "./inputs";
import { recordModules } from "./module-conflicts";
import { keepUnchangedOutputsKnown, withHook } from "./preview-outputs";
import { keepOwnId, requireId } from "./resource-id";
import { warnOfUnknownSettings } from "./settings";
import { simplifyTraces } from "./traces";
import { followTransforms } from "./transforms";

/** Evaluated by the engine's provider process. It is stored in users' states and must never change. */
export const providerText = (name: string) =>
  `exports.handler=()=>require("pulumi-tunnel-edge/host").provider(${JSON.stringify(name)})`;

export class EdgeResource extends pulumi.CustomResource {
  /** @internal */
  constructor(facts: ClassFacts, name: string, args: object | undefined, opts: pulumi.CustomResourceOptions) {
    requireEngineSdk();
    warnOfUnknownSettings();
    const isNew = opts.id === undefined && opts.urn === undefined;
    rejectImport(facts, name, opts);
    requireId(facts.name, name, opts);
    const provider = { __provider: providerText(facts.name) };
    const inputs = prepareInputs(facts, name, args ?? {});
    /** The properties and options after all transformations. */
    let final = { props: inputs, opts };
    const engineOptions = {
      ...withHook(opts),
      additionalSecretOutputs: [...facts.secrets, ...(opts.additionalSecretOutputs ?? [])],
    };
    const prepareFinal: pulumi.ResourceTransformation = (transformed) => {
      final = { props: prepareTransformed(facts, name, inputs, transformed.props), opts: transformed.opts };
      const report = reportSecrets(facts, final);
      const engineInputs = {
        __resource: resourcePath(name, opts),
        __secrets: report.then(({ secrets }) => secrets),
        __visible: report.then(({ visible }) => visible),
      };
      return { props: { ...final.props, ...provider, ...engineInputs }, opts: transformed.opts };
    };
    const restore = simplifyTraces();
    try {
      super(
        dynamicType(facts.name),
        name,
        { ...inputs, ...provider },
        isNew ? withLastTransformation(engineOptions, prepareFinal) : engineOptions,
      );
    } finally {
      restore();
    }
    if (isNew) {
      const args = definedInputs(facts, final.props);
      recordModules(facts, this, name, args);
      recordHosts(facts, this, name, { args, opts: final.opts });
    }
    if (opts.id === undefined) keepUnchangedOutputsKnown(this, [...facts.inputs, ...facts.computed], facts);
    else if (facts.nested) keepOwnId(this);
  }
}

export const dynamicClass = <T>(name: ClassName): T => defineClass(EdgeResource, dynamicType(name), name);

/** Returns the values that the program marked as secret, in arguments, transformations, or transforms. */
async function reportSecrets(
  facts: ClassFacts,
  { props, opts }: { readonly props: pulumi.Inputs; readonly opts: pulumi.ResourceOptions },
): Promise<Partial<SecretReport>> {
  const [{ secrets, visible }, isTransformed] = await Promise.all([
    secretReport(facts, props),
    followTransforms(facts, opts),
  ]);
  return {
    ...(secrets.length > 0 && { secrets }),
    ...(!isTransformed && Object.keys(visible).length > 0 && { visible }),
  };
}

/** @throws RunError for the option `import`, because a dynamic provider isn't told the class of an imported object */
function rejectImport(
  { name: className, inputs }: ClassFacts,
  name: string,
  opts: pulumi.CustomResourceOptions,
): void {
  if (opts.import === undefined) return;
  const adopts = inputs.includes("adoptId");
  throw new pulumi.RunError(
    `${className} "${name}": the resource option import does not work for this package: ${adopts ? "set the input adoptId instead, which adopts the object, or import it with a file that `tunnel-edge import-file` writes" : "a command has no object to import, so remove the option"}`,
  );
}

/**
 * Identifies the resource among all organizations, programs, and stacks, so that a run recognizes objects of a killed
 * run. The provider removes this input before the engine stores anything.
 */
function resourcePath(name: string, { parent }: pulumi.CustomResourceOptions): string {
  const path = [name];
  for (let ancestor = parent; ancestor; ancestor = parentOf(ancestor))
    path.unshift(`${typeOf(ancestor)}::${nameOf(ancestor)}`);
  return [organization(), pulumi.getProject(), pulumi.getStack(), ...path].join("/");
}

/** Returns an empty string if the language host is too old, or a mock doesn't define the organization. */
function organization(): string {
  try {
    return pulumi.getOrganization();
  } catch {
    return "";
  }
}
