import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { internalErrorIn, internalErrorReport } from "../../account/process/internal-error";
import { redact } from "../../account/process/report";
import { CallError, UnfinishedError } from "../operations/errors";
import { structOf } from "./values";

/** Metadata key for the structured details of an error. */
const DETAILS = "grpc-status-details-bin";

/** Encodes an error for the engine. If it has an unfinished object, the engine stores the object. */
export function serviceError(error: unknown, method: string): ServiceError {
  const message = redact(messageOf(error, method)).toWellFormed();
  const metadata = new Metadata();
  if (error instanceof UnfinishedError) metadata.set(DETAILS, detailsOf(error));
  return Object.assign(new Error(message), { code: status.UNKNOWN, details: message, metadata });
}

function messageOf(error: unknown, method: string): string {
  if (error instanceof CallError) return error.message;
  const internal = internalErrorIn(error);
  return internal === undefined
    ? (error as Error).message
    : internalErrorReport(internal, { what: method, secrets: [] });
}

function detailsOf({ id, state, reasons, message }: UnfinishedError): Buffer {
  const failed = new ErrorResourceInitFailed()
    .setId(id)
    .setProperties(structOf(state))
    .setReasonsList(reasons.map((reason) => reason.toWellFormed()));
  const detail = new Any();
  detail.pack(failed.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const details = new Status().setCode(status.UNKNOWN).setMessage(message.toWellFormed());
  details.addDetails(detail);
  return Buffer.from(details.serializeBinary());
}
