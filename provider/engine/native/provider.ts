import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import {
  CheckFailure,
  type CheckRequest,
  CheckResponse,
  type ConfigureRequest,
  ConfigureResponse,
  type DiffRequest,
  DiffResponse,
  type GetSchemaRequest,
  GetSchemaResponse,
  type ProviderHandshakeRequest,
  ProviderHandshakeResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { joinRun } from "../../account/account";
import { markSecrets } from "../../account/values/secrets";
import { areEqual, UserError } from "../../lifecycle";
import { readPackageFile, version } from "../../manifest";
import { Classes } from "./classes";
import { configReader, configuration, configurationFailures } from "./configuration";
import type { EngineLog } from "./engine-log";
import { Functions } from "./functions";
import { Limits } from "./limits";
import { Resources } from "./resources";
import { PACKAGE } from "./tokens";
import { decodeStruct, encodeStruct } from "./values";

/** Implements the engine's calls about the provider itself; `parts` implement those about resources and functions. */
export class NativeProvider {
  private limits = new Limits();
  private configured: { readonly resources: Resources; readonly functions: Functions } | undefined;
  private isAttached = false;

  constructor(
    private readonly log: EngineLog,
    private readonly severalRuns: boolean,
  ) {}

  /** @throws UserError if the provider is not configured. */
  get parts() {
    if (!this.configured) throw new UserError("the provider is not configured: call Configure first");
    return this.configured;
  }

  async handshake(request: ProviderHandshakeRequest): Promise<ProviderHandshakeResponse> {
    this.connect(request.getEngineAddress());
    // The provider must see the program's secrets to mark outputs that are computed from them.
    return new ProviderHandshakeResponse()
      .setAcceptSecrets(true)
      .setAcceptResources(false)
      .setAcceptOutputs(false);
  }

  async getPluginInfo(): Promise<PluginInfo> {
    return new PluginInfo().setVersion(version);
  }

  async getSchema(request: GetSchemaRequest): Promise<GetSchemaResponse> {
    const subpackage = request.getSubpackageName() || request.getSubpackageVersion();
    if (subpackage !== "")
      throw new UserError(
        `${PACKAGE} has no subpackage ${JSON.stringify(subpackage)}: request the schema of ${PACKAGE} itself`,
      );
    return new GetSchemaResponse().setSchema(readPackageFile("schema.json"));
  }

  async checkConfig(request: CheckRequest): Promise<CheckResponse> {
    const inputs = decodeStruct(request.getNews());
    const name = request.getUrn().split("::").slice(3).join("::");
    const failures = configurationFailures(name, inputs);
    return new CheckResponse()
      .setInputs(encodeStruct(markSecrets(configuration, inputs)))
      .setFailuresList(failures.map((reason) => new CheckFailure().setReason(reason)));
  }

  /** No change replaces the provider: a new token or address usually belongs to the same account, which reads verify. */
  async diffConfig(request: DiffRequest): Promise<DiffResponse> {
    const before = decodeStruct(request.getOldInputs() ?? request.getOlds());
    const after = decodeStruct(request.getNews());
    const keys = Object.entries(configuration).flatMap(([key, field]) =>
      areEqual(field, before[key], after[key]) ? [] : [key],
    );
    const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
    return new DiffResponse().setChanges(keys.length > 0 ? DIFF_SOME : DIFF_NONE).setDiffsList(keys);
  }

  async configure(request: ConfigureRequest): Promise<ConfigureResponse> {
    const config = configReader(request.getName(), decodeStruct(request.getArgs()));
    if (this.configured) this.requireSeveralRuns("it has been configured");
    const read = async () => config;
    // Calls in flight keep the configuration that they started with.
    this.configured = {
      resources: new Resources(new Classes(read), this.limits),
      functions: new Functions(read, this.limits),
    };
    return new ConfigureResponse().setSupportspreview(true).setAcceptsecrets(true);
  }

  async attach(request: PluginAttach): Promise<Empty> {
    if (this.isAttached) this.requireSeveralRuns("an engine has attached to it");
    // Engines without a handshake pass their address only here.
    this.connect(request.getAddress());
    this.isAttached = true;
    this.limits = new Limits();
    return new Empty();
  }

  /** Lets requests in flight finish, so that their objects reach the state. */
  async cancel(): Promise<Empty> {
    this.limits.cancel();
    return new Empty();
  }

  connect(address: string): void {
    if (this.log.address === address) return;
    if (this.log.address !== undefined) this.requireSeveralRuns("another engine has connected to it");
    this.log.connect(address);
    joinRun(address);
  }

  /** @throws UserError if only one run is allowed: a later engine may belong to another user. */
  private requireSeveralRuns(reason: string): void {
    if (!this.severalRuns)
      throw new UserError(
        `this provider process serves a single run of the engine, and ${reason} already: run the command again, which starts a new process`,
      );
  }
}
