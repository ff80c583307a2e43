// Stryker plugin that tests only a sample of the mutants.
import { hash } from "node:crypto";
import { relative } from "node:path";
import { declareFactoryPlugin, PluginKind } from "@stryker-mutator/api/plugin";

const { TUNNEL_EDGE_MUTANTS: size, TUNNEL_EDGE_SEED: seed } = process.env;

/** Sort key: the same order for the same seed in each clone, even if other code changes. */
const rankOf = ({ fileName, location, mutatorName, replacement }) =>
  hash(
    "sha256",
    JSON.stringify([seed, relative(process.cwd(), fileName), location, mutatorName, replacement]),
  );

const sample = () => ({
  async init() {},
  /** One group, so the plugin is called once. */
  async group(mutants) {
    return [mutants.map(({ id }) => id)];
  },
  async check(mutants) {
    const chosen = new Set(
      mutants
        .map((mutant) => ({ id: mutant.id, rank: rankOf(mutant) }))
        .sort((a, b) => (a.rank < b.rank ? -1 : 1))
        .slice(0, Number(size))
        .map(({ id }) => id),
    );
    const result = ({ id }) =>
      chosen.has(id) ? { status: "passed" } : { status: "compileError", reason: "not in the sample" };
    return Object.fromEntries(mutants.map((mutant) => [mutant.id, result(mutant)]));
  },
});

export const strykerPlugins = [declareFactoryPlugin(PluginKind.Checker, "sample", sample)];
