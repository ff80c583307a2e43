import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import {
  CheckFailure,
  type CheckRequest,
  CheckResponse,
  type ConfigureRequest,
  ConfigureResponse,
  type DiffRequest,
  DiffResponse,
  GetMappingResponse,
  GetMappingsResponse,
  type GetSchemaRequest,
  GetSchemaResponse,
  type ProviderHandshakeRequest,
  ProviderHandshakeResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { joinRun } from "../../account/account";
import type { Read } from "../../account/settings/settings";
import { areEqual, UserError } from "../../lifecycle";
import { version } from "../../manifest";
import { Classes } from "./classes";
import { configuration, configurationFailures, readerOf, storedConfiguration } from "./configuration";
import type { EngineLog } from "./engine-log";
import { Functions } from "./functions";
import { Limits } from "./limits";
import { Resources } from "./resources";
import { PACKAGE } from "./tokens";
import { structOf, valuesOf } from "./values";

/** The engine's calls about the provider itself; those about resources and functions are its parts. */
export class NativeProvider {
  private limits = new Limits();
  private configured: { readonly resources: Resources; readonly functions: Functions } | undefined;
  private isAttached = false;

  /** @param options - Whether engines may come one after another, as in tests; otherwise the first is the only one. */
  constructor(
    private readonly log: EngineLog,
    private readonly options: { readonly severalRuns: boolean },
  ) {}

  /** @throws UserError before the provider is configured. */
  get parts() {
    if (!this.configured)
      throw new UserError("the provider has no configuration yet: call Configure before this");
    return this.configured;
  }

  async handshake(request: ProviderHandshakeRequest): Promise<ProviderHandshakeResponse> {
    this.connect(request.getEngineAddress());
    // Only who sees the secrets of a program can mark what is made of them.
    return new ProviderHandshakeResponse()
      .setAcceptSecrets(true)
      .setAcceptResources(false)
      .setAcceptOutputs(false);
  }

  async getPluginInfo(): Promise<PluginInfo> {
    return new PluginInfo().setVersion(version);
  }

  async getSchema(request: GetSchemaRequest): Promise<GetSchemaResponse> {
    const part = request.getSubpackageName() || request.getSubpackageVersion();
    if (part !== "")
      throw new UserError(
        `${PACKAGE} has no package ${JSON.stringify(part)} within it: ask for the schema of ${PACKAGE} itself`,
      );
    // Building it loads every family, which no program needs.
    const { packageSchema } = await import("./schema.js");
    return new GetSchemaResponse().setSchema(JSON.stringify(packageSchema()));
  }

  async checkConfig(request: CheckRequest): Promise<CheckResponse> {
    const inputs = valuesOf(request.getNews());
    const failures = configurationFailures(nameIn(request.getUrn()), inputs);
    return new CheckResponse()
      .setInputs(structOf(storedConfiguration(inputs)))
      .setFailuresList(failures.map((reason) => new CheckFailure().setReason(reason)));
  }

  /** A rotated token or a moved address replaces nothing: whether it is another account shows where it is read. */
  async diffConfig(request: DiffRequest): Promise<DiffResponse> {
    const [before, now] = [
      valuesOf(request.getOldInputs() ?? request.getOlds()),
      valuesOf(request.getNews()),
    ];
    const keys = Object.entries(configuration).flatMap(([key, field]) =>
      areEqual(field, before[key], now[key]) ? [] : [key],
    );
    const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
    return new DiffResponse().setChanges(keys.length > 0 ? DIFF_SOME : DIFF_NONE).setDiffsList(keys);
  }

  async configure(request: ConfigureRequest): Promise<ConfigureResponse> {
    const config: Read = readerOf(request.getName(), valuesOf(request.getArgs()));
    if (this.configured) this.requireSeveralRuns("it is configured");
    const read = async () => config;
    // Calls under way go on with the configuration they began with.
    this.configured = {
      resources: new Resources(new Classes(read), this.limits),
      functions: new Functions(read, this.limits),
    };
    return new ConfigureResponse().setSupportspreview(true).setAcceptsecrets(true);
  }

  /** There is no other provider's program that could be converted to this one. */
  async getMapping(): Promise<GetMappingResponse> {
    return new GetMappingResponse();
  }

  async getMappings(): Promise<GetMappingsResponse> {
    return new GetMappingsResponse();
  }

  async attach(request: PluginAttach): Promise<Empty> {
    if (this.isAttached) this.requireSeveralRuns("an engine has attached");
    // An engine without a handshake passes its address only here.
    this.connect(request.getAddress());
    this.isAttached = true;
    this.limits = new Limits();
    return new Empty();
  }

  /** Requests that are under way are answered, and their objects reach the state. */
  async cancel(): Promise<Empty> {
    this.limits.cancel();
    return new Empty();
  }

  /** Reports go to the engine that connected first. */
  private connect(engine: string): void {
    if (this.log.address === engine) return;
    if (this.log.address !== undefined) this.requireSeveralRuns("another engine has connected");
    this.log.connect(engine);
    joinRun(engine);
  }

  /** A later engine may belong to another user. */
  private requireSeveralRuns(what: string): void {
    if (!this.options.severalRuns)
      throw new UserError(
        `this process of the provider belongs to one run of the engine, and ${what} before: run the command again, which starts a process of its own`,
      );
  }
}

const nameIn = (urn: string) => urn.split("::").slice(3).join("::");
