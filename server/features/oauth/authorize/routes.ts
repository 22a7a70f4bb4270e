import type { Feature } from '../../../kernel/http/http.ts'
import { authorize, queryAuthorization } from './authorize.ts'
import { deleteConsent, queryConsents } from './consents.ts'
import { jwks } from './discovery.ts'
import { introspect, revoke } from './tokens.ts'
import { postUserinfo, userinfo } from './userinfo.ts'

export { addDiscovery, authorizationPaths } from './discovery.ts'

/** OAuth 2 beside the token endpoint, which stands with signing in. */
export const oauthFeature: Feature = {
  tag: 'oauth',
  routes: [queryAuthorization, authorize, queryConsents, deleteConsent, revoke, introspect, userinfo, postUserinfo, jwks],
}
