import type { dynamic } from "@pulumi/pulumi";

type Props = Record<string, unknown>;
type Provider = Required<dynamic.ResourceProvider>;

/** Forwards every call to a provider that is still being loaded. */
export class LoadingProvider implements dynamic.ResourceProvider {
  constructor(private readonly provider: Promise<Provider>) {}

  async configure(request: Parameters<Provider["configure"]>[0]): Promise<void> {
    return (await this.provider).configure(request);
  }

  async check(olds: Props, news: Props): Promise<dynamic.CheckResult> {
    return (await this.provider).check(olds, news);
  }

  async diff(id: string, olds: Props, news: Props): Promise<dynamic.DiffResult> {
    return (await this.provider).diff(id, olds, news);
  }

  async create(inputs: Props): Promise<dynamic.CreateResult> {
    return (await this.provider).create(inputs);
  }

  async read(id: string, props?: Props): Promise<dynamic.ReadResult> {
    return (await this.provider).read(id, props);
  }

  async update(id: string, olds: Props, news: Props): Promise<dynamic.UpdateResult> {
    return (await this.provider).update(id, olds, news);
  }

  async delete(id: string, props: Props): Promise<void> {
    return (await this.provider).delete(id, props);
  }
}
