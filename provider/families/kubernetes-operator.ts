import { out } from "../family/fields";
import { defineLookup } from "../family/lookup";
import { stamps, time } from "./common";

export const kubernetesOperator = defineLookup({
  name: "KubernetesOperator",
  summary: "An operator that connects a Kubernetes cluster. It registers itself when installed.",
  serviceOnly: true,
  path: "/kubernetes_operators",
  listKey: "operators",
  outputs: {
    ...stamps,
    updatedAt: time("When the operator was last updated."),
    description: out.string("What the operator is for."),
    metadata: out.string("Arbitrary data about the operator."),
    principal: out.ref("Who registered the operator."),
    enabledFeatures: out.strings("Enabled features: `bindings`, `ingress`, and `gateway`."),
    region: out.string("Region of the operator's ingress."),
    deployment: out.object(
      {
        name: out.string("Name of the deployment."),
        namespace: out.string("Kubernetes namespace of the deployment."),
        version: out.string("Version of the operator."),
        clusterName: out.string("User-defined name of the cluster."),
      },
      "Where the operator runs.",
      { shapeName: "KubernetesOperatorDeployment" },
    ),
    binding: out.object(
      {
        endpointSelectors: out.strings("CEL expressions that select the endpoints bound to the cluster."),
        cert: out.object(
          {
            cert: out.string("Client certificate of the operator, as PEM."),
            notBefore: time("Start of the certificate's validity."),
            notAfter: time("End of the certificate's validity."),
          },
          "The certificate of the binding.",
          { shapeName: "KubernetesOperatorCert" },
        ),
        ingressEndpoint: out.string("Public ingress endpoint of the operator."),
      },
      "The binding of endpoints to the cluster; null if the feature is off.",
      { nullable: true, shapeName: "KubernetesOperatorBinding" },
    ),
  },
});
