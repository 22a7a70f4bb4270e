/** What a standard client library asks first: where everything is and what is supported (RFC 8414, OpenID Connect Discovery 1.0). */
import type { FastifyInstance } from 'fastify'
import * as contract from '../../../../model/contract/oauth/authorize.ts'
import { grantTypes } from '../../../../model/oauth/app-clients.ts'
import { EMAIL, EVERYTHING, OPENID, PHONE, PROFILE, areaOf } from '../../../../model/oauth/scopes.ts'
import type { PublicAddress } from '../../../identity/index.ts'
import { SIGNATURE, issuerOf } from '../../../identity/index.ts'
import type { AuthorizationPaths } from '../../../kernel/http/document.ts'
import { FlatEnvelope, implement } from '../../../kernel/http/http.ts'
import type { Feature } from '../../../kernel/http/http.ts'

/** Where applications sign people in and get their tokens, below the address of the server; the API document names them as well. */
export const authorizationPaths: AuthorizationPaths = {
  authorize: '/oauth/authorize', // a page of the web
  token: '/api/uaa/oauth/token',
  openIdConfiguration: '/.well-known/openid-configuration',
}

/** Registers the metadata of the authorization server (RFC 8414, section 3; OpenID Connect Discovery 1.0, section 4), the same at both addresses. */
export function addDiscovery(app: FastifyInstance, config: PublicAddress, features: readonly Feature[]): void {
  const scopes = scopesIn(features)
  for (const path of ['/.well-known/oauth-authorization-server', authorizationPaths.openIdConfiguration])
    app.get(path, { config: { access: 'public' } }, async () => metadataOf(config, scopes))
}

export const jwks = implement(contract.jwks, {
  access: 'public',
  summary: 'The public keys by which applications verify identity tokens',
  handle: async ({ services }) => new FlatEnvelope({ keys: (await services.signingKeys.published()).map((key) => ({ ...key })) }),
})

/** All that a client of any tenant can be given. */
function scopesIn(features: readonly Feature[]): string[] {
  const granted = features.flatMap(({ routes }) => routes).filter(({ access }) => access === 'granted')
  const areas = [...new Set(granted.flatMap(({ path }) => areaOf(path) ?? []))].sort()
  return [OPENID, PROFILE, EMAIL, PHONE, EVERYTHING, ...areas.flatMap((area) => [`${area}.read`, area])]
}

function metadataOf(config: PublicAddress, scopes: readonly string[]) {
  const issuer = issuerOf(config)
  const proofs = ['client_secret_basic', 'client_secret_post']
  return {
    issuer,
    authorization_endpoint: `${issuer}${authorizationPaths.authorize}`,
    token_endpoint: `${issuer}${authorizationPaths.token}`,
    userinfo_endpoint: `${issuer}/api${contract.userinfo.path}`,
    jwks_uri: `${issuer}/api${contract.jwks.path}`,
    revocation_endpoint: `${issuer}/api/uaa/oauth/revoke`,
    introspection_endpoint: `${issuer}/api/uaa/oauth/introspect`,
    scopes_supported: scopes,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...proofs, 'none'],
    revocation_endpoint_auth_methods_supported: [...proofs, 'none'],
    introspection_endpoint_auth_methods_supported: proofs,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [SIGNATURE],
    claim_types_supported: ['normal'],
    claims_supported: CLAIMS,
    prompt_values_supported: ['none', 'login', 'consent'],
    request_parameter_supported: false,
    // Where nothing is said, it is supported (OpenID Connect Discovery 1.0, section 3).
    request_uri_parameter_supported: false,
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['en', 'zh-CN', 'zh-TW'],
    service_documentation: `${issuer}/docs`,
  }
}

const CLAIMS = ['iss', 'sub', 'aud', 'exp', 'iat', 'auth_time', 'nonce', 'name', 'preferred_username', 'roles', 'email', 'phone_number']
