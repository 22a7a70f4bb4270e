/** What a standard client library asks first: where everything is and what is supported (RFC 8414). */
import type { FastifyInstance } from 'fastify'
import { grantTypes } from '../../../../model/oauth/app-clients.ts'
import type { KernelConfig } from '../../../kernel/config.ts'

type PublicAddress = Pick<KernelConfig, 'publicUrl'>

/** The name of this server for applications: the address people use. */
export function issuerOf({ publicUrl }: PublicAddress): string {
  return publicUrl.replace(/\/+$/, '')
}

export function addDiscovery(app: FastifyInstance, config: PublicAddress): void {
  app.get('/.well-known/oauth-authorization-server', { config: { access: 'public' } }, async () => metadataOf(config))
}

function metadataOf(config: PublicAddress) {
  const issuer = issuerOf(config)
  const proofs = ['client_secret_basic', 'client_secret_post']
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/api/uaa/oauth/token`,
    revocation_endpoint: `${issuer}/api/uaa/oauth/revoke`,
    introspection_endpoint: `${issuer}/api/uaa/oauth/introspect`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: grantTypes,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [...proofs, 'none'],
    revocation_endpoint_auth_methods_supported: [...proofs, 'none'],
    introspection_endpoint_auth_methods_supported: proofs,
    authorization_response_iss_parameter_supported: true,
    ui_locales_supported: ['en', 'zh-CN', 'zh-TW'],
    service_documentation: `${issuer}/docs`,
  }
}
