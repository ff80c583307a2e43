import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { internalErrorIn, internalErrorReport } from "../../account/process/internal-error";
import { redact } from "../../account/process/report";
import { CallError, UnfinishedError } from "../operations/errors";
import { encodeStruct } from "./values";

/** Encodes an error for the engine, which stores the object of an UnfinishedError. */
export function serviceError(error: unknown, method: string): ServiceError {
  const internal = error instanceof CallError ? undefined : internalErrorIn(error);
  const text = internal === undefined ? (error as Error).message : internalErrorReport(internal, method);
  const message = redact(text).toWellFormed();
  const metadata = new Metadata();
  if (error instanceof UnfinishedError) metadata.set("grpc-status-details-bin", encodeDetails(error));
  return Object.assign(new Error(message), { code: status.UNKNOWN, details: message, metadata });
}

function encodeDetails({ id, state, reasons, message }: UnfinishedError): Buffer {
  const failed = new ErrorResourceInitFailed()
    .setId(id)
    .setProperties(encodeStruct(state))
    .setReasonsList(reasons.map((reason) => reason.toWellFormed()));
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const details = new Status().setCode(status.UNKNOWN).setMessage(message.toWellFormed());
  details.addDetails(detail);
  return Buffer.from(details.serializeBinary());
}
