import type { Action } from "./action";
import { ERROR, headers, onError, REQUEST, urlFault } from "./common";
import {
  anything,
  duration,
  type Fault,
  type Fields,
  flag,
  integer,
  list,
  map,
  object,
  template,
  text,
} from "./fields";

const names = (description: string) => list(text("A name."), description);

const tokens = (description: string) => integer(description, { range: [0, 500_000] });

const strategy = (description: string) =>
  object(
    {
      strategy: list(
        text("CEL expression, such as `ai.models`.", { expression: true, names: ["ai"] }),
        "Expressions. The first one that selects anything wins.",
      ),
    },
    description,
  );

const commonFields = {
  id_aliases: names("Aliases that clients may use."),
  display_name: text("Display name."),
  description: text("Description."),
  disabled: flag("Whether it is excluded.", { default: false }),
  metadata: map(anything("Any value."), "Your own data, which strategies can read."),
} as const;

/** The error for API keys without the URL of a custom provider. */
const MISSING_PROVIDER: Fault = {
  code: 2267,
  reason:
    "is required, since a policy can only have keys of custom providers: attach the keys of other providers to the API key of the AI gateway",
};

const aiModel = object(
  {
    id: template("Name of the model at the provider.", { required: true }),
    ...commonFields,
    author_id: text("Author of the model."),
    input_modalities: names("Input modalities, such as `text`."),
    output_modalities: names("Output modalities, such as `text`."),
    max_context_window: integer("Maximum number of tokens in a request and its response."),
    max_output_tokens: integer("Maximum number of tokens in a response."),
    supported_features: names("Supported features, such as `tool-calling`."),
  },
  "One model.",
);

const aiProvider = object(
  {
    id: template("Name of the provider, such as `openai`, or a custom one.", { required: true }),
    ...commonFields,
    base_url: template("URL of a custom provider.", { validate: urlFault }),
    website: text("Website of the provider."),
    api_keys: list(
      object({ value: template("The key.", { required: true, secret: true }) }, "One key."),
      "API keys of a custom provider, in the order in which they are tried.",
    ),
    models: list(aiModel, "Models of the provider."),
  },
  "One provider.",
  { needs: [{ key: "api_keys", requires: "base_url", ...MISSING_PROVIDER }] },
);

const aiGateway = {
  on_error: onError("halt"),
  per_request_timeout: duration("Timeout for one provider.", { default: "30s" }),
  total_timeout: duration("Timeout for all attempts together.", { default: "5m" }),
  max_input_tokens: tokens("Maximum number of tokens in a request."),
  max_output_tokens: tokens("Maximum number of tokens in a response."),
  headers: headers("Headers that are added to requests, by name."),
  query_params: map(template("Value of the parameter."), "Parameters that are added to the URL, by name."),
  body: map(anything("Any value."), "Fields that are added to the JSON of requests."),
  providers: list(aiProvider, "Providers. Default: all that the service supports."),
  only_allow_configured_providers: flag("Whether other providers are refused.", { default: false }),
  only_allow_configured_models: flag("Whether other models are refused.", { default: false }),
  model_selection: strategy("How models are selected."),
  api_key_selection: strategy("How keys are selected."),
} as const satisfies Fields;

export const AI_GATEWAY: Readonly<Record<string, Action>> = {
  "ai-gateway": {
    description: "Sends the request to a language model provider, and to the next one if that fails.",
    phases: REQUEST,
    effect: { kind: "delegates" },
    once: true,
    config: aiGateway,
    needs: [{ key: "api_key_selection", requires: "providers", ...MISSING_PROVIDER }],
    result: {
      status: ["string", "Final status."],
      client: ["map", "The request of the client."],
      model_selection: ["list", "How models were selected."],
      models_tried: ["list", "The models that were tried."],
      success: ["map", "Which model answered."],
      input_ngrok_tokens: ["int", "Tokens of the request."],
      output_ngrok_tokens: ["int", "Tokens of the response."],
      gateway_latency_ms: ["int", "Latency of the gateway itself, in milliseconds."],
      ...ERROR,
    },
  },
};
