/**
 * How a session opens (section 4 of the specification): user info, then the authority menu and the organisation list.
 * The steps are given from outside, so that their order and their failures can be tested without a server.
 */
import type { Organisation } from '../../../model/contract/organisation/organisations.ts'
import type { Authority, UserInfo } from '../../../model/contract/account/session.ts'

export interface Session {
  readonly user: UserInfo
  readonly authority: Authority
  readonly organisations: readonly Organisation[]
}

export interface SessionSteps {
  readonly fetchUser: () => Promise<UserInfo | undefined>
  /** Called once the roles are known and before the next call, which names them. */
  readonly actAs: (roles: readonly string[]) => void
  readonly fetchAuthority: (user: UserInfo) => Promise<Authority>
  readonly fetchOrganisations: () => Promise<readonly Organisation[]>
}

/** A reason to refuse a session, worded as section 8 of the specification has it. */
export class SessionRefused extends Error {
  readonly reason: 'user-missing' | 'roles-empty'
  constructor(reason: 'user-missing' | 'roles-empty') {
    super(reason === 'roles-empty' ? 'roles must be a non-null array' : 'verification failed, please log in again')
    this.reason = reason
  }
}

/**
 * The same for a session that is open, when what it may do has changed: who it is is known, so everything is asked at once,
 * with all the roles it may have by now.
 * @throws SessionRefused, or whatever a step throws
 */
export async function renewSession(steps: SessionSteps, known: UserInfo): Promise<Session> {
  steps.actAs([])
  const [user, authority, organisations] = await Promise.all([steps.fetchUser(), steps.fetchAuthority(known), steps.fetchOrganisations()])
  assertUser(user)
  steps.actAs(user.roles)
  return { user, authority, organisations }
}

function assertUser(user: UserInfo | undefined): asserts user is UserInfo {
  if (!user) throw new SessionRefused('user-missing')
  if (!Array.isArray(user.roles) || user.roles.length === 0) throw new SessionRefused('roles-empty')
}

/** The session as it begins: the user, with what they may do and their organisations. @throws SessionRefused, or whatever a step throws */
export async function openSession(steps: SessionSteps): Promise<Session> {
  const user = await steps.fetchUser()
  assertUser(user)
  steps.actAs(user.roles)
  const [authority, organisations] = await Promise.all([
    steps.fetchAuthority(user),
    user.mustChangePassword || user.mustEnrol ? [] : steps.fetchOrganisations(),
  ])
  return { user, authority, organisations }
}
