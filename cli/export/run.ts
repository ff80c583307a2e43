import { resolve } from "node:path";
import { pluralize } from "../../access";
import { type AccountObject, hadEngineMarks, isMarked } from "../../provider/inspect";
import { readObjects, withAccount } from "../account";
import { EXIT, listSection, print, printJson, setExitCode } from "../common";
import { EngineError } from "../pulumi";
import { installStep } from "./dependency";
import { checkDestination, type ProgramFlags, writeProgram } from "./folder";
import { generateProgram, type Program } from "./program";
import { type Proof, prove } from "./proof";
import { secretsToSet } from "./secrets";

export interface ExportFlags extends ProgramFlags {
  readonly proof: boolean;
  readonly native?: true;
}

export async function runExport(flags: ExportFlags): Promise<void> {
  const { native, showValues } = flags;
  const destination = checkDestination(flags);
  await withAccount(flags, async (config, progress) => {
    const objects = await readObjects(config, progress);
    // Objects with a string that the engine interprets aren't manageable; the report lists them as refused.
    const isKept = ({ isManageable, response }: AccountObject) => isManageable || hadEngineMarks(response);
    const program = generateProgram(objects.filter(isKept), { ...destination, native, showValues });
    if (flags.proof) progress.say("proving the program against the account");
    const write = () => writeProgram(destination, program.files, program.secrets);
    const proof = flags.proof ? await proveOrWrite(program, destination.folder, write) : undefined;
    // Written last, so that an interrupted verification leaves nothing to clean up.
    write();
    const leftOutCounts = countsByClass(objects.filter((object) => !isKept(object)));
    progress.end();
    if (flags.format === "json") printJson(toJson(flags.out, program, proof, leftOutCounts));
    else print(summaryOf(flags, program, proof, leftOutCounts));
    const isComplete = program.refused.length === 0 && (proof?.differences.length ?? 0) === 0;
    if (!isComplete) setExitCode(EXIT.findings);
  });
}

/** Writes the program even if the verification fails, for diagnosis. */
async function proveOrWrite(program: Program, folder: string, write: () => void): Promise<Proof> {
  try {
    return await prove(program);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    write();
    throw new EngineError(`${error.message}\n${folder} contains the program, which is not proven`, {
      cause: error,
    });
  }
}

const countsByClass = (objects: readonly AccountObject[]): Record<string, number> =>
  Object.fromEntries(
    [...Map.groupBy(objects, ({ family }) => family.name)].map(([name, { length }]) => [name, length]),
  );

function toJson(out: string, program: Program, proof: Proof | undefined, leftOut: Record<string, number>) {
  return {
    folder: out,
    project: program.project,
    files: Object.keys(program.files).sort(),
    objects: countsByClass(program.objects),
    leftOut,
    refused: program.refused.map(({ object, reasons }) => ({
      class: object.family.name,
      id: object.id,
      reasons,
    })),
    secrets: program.secrets.map(({ key, knowledge, object, path }) => ({
      key: `${program.project}:${key}`,
      class: object.family.name,
      name: object.resource,
      property: path.join("."),
      knowledge,
    })),
    marked: program.objects.filter(isMarked).map(({ family, id }) => ({ class: family.name, id })),
    proof: proof ?? null,
  };
}

function summaryOf(
  { out, secrets: file }: ExportFlags,
  program: Program,
  proof: Proof | undefined,
  leftOut: Record<string, number>,
): string {
  const { objects, files, secrets, refused } = program;
  const lines = [`${out}: ${pluralize(objects.length, "object")} in ${Object.keys(files).length} files`];
  const addParagraph = (text: string) => lines.push("", text);
  const counts = Object.entries(leftOut)
    .map(([name, count]) => `${count} ${name}`)
    .join(", ");
  if (counts) lines.push(`left out, because the service or an agent manages them: ${counts}`);
  const refusals = refused.map(
    ({ object, reasons }) => `${object.family.name} ${object.id}: ${reasons.join("; ")}`,
  );
  lines.push(
    ...listSection("left out, because no program can declare them:", refusals),
    ...secretsToSet(secrets, file),
  );
  const doubtful = secrets.filter(({ isDoubtful }) => isDoubtful).length;
  if (doubtful > 0)
    addParagraph(`${pluralize(doubtful, "possible secret")}: --show-values writes these into the program.`);
  const markedObjects = objects.filter(isMarked);
  if (markedObjects.length > 0)
    addParagraph(
      `${markedObjects.length} of the objects ${markedObjects.length === 1 ? "carries" : "carry"} an ownership mark: a stack has them, or an interrupted run has left them. Only one stack can manage an object: remove those that another stack manages from the program. \`pulumi up\` refuses to adopt marked objects unless TUNNEL_EDGE_TAKE_MARKED=on is set`,
    );
  if (proof && proof.differences.length > 0)
    return [...lines, ...listSection("not proven: the engine would change", proof.differences)].join("\n");
  if (proof)
    addParagraph(
      `proven: a preview against the account changes none of ${proof.objects} objects, and a first update writes nothing`,
    );
  const setting =
    file === undefined
      ? "set the secrets"
      : `pulumi config set-all --json "$(cat ${resolve(file)})", delete that file`;
  addParagraph(
    `next: cd ${out}, ${installStep(files)}, pulumi stack init, ${setting}, pulumi up (adopts, creates nothing)`,
  );
  return lines.join("\n");
}
