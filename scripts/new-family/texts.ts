import type { NewFamily } from "./definition";

/** New files by path. */
export function newFiles(family: NewFamily): Map<string, string> {
  const { stem } = family;
  return new Map([
    [`provider/families/${stem}.ts`, declaration(family)],
    [`emulator/catalog/${stem}.ts`, emulated(family)],
    [`examples/${stem}/package.json`, examplePackage(family)],
    [`examples/${stem}/index.ts`, example(family)],
  ]);
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** A property's name in plain English. */
const inWords = (field: string) => capital(field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

/** Properties that PATCH takes. */
const updated = (family: NewFamily, field: string) =>
  JSON.stringify([...(family.naturalKey ? [] : [field]), "description", "metadata"]);

function declaration(family: NewFamily): string {
  const { name, constant, words, plural, path, listKey, section, byConvention, field, naturalKey } = family;
  const source = byConvention
    ? `Assumed by convention: the API reference, section "${section}", only mentions it.`
    : `API reference, section "${section}".`;
  return `import { string } from "../family/fields";
import { defineResource } from "../family/resource";
import { description, metadata, stamps } from "./common";

/** ${source} */
export const ${constant} = defineResource({
  name: "${name}",${plural ? `\n  plural: "${plural}",` : ""}
  // What one object is and does, in a sentence or a few: the editors and the page of the class show it.
  summary: "${capital(words)} of the account.",${byConvention ? "" : `\n  section: ${JSON.stringify(section)},`}
  path: "${path}",
  listKey: "${listKey}",
  // The create parameters. A length limit stands only where the reference states one: limitedDescription, limitedMetadata.
  inputs: {
    ${field}: string("${inWords(field)} of the ${words}${naturalKey ? ", which no other has" : ""}."),
    description: description("What the ${words} is for."),
    metadata,
  },
  // The update parameters: an input that is not among them replaces the object when it changes.
  update: ${updated(family, field)},
  // What answers hold beside the inputs; what the service shows once, or changes by itself, is said here.
  outputs: stamps,${naturalKey ? `\n  naturalKey: ["${field}"],` : ""}
});
`;
}

function emulated(family: NewFamily): string {
  const { name, stem, constant, words, path, listKey, idPrefix, section, byConvention, wireField } = family;
  const source = byConvention
    ? `Assumed by convention: the reference, "${section}", only mentions it.`
    : `API reference: "${section}".`;
  const refusal = `
  check({ account, trusted }, fields, previous) {
    if (previous || trusted) return;
    if (account.storage.all("${path}").some((other) => other.fields.${wireField} === fields.${wireField}))
      throw new ApiFailure("conflict", "Another ${words} has this ${wireField}.", "${wireField}");
  },`;
  return `${family.naturalKey ? 'import { ApiFailure } from "../failure";\n' : ""}import { notes, shown } from "../schema/answers";
import { EVERY_OPERATION, type Family } from "../schema/family";
import { string } from "../schema/params";
import { freeNotes } from "./shared";

/** ${source} */
export const ${constant}: Family = {
  stem: "${stem}",
  name: "${name}",
  section: ${JSON.stringify(section)},${byConvention ? "\n  byConvention: true," : ""}
  collection: "${path}",
  listKey: "${listKey}",
  idPrefix: "${idPrefix}",
  operations: EVERY_OPERATION,
  // Read from the reference on its own, never from the provider: what both had wrong nobody would see.
  create: { ...freeNotes, ${wireField}: string({ required: true }) },
  update: ${updated(family, wireField)},
  answer: { ...notes, ${wireField}: shown.string() },${family.naturalKey ? refusal : ""}
};
`;
}

const examplePackage = ({ stem }: NewFamily) => `{
  "name": "example-${stem}",
  "private": true,
  "version": "0.0.0",
  "main": "index.ts",
  "dependencies": {
    "pulumi-tunnel-edge": "file:../.."
  }
}
`;

const DESCRIBED = "An example";
const DESCRIBED_ANEW = "Another example";

const example = ({ name, constant, words, field }: NewFamily) => `import * as edge from "pulumi-tunnel-edge";

// ${capital(words)} of the account.
const example = new edge.${name}("example", { ${field}: "example", description: "${DESCRIBED}" });

export const ${constant}Id = example.id;
`;

/** The edit that a test makes in the example, with the call that it leads to. */
export const exampleEdit = ({ stem, path }: NewFamily) => `  "${stem}": {
    from: "${DESCRIBED}",
    to: "${DESCRIBED_ANEW}",
    calls: ['PATCH ${path}/ID {"description":"${DESCRIBED_ANEW}"}'],
  },`;

export function sample({ name, words, field, naturalKey }: NewFamily): string {
  const another = `${field}: { to: \`another ${words} \${unique}\` }`;
  return `  ${name}: {
    minimal: ({ unique }) => ({ ${field}: \`${words} \${unique}\` }),
    full: ({ unique }) => ({ ...notes, ${field}: \`${words} \${unique}\` }),
    changes: ${naturalKey ? "() => noteChanges" : `({ unique }) => ({ ...noteChanges, ${another} })`},
    replacements: ${naturalKey ? `({ unique }) => ({ ${another} })` : "none"},
  },`;
}
