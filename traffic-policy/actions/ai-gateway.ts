import { VARIABLE_TYPES as T } from "../language/variable-types";
import type { Action } from "./action";
import { ERROR, headers, onError, REQUEST, wrongUrl } from "./common";
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
  text,
} from "./fields";

const names = (what: string) => list(text("A name."), what);

const tokens = (what: string) => integer(what, { range: [0, 500_000] });

const facts = map(anything("Any value."), "Facts of your own, which strategies can read.");

/** Expressions of which the first one that selects something decides. */
const strategy = (what: string) =>
  object(
    {
      strategy: list(
        text("CEL expression, such as `ai.models`.", { expression: true, names: ["ai"] }),
        "Expressions, of which the first one that selects something decides.",
      ),
    },
    what,
  );

const described = {
  id_aliases: names("Other names that clients may use."),
  display_name: text("Name for people."),
  description: text("What it is."),
  disabled: flag("Whether it is left out.", { default: false }),
  metadata: facts,
} as const;

/** The service keeps keys for the providers that it knows apart from policies. */
const KEYS_ARE_ATTACHED: Fault = {
  code: 2267,
  reason:
    "is required, since a policy has keys of your own providers only: attach the keys of other providers to the API key of the AI gateway",
};

const aiModel = object(
  {
    id: text("Name of the model at the provider.", { required: true, interpolated: true }),
    ...described,
    author_id: text("Who has made the model."),
    input_modalities: names("What the model reads, such as `text`."),
    output_modalities: names("What the model writes, such as `text`."),
    max_context_window: integer("Largest number of tokens of a request and its answer."),
    max_output_tokens: integer("Largest number of tokens of an answer."),
    supported_features: names("What the model can do, such as `tool-calling`."),
  },
  "One model.",
);

const aiProvider = object(
  {
    id: text("Name of the provider, such as `openai`, or one of your own.", {
      required: true,
      interpolated: true,
    }),
    ...described,
    base_url: text("URL of a provider of your own.", { interpolated: true, wrong: wrongUrl }),
    website: text("Website of the provider."),
    api_keys: list(
      object({ value: text("The key.", { required: true, interpolated: true, secret: true }) }, "One key."),
      "Keys of a provider of your own, in the order in which they are tried.",
    ),
    models: list(aiModel, "Models of the provider."),
  },
  "One provider.",
  { needs: [{ key: "api_keys", other: "base_url", ...KEYS_ARE_ATTACHED }] },
);

const aiGateway = {
  on_error: onError("halt"),
  per_request_timeout: duration("How long one provider may take to answer.", { default: "30s" }),
  total_timeout: duration("How long all attempts may take together.", { default: "5m" }),
  max_input_tokens: tokens("Largest number of tokens of a request."),
  max_output_tokens: tokens("Largest number of tokens of an answer."),
  headers: headers("Headers that are added to requests, by name."),
  query_params: map(
    text("Value of the parameter.", { interpolated: true }),
    "Parameters that are added to the URL, by name.",
  ),
  body: map(anything("Any value."), "Fields that are added to the JSON of requests."),
  providers: list(aiProvider, "Providers; all that the service knows when left out."),
  only_allow_configured_providers: flag("Whether other providers are refused.", { default: false }),
  only_allow_configured_models: flag("Whether other models are refused.", { default: false }),
  model_selection: strategy("How models are selected."),
  api_key_selection: strategy("How keys are selected."),
} as const satisfies Fields;

export const AI_GATEWAY: Readonly<Record<string, Action>> = {
  "ai-gateway": {
    description: "Sends the request to a provider of language models, and to another one when it fails.",
    phases: REQUEST,
    effect: { is: "hands over" },
    once: true,
    config: aiGateway,
    needs: [{ key: "api_key_selection", other: "providers", ...KEYS_ARE_ATTACHED }],
    result: {
      name: "ai_gateway",
      variables: {
        status: [T.string, "How it ended."],
        client: [T.map, "What the client asked for."],
        model_selection: [T.list, "How models were selected."],
        models_tried: [T.list, "The models that were tried."],
        success: [T.map, "Which model answered."],
        input_ngrok_tokens: [T.int, "Tokens of the request."],
        output_ngrok_tokens: [T.int, "Tokens of the response."],
        gateway_latency_ms: [T.int, "Milliseconds that the gateway itself took."],
        ...ERROR,
      },
    },
  },
};
