import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, release, totalmem, type } from "node:os";
import { join } from "node:path";
import { enginePath, repository } from "../support/engine";

/** The machine and software of the measurement. */
export interface Machine {
  date: string;
  processor: string;
  cores: number;
  memoryGb: number;
  system: string;
  node: string;
  engine: string;
  engineSdk: string;
  /** Load before the first measurement: average number of busy processes in the last minute. */
  load: number;
}

export function describeMachine(): Machine {
  const [first] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    processor: first?.model.trim() ?? "unknown",
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 1024 ** 3),
    system: `${type()} ${release()}`,
    node: process.version,
    engine: execFileSync("pulumi", ["version"], { encoding: "utf8", env: { PATH: enginePath() } }).trim(),
    engineSdk: readVersion("@pulumi/pulumi"),
    load: loadavg()[0] ?? Number.NaN,
  };
}

function readVersion(name: string): string {
  const text = readFileSync(join(repository, "node_modules", name, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}
