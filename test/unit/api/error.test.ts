import { describe, expect, test } from "vitest";
import { ApiError } from "../../../provider/api";
import { serviceCode } from "../../../provider/families/service-codes";
import { HttpError, type Method } from "../../../provider/transport";

interface RefusalBody {
  readonly code?: string;
  readonly status?: number;
  readonly msg?: string;
  readonly details?: unknown;
}

const refusalOf = ({ code, status = 400, msg = "No.", details }: RefusalBody, call = "POST /things") => {
  const [method, path] = call.split(" ") as [Method, string];
  const body = { error_code: code, status_code: status, msg, details };
  return new ApiError(new HttpError("?", { method, path }, status, body, true), serviceCode);
};

describe("ApiError", () => {
  test("adds the property and advice to the service's message", () => {
    const { message, means } = refusalOf({
      code: "ERR_NGROK_7117",
      msg: "The domain `a.example:443` is not reserved.",
      details: { operation_id: "op_1" },
    });
    expect(message).toMatch(
      /^POST \/things: 400 ERR_NGROK_7117: The domain `a\.example:443` is not reserved\. \(operation op_1\); hostports: declare a ReservedDomain /,
    );
    expect(means).toBe("notReserved");
  });

  test("adds advice without a property", () => {
    expect(refusalOf({ code: "ERR_NGROK_415" }).message).toMatch(
      /^POST \/things: 400 ERR_NGROK_415: No\.; delete what is no longer needed/,
    );
  });

  test("keeps the service's message if it contains the advice", () => {
    const msg = "The action is too long. See https://docs.example.com/errors/2208";
    const refusal = refusalOf({ code: "ERR_NGROK_2208", msg, details: { parameter: "traffic_policy" } });
    expect(refusal.message).toBe(`POST /things: 400 ERR_NGROK_2208: ${msg}; property trafficPolicy`);
    expect(refusal).toMatchObject({ name: "ApiError", hasServiceCode: true, hasAdvice: false });
  });

  test("names the parameter from the service's details or message", () => {
    const details = { parameter: "circuit_breaker.num_buckets" };
    expect(refusalOf({ code: "ERR_OTHER_1", details }).message).toBe(
      "POST /things: 400 ERR_OTHER_1: No.; property circuitBreaker.numBuckets",
    );
    const msg = "The request parameter `pooling_enabled` is unknown.";
    expect(refusalOf({ msg }).message).toContain("; property poolingEnabled");
  });

  test("ignores other details", () => {
    for (const details of [{ parameter: "\u001b[31m" }, { parameter: 7 }, { parameter: "" }, "x", null])
      expect(refusalOf({ code: "ERR_OTHER_1", details }).message).toBe("POST /things: 400 ERR_OTHER_1: No.");
  });

  test("names the property relative to a single module", () => {
    const code = "ERR_NGROK_228";
    expect(refusalOf({ code }, "PATCH /edges/tls/e_1").message).toContain(
      "; mutualTls.certificateAuthorityIds: ",
    );
    expect(refusalOf({ code }, "PUT /edges/tls/e_1/mutual_tls").message).toContain(
      "; certificateAuthorityIds: ",
    );
  });

  test("names the kind of token", () => {
    expect(refusalOf({ code: "ERR_NGROK_206", status: 401 }).message).toMatch(
      /^the API token was refused \(401 ERR_NGROK_206\): set tunnel-edge:apiToken or TUNNEL_EDGE_API_TOKEN; POST \/things: No\.; this is the authtoken/,
    );
  });

  test("suggests no missing permission if the code has advice", () => {
    expect(refusalOf({ code: "ERR_NGROK_220", status: 403 }).message).toMatch(
      /^POST \/things: not allowed \(403 ERR_NGROK_220\): No\.; run from an address /,
    );
    expect(refusalOf({ code: "ERR_OTHER_1", status: 403 }).message).toMatch(/may lack the permission$/);
  });
});
