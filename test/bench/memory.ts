import { readFileSync } from "node:fs";
import { processesWithEnvironment } from "../support/processes";

const EVERY_MS = 200;
/** Part of the command line of a provider process: of the dynamic kind, of the native one, and of Terraform's. */
const PROVIDERS = ["dynamic-provider/index.js", "pulumi-resource-tunnel-edge", "terraform-provider-"];

/**
 * Watches the provider processes of one command and keeps the largest peak of their resident memory. The kernel records
 * the peak, so that occasional polling is enough; only systems with /proc report it.
 */
export class PeakMemory {
  private peakKb = 0;
  private pids: number[] = [];
  private readonly timer: NodeJS.Timeout;

  /** @param marker - String in the environment of the processes. */
  constructor(private readonly marker: string) {
    this.timer = setInterval(() => this.look(), EVERY_MS);
  }

  stop(): void {
    clearInterval(this.timer);
  }

  get peakMb(): number | undefined {
    return this.peakKb === 0 ? undefined : this.peakKb / 1024;
  }

  private look(): void {
    if (this.pids.length === 0) {
      this.pids = processesWithEnvironment(this.marker).filter((pid) =>
        PROVIDERS.some((name) => textOf(`/proc/${pid}/cmdline`).includes(name)),
      );
    }
    for (const pid of this.pids) {
      const [, kb] = /^VmHWM:\s+(\d+) kB/m.exec(textOf(`/proc/${pid}/status`)) ?? [];
      this.peakKb = Math.max(this.peakKb, Number(kb ?? 0));
    }
  }
}

/** Empty once the process is gone. */
function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
