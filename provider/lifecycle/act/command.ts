import { isClientError, LostReplyError } from "../../api";
import { type CommandCalls, type CommandFamily, REMEMBERED, type Sent } from "../../family/command";
import type { Props } from "../../family/resource";
import { holdsUnknown, UNKNOWN } from "../../family/unknown";
import { type Checked, checkInputs } from "../plan/check";
import type { DiffResult, Planned } from "../plan/results";
import type { Created, Found, Lifecycle, LifecycleContext, Removal } from "../run/lifecycle";
import { UserError } from "../values/errors";
import type { UniqueName } from "../values/names";
import { isIdAlone } from "../values/stored";

/** Lifecycle of a command, which runs on creation and when its triggers change. Deleting it does nothing. */
export class CommandLifecycle implements Lifecycle {
  constructor(private readonly family: CommandFamily) {}

  check(olds: Props, news: Props): Checked {
    return checkInputs(this.family.inputs, olds, news, {
      rules: this.family.rules,
      outputs: Object.keys(this.family.outputs),
    });
  }

  diff(_id: string, olds: Props, news: Props): DiffResult {
    const changed = this.triggered(olds, news).length > 0;
    return { changed, replaces: [], deleteBeforeReplace: false, unseen: false, warnings: [] };
  }

  changedInputs(_id: string, olds: Props, news: Props): readonly string[] {
    return this.triggered(olds, news);
  }

  planned(inputs: Props, before?: { readonly id: string; readonly state: Props }): Planned {
    const runs = !before || this.triggered(before.state, inputs).length > 0;
    const outputs = Object.keys(this.family.outputs).map(
      (key) => [key, runs ? UNKNOWN : before.state[key]] as const,
    );
    const known = outputs.filter(([, value]) => value !== undefined);
    return { ...(before && { id: before.id }), state: { ...inputs, ...Object.fromEntries(known) } };
  }

  names(): readonly UniqueName[] {
    return [];
  }

  modules(): readonly string[] {
    return [];
  }

  async create(account: LifecycleContext, inputs: Props): Promise<Created> {
    const outputs = await this.family.run(callsOf(account), inputs, undefined);
    return { id: `${this.family.name}-${account.now().toString(36)}`, state: { ...inputs, ...outputs } };
  }

  /** @throws UserError where only the id is known: what a command has done cannot be looked up. */
  async read(_account: LifecycleContext, id: string, state: Props): Promise<Found> {
    if (isIdAlone(state))
      throw new UserError(
        `${this.family.name} ${id} cannot be imported: a command has no object; declare it without import, and it runs`,
      );
    const given = Object.keys(this.family.inputs).filter((key) => state[key] !== undefined);
    return { id, state: { ...state }, inputs: Object.fromEntries(given.map((key) => [key, state[key]])) };
  }

  async update(
    account: LifecycleContext,
    _id: string,
    olds: Props,
    news: Props,
  ): Promise<Record<string, unknown>> {
    if (this.triggered(olds, news).length > 0)
      return { ...news, ...(await this.family.run(callsOf(account), news, olds)) };
    const kept = [...Object.keys(this.family.outputs), REMEMBERED].filter((key) => olds[key] !== undefined);
    return { ...news, ...Object.fromEntries(kept.map((key) => [key, olds[key]])) };
  }

  async delete(): Promise<Removal> {
    return "gone";
  }

  /** Triggers that have changed. */
  private triggered(olds: Props, news: Props): readonly string[] {
    return this.family.triggers.filter(
      (key) =>
        holdsUnknown(news[key]) || JSON.stringify(olds[key] ?? null) !== JSON.stringify(news[key] ?? null),
    );
  }
}

function callsOf(account: LifecycleContext): CommandCalls {
  return {
    get: (path) => account.api.find(path),
    list: async (path, listKey) => {
      const found: Props[] = [];
      for await (const item of account.api.list({ path, listKey })) found.push(item);
      return found;
    },
    send: (path) => send(account, path),
    alone: (key, task) => account.ledger.commands.run(key, task),
    report: (line) => account.report(line),
    now: () => account.now(),
    sleep: (milliseconds) => account.sleep(milliseconds),
  };
}

async function send(account: LifecycleContext, path: string): Promise<Sent> {
  try {
    await account.api.post(path, undefined);
    return { outcome: "done" };
  } catch (error) {
    if (error instanceof LostReplyError) return { outcome: "lost", why: error.message };
    if (isClientError(error)) return { outcome: "refused", why: error.message };
    throw error;
  }
}
