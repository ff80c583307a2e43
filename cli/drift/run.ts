import { closeAccounts } from "../../provider/account";
import { coloursFor, EXIT, endWith, Progress, print, printJson } from "../common";
import { compareResources, findUnmanaged } from "./findings";
import { type DriftReport, drawn, markdown, unseenIn } from "./report";
import { readStack } from "./state";

/** The options of `tunnel-edge drift`. */
export interface DriftFlags {
  readonly cwd?: string;
  readonly stack?: string;
  readonly all?: true;
  readonly showValues?: true;
  readonly unmanaged: boolean;
  readonly failOnUnmanaged?: true;
  readonly json?: true;
  readonly markdown?: true;
}

export async function runDrift(flags: DriftFlags): Promise<void> {
  using progress = new Progress();
  try {
    progress.say("reading the state of the stack");
    const stack = await readStack(flags);
    progress.say(`comparing ${stack.resources.length} resources with the account`);
    const options = { showValues: flags.showValues };
    const resources = await compareResources(stack, options);
    if (flags.unmanaged) progress.say("looking for objects that the stack does not manage");
    const report: DriftReport = {
      resources,
      unmanaged: flags.unmanaged ? await findUnmanaged(stack, options) : null,
    };
    progress.end();
    show(report, flags);
    const isDrifted = resources.some(({ verdict }) => verdict !== "same");
    const isIncomplete = flags.failOnUnmanaged && (report.unmanaged?.length ?? 0) > 0;
    if (isDrifted || isIncomplete) endWith(EXIT.findings);
  } finally {
    await closeAccounts();
  }
}

function show(report: DriftReport, flags: DriftFlags): void {
  const options = { all: flags.all === true };
  if (flags.json) {
    const drifted = report.resources.filter(({ verdict }) => verdict !== "same").length;
    const notCompared = unseenIn(report).map(({ resource: { urn, class: of, name, id }, path }) => ({
      urn,
      class: of,
      name,
      id,
      path,
    }));
    printJson({ drifted, compared: report.resources.length, ...report, notCompared });
  } else if (flags.markdown) print(markdown(report, options));
  else print(drawn(report, options, coloursFor(process.stdout)));
}
