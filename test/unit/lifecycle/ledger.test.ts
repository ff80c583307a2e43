import { describe, expect, test } from "vitest";
import type { Clock } from "../../../provider/api";
import { KeyedMutex } from "../../../provider/lifecycle/run/creations";
import { openLedger, openSharedLedger, type RunLedger } from "../../../provider/lifecycle/run/ledger";
import type { Statement } from "../../../provider/lifecycle/run/ledger/declarations";
import { type Need, type Operation, Operations } from "../../../provider/lifecycle/run/ledger/operations";
import { UserError } from "../../../provider/lifecycle/values/errors";

/** A clock that advances with the event loop, so no test waits. */
class Turns implements Clock {
  private time = 0;
  readonly now = () => this.time;
  readonly elapsed = this.now;
  readonly sleep = async (ms: number) => {
    await turn();
    this.time += ms;
  };
}
const turn = () => new Promise<void>((done) => setImmediate(done));
const turns = async (count: number) => {
  for (let n = 0; n < count; n++) await turn();
};

describe("commands to one agent", () => {
  test("run one after the other, regardless of failures", async () => {
    const [queue, lines] = [new KeyedMutex(), [] as string[]];
    const command = (name: string, fails = false) =>
      queue.runExclusive("agent", async () => {
        lines.push(`${name} begins`);
        await turn();
        lines.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      });
    const results = await Promise.allSettled([command("a", true), command("b"), command("c")]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    expect(lines).toEqual(["a begins", "a ends", "b begins", "b ends", "c begins", "c ends"]);
  });

  test("don't wait for commands to another agent", async () => {
    const queue = new KeyedMutex();
    void queue.runExclusive("agent", () => new Promise(() => undefined));
    expect(await queue.runExclusive("another", async () => "done")).toBe("done");
  });
});

test("keeps an object that a resource of another process obtained in this run", () => {
  const object = { family: "IpPolicy", id: "ipp_1" };
  const state = {};
  const statements: Statement[] = [];
  const otherProcesses = {
    send: (statement: Statement) => void statements.push(statement),
    received: () => [],
    problem: undefined,
  };
  const other = openLedger(openSharedLedger(new Turns(), otherProcesses), undefined, "one");
  other.objects.declare("obtains", 'IpPolicy "b"', object);
  const thisProcess = { send: () => undefined, received: () => [statements], problem: undefined };
  const objectsOf = (service: string) =>
    openLedger(openSharedLedger(new Turns(), thisProcess), undefined, service).objects;
  expect(objectsOf("one").reasonToKeep(object, state)).toBe('the program declares it in IpPolicy "b"');
  // In another service, the id belongs to another object.
  expect(objectsOf("two").reasonToKeep(object, state)).toBeUndefined();
  // An object that this process has created can't be another resource's.
  const { objects } = openLedger();
  objects.declare("obtains", 'IpPolicy "b"', object);
  expect(objects.reasonToKeep(object, state)).toBeUndefined();
});

describe("a module", () => {
  const [path, edge] = ["/edges/tls/e/mutual_tls", "TlsEdge e"];
  const openModules = () => openLedger().modules;

  type Modules = RunLedger["modules"];
  const declareOwn = (modules: Modules) => modules.declare("own", [path]);
  const declareEdge = (modules: Modules) => modules.declare(edge, [path]);
  const drop = (modules: Modules) => modules.recordDropped(edge, [path]);
  const set = (modules: Modules) => modules.recordSetter(path, "own resource");
  const setByEdge = (modules: Modules) => modules.recordSetter(path, "edge or route");
  const IS_SET = "another resource has set it in this run";

  test.each<[string, ((modules: Modules) => void)[], boolean, string | undefined]>([
    ["without another owner may be deleted, but is not dropped", [], false, undefined],
    ["that its own resource has set stays", [set], false, IS_SET],
    ["that its own resource declares stays", [declareOwn], false, "the program declares it in own"],
    ["that only the edge declares may be deleted", [declareEdge], false, undefined],
    ["that the edge releases is dropped", [drop], true, undefined],
    ["that is set again is not dropped", [drop, setByEdge], false, undefined],
    ["that the edge can't release is not dropped", [set, drop], false, IS_SET],
  ])("%s", (_name, events, isDropped, reason) => {
    const modules = openModules();
    for (const event of events) event(modules);
    expect([modules.isRemovedByEdge(path), modules.reasonToKeepDropped(path, edge)]).toEqual([
      isDropped,
      reason,
    ]);
  });

  test.each([false, true])("is set only after its deletion has ended (failed: %s)", async (fails) => {
    const [modules, events] = [openModules(), [] as string[]];
    const deleting = modules.delete(path, async () => {
      await turns(3);
      events.push("deleted");
      if (fails) throw new Error("refused");
    });
    const setting = modules.waitForDeletion(path).then(() => events.push("set"));
    const [deleted, set] = await Promise.allSettled([deleting, setting]);
    expect([deleted.status, set.status]).toEqual([fails ? "rejected" : "fulfilled", "fulfilled"]);
    expect(events).toEqual(["deleted", "set"]);
  });
});

test("an object stays only if another resource has it, for example one that adopted it in this run", () => {
  const object = { family: "IpPolicy", id: "ipp_1" };
  const { objects } = openLedger();
  expect(objects.reasonToKeep(object, {})).toBeUndefined();
  objects.taken.add("ipp_1");
  expect(objects.reasonToKeep(object, {})).toBe("it was adopted or recovered in this run");
});

test.each([
  ["5 b/stack", { __takenOver: 4 }, true],
  ["5 b/stack", {}, true],
  ["5 b/stack", { __takenOver: 5 }, false],
  ["", {}, false],
  ["torn", { __takenOver: 4 }, false],
])("whether another resource recovered an object later: record %j, state %j", (record, state, isLater) => {
  const known = {
    record() {},
    forget() {},
    ownerOf: (item: string) => (item.startsWith("taker") ? record : undefined),
  };
  const { objects } = openLedger(openSharedLedger(new Turns()), known);
  const object = { family: "IpPolicy", id: "ipp_1" };
  expect(objects.reasonToKeep(object, state)).toBe(
    isLater ? "another resource recovered it after this state was written" : undefined,
  );
});

describe("a request that was rejected because of another operation", () => {
  const name = { key: "domain=a", text: "a" };
  const operation = (label: string, freedNames = [name]): Operation => ({
    label,
    freedNames,
    family: { inputs: {}, outputs: {} },
    before: {},
    after: {},
  });
  const need = (retry: Need["retry"]): Need => ({
    retry,
    isCauseOf: (error) => (error as Error).message === "taken",
    isSatisfiedBy: ({ freedNames }: Operation) => freedNames.some(({ key }) => key === name.key),
    message: (blocker) => `waits for ${blocker?.label ?? "an unknown operation"}`,
  });

  function setUp(
    retry: Need["retry"] = "after an announced update",
    limit: AbortSignal = new AbortController().signal,
  ) {
    const operations = new Operations(new Turns());
    const [lines, sent]: [string[], { free: boolean; count: number }] = [[], { free: false, count: 0 }];
    /** Sends a request that is rejected until the name is free. */
    const send = (label = "new") =>
      operations.sendWhenPossible(
        { report: (line) => lines.push(line), limit: () => limit },
        label,
        [need(retry)],
        async () => {
          sent.count += 1;
          if (!sent.free) throw new UserError("taken");
          return "created";
        },
      );
    const release = async (after = 5) => {
      await turns(after);
      sent.free = true;
    };
    return { operations, lines, sent, send, release };
  }

  test("is sent again when that operation has ended, with one message about the wait", async () => {
    const { operations, lines, sent, send, release } = setUp();
    const other = operations.run(operation("old"), () => release());
    expect(await send()).toBe("created");
    await other;
    expect({ lines, count: sent.count }).toEqual({ lines: ["waits for old"], count: 2 });
  });

  test("waits for an announced update until it no longer releases the name", async () => {
    const { operations, lines, send, release } = setUp();
    operations.announce(operation("old"));
    const sending = send();
    // The engine may start the update only after 15 s, for example after another resource.
    await turns(300);
    await operations.run(operation("old"), () => release());
    expect(await sending).toBe("created");
    expect(lines).toEqual(["waits for old"]);
    const again = setUp();
    again.operations.announce(operation("old"));
    again.operations.announce(operation("old", []));
    await expect(again.send()).rejects.toThrow(/^taken$/);
    expect(again.lines).toEqual([]);
  });

  test("keeps waiting when a running operation is announced again", async () => {
    const { operations, sent, send, release } = setUp();
    const other = operations.run(operation("old"), () => release(100));
    operations.announce(operation("old", []));
    expect(await operations.run(operation("new", []), () => send())).toBe("created");
    await other;
    expect(sent.count).toBe(2);
  });

  test("counts an operation that ends during the request only once", async () => {
    const { operations, send, sent } = setUp();
    const sending = send();
    await operations.run(operation("old"), async () => undefined);
    await expect(sending).rejects.toThrow(/^taken$/);
    expect(sent.count).toBe(2);
  });

  test("doesn't wait for itself or for an operation that waits for it", async () => {
    const { operations, send } = setUp();
    operations.announce(operation("new"));
    await expect(send()).rejects.toThrow(/^taken$/);
    const exchange = setUp();
    const both = ["a", "b"].map((label) =>
      exchange.operations.run(operation(label), () => exchange.send(label)),
    );
    const results = await Promise.allSettled(both);
    expect(
      results.map((result) => result.status === "rejected" && String(result.reason.message)),
    ).toContainEqual(
      expect.stringMatching(/^taken; (a|b), which should release the name, is itself waiting for (a|b):/),
    );
  });

  test.each(["after an announced update", "regularly"] as const)(
    "waits no longer than its limit: %s",
    async (retry) => {
      const { operations, send } = setUp(retry, AbortSignal.abort(new UserError("the limit is over")));
      void operations.run(operation("old"), () => new Promise(() => undefined));
      await expect(send()).rejects.toThrow("taken; the limit is over");
    },
  );

  test("waits at most two minutes", async () => {
    const { operations, send } = setUp();
    void operations.run(operation("old"), () => new Promise(() => undefined));
    const sending = operations.run(operation("new", []), () => send());
    await expect(sending).rejects.toThrow(/^taken; old has not released the name within 120 s/);
  });

  test("is repeated regularly, but only while other operations run", async () => {
    const { operations, lines, send, release } = setUp("regularly");
    const other = operations.run(operation("old"), () => release());
    expect(await send()).toBe("created");
    await other;
    expect(lines.length).toBeLessThanOrEqual(1);
    const alone = setUp("regularly");
    await expect(alone.send()).rejects.toThrow(/^taken$/);
  });

  test("fails immediately for any other reason", async () => {
    const run = { report: () => undefined, limit: () => new AbortController().signal };
    const sending = new Operations(new Turns()).sendWhenPossible(run, "new", [need("regularly")], () =>
      Promise.reject(new Error("broken")),
    );
    await expect(sending).rejects.toThrow("broken");
  });
});
