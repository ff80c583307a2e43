import type { dynamic } from "@pulumi/pulumi";
import type { Inputs, State } from "../../lifecycle";

type Provider = Required<dynamic.ResourceProvider>;

/** Forwards every call to a provider that is still being loaded. */
export class LoadingProvider implements dynamic.ResourceProvider {
  constructor(private readonly provider: Promise<Provider>) {}

  async configure(request: Parameters<Provider["configure"]>[0]): Promise<void> {
    return (await this.provider).configure(request);
  }

  async check(before: Inputs, program: Inputs): Promise<dynamic.CheckResult> {
    return (await this.provider).check(before, program);
  }

  async diff(id: string, state: State, inputs: Inputs): Promise<dynamic.DiffResult> {
    return (await this.provider).diff(id, state, inputs);
  }

  async create(inputs: Inputs): Promise<dynamic.CreateResult> {
    return (await this.provider).create(inputs);
  }

  async read(id: string, state?: State): Promise<dynamic.ReadResult> {
    return (await this.provider).read(id, state);
  }

  async update(id: string, state: State, inputs: Inputs): Promise<dynamic.UpdateResult> {
    return (await this.provider).update(id, state, inputs);
  }

  async delete(id: string, state: State): Promise<void> {
    return (await this.provider).delete(id, state);
  }
}
