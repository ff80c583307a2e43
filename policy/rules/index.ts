// Generated from the files of this folder by `npm run generate`; do not edit.
import type { Rule } from "../rule";
import { edgeAcctRestrictAgent } from "./edge-acct-restrict-agent";
import { edgeAcctRestrictApi } from "./edge-acct-restrict-api";
import { edgeAcctRestrictDashboard } from "./edge-acct-restrict-dashboard";
import { edgeAdminPath } from "./edge-admin-path";
import { edgeBackendDepth } from "./edge-backend-depth";
import { edgeBackendLive } from "./edge-backend-live";
import { edgeBotInactiveHasKeys } from "./edge-bot-inactive-has-keys";
import { edgeCertCoversDomain } from "./edge-cert-covers-domain";
import { edgeCertEcdsa } from "./edge-cert-ecdsa";
import { edgeCertExpiry } from "./edge-cert-expiry";
import { edgeCertLifetime } from "./edge-cert-lifetime";
import { edgeCertManaged } from "./edge-cert-managed";
import { edgeDomDnsError } from "./edge-dom-dns-error";
import { edgeDomRegion } from "./edge-dom-region";
import { edgeDomReleaseGuard } from "./edge-dom-release-guard";
import { edgeDomWildcard } from "./edge-dom-wildcard";
import { edgeEndpointHttps } from "./edge-endpoint-https";
import { edgeEndpointPolicy } from "./edge-endpoint-policy";
import { edgeEndpointPooling } from "./edge-endpoint-pooling";
import { edgeGuardDisabled } from "./edge-guard-disabled";
import { edgeHeaderCredential } from "./edge-header-credential";
import { edgeIppUnused } from "./edge-ipp-unused";
import { edgeIprEnforced } from "./edge-ipr-enforced";
import { edgeIprHasPolicy } from "./edge-ipr-has-policy";
import { edgeJwtAudience } from "./edge-jwt-audience";
import { edgeKeyHasPurpose } from "./edge-key-has-purpose";
import { edgeKeyMaxAge } from "./edge-key-max-age";
import { edgeKeyOneConsumer } from "./edge-key-one-consumer";
import { edgeKeyOwnerIsBot } from "./edge-key-owner-is-bot";
import { edgeMetaNoSecret } from "./edge-meta-no-secret";
import { edgeMetaOwner } from "./edge-meta-owner";
import { edgeMtlsCaValid } from "./edge-mtls-ca-valid";
import { edgeMtlsHasCa } from "./edge-mtls-has-ca";
import { edgeOauthLimited } from "./edge-oauth-limited";
import { edgeOauthOwnApp } from "./edge-oauth-own-app";
import { edgeOauthPreflight } from "./edge-oauth-preflight";
import { edgeOidcHttps } from "./edge-oidc-https";
import { edgePolicyCredential } from "./edge-policy-credential";
import { edgeRouteHasGuard } from "./edge-route-has-guard";
import { edgeSamlGroups } from "./edge-saml-groups";
import { edgeSamlIdpInitiated } from "./edge-saml-idp-initiated";
import { edgeSessionLimits } from "./edge-session-limits";
import { edgeSshExtensions } from "./edge-ssh-extensions";
import { edgeSshHostPrincipals } from "./edge-ssh-host-principals";
import { edgeSshKeyType } from "./edge-ssh-key-type";
import { edgeSshPrincipals } from "./edge-ssh-principals";
import { edgeSshSourceAddress } from "./edge-ssh-source-address";
import { edgeSshTtl } from "./edge-ssh-ttl";
import { edgeTlsMinVersion } from "./edge-tls-min-version";
import { edgeTlsUpstreamAlone } from "./edge-tls-upstream-alone";
import { edgeWebhookSecret } from "./edge-webhook-secret";

/** Every rule, in the order of their ids. */
export const RULES = [
  edgeAcctRestrictAgent,
  edgeAcctRestrictApi,
  edgeAcctRestrictDashboard,
  edgeAdminPath,
  edgeBackendDepth,
  edgeBackendLive,
  edgeBotInactiveHasKeys,
  edgeCertCoversDomain,
  edgeCertEcdsa,
  edgeCertExpiry,
  edgeCertLifetime,
  edgeCertManaged,
  edgeDomDnsError,
  edgeDomRegion,
  edgeDomReleaseGuard,
  edgeDomWildcard,
  edgeEndpointHttps,
  edgeEndpointPolicy,
  edgeEndpointPooling,
  edgeGuardDisabled,
  edgeHeaderCredential,
  edgeIppUnused,
  edgeIprEnforced,
  edgeIprHasPolicy,
  edgeJwtAudience,
  edgeKeyHasPurpose,
  edgeKeyMaxAge,
  edgeKeyOneConsumer,
  edgeKeyOwnerIsBot,
  edgeMetaNoSecret,
  edgeMetaOwner,
  edgeMtlsCaValid,
  edgeMtlsHasCa,
  edgeOauthLimited,
  edgeOauthOwnApp,
  edgeOauthPreflight,
  edgeOidcHttps,
  edgePolicyCredential,
  edgeRouteHasGuard,
  edgeSamlGroups,
  edgeSamlIdpInitiated,
  edgeSessionLimits,
  edgeSshExtensions,
  edgeSshHostPrincipals,
  edgeSshKeyType,
  edgeSshPrincipals,
  edgeSshSourceAddress,
  edgeSshTtl,
  edgeTlsMinVersion,
  edgeTlsUpstreamAlone,
  edgeWebhookSecret,
] as const satisfies readonly Rule[];
