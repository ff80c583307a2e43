import { readFileSync } from "node:fs";
import { processesWithEnvironment } from "../support/processes";

const INTERVAL_MS = 200;
/** Parts of the command lines of dynamic, native, and Terraform providers. */
const PROVIDERS = ["dynamic-provider/index.js", "pulumi-resource-tunnel-edge", "terraform-provider-"];

/**
 * Records the peak resident memory of a command's provider processes. The kernel tracks the peak, so occasional polling is
 * enough. Requires /proc.
 */
export class PeakMemory {
  private peakKb = 0;
  private pids: number[] = [];
  private readonly timer: NodeJS.Timeout;

  /** @param marker - A string in the environment of the processes. */
  constructor(private readonly marker: string) {
    this.timer = setInterval(() => this.poll(), INTERVAL_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  get peakMb(): number | undefined {
    return this.peakKb === 0 ? undefined : this.peakKb / 1024;
  }

  private poll(): void {
    if (this.pids.length === 0) {
      this.pids = processesWithEnvironment(this.marker).filter((pid) =>
        PROVIDERS.some((name) => readText(`/proc/${pid}/cmdline`).includes(name)),
      );
    }
    for (const pid of this.pids) {
      const [, kb] = /^VmHWM:\s+(\d+) kB/m.exec(readText(`/proc/${pid}/status`)) ?? [];
      this.peakKb = Math.max(this.peakKb, Number(kb ?? 0));
    }
  }
}

/** Reads a file; empty if its process has ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
