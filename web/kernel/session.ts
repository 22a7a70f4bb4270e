/**
 * How a session opens (section 4 of the specification): user info, then the authority menu and the organisation list.
 * The steps are given from outside, so that their order and their failures can be tested without a server.
 */
import type { MenuNode } from './menu-routes.ts'

export interface Place {
  readonly key: string
  readonly label: string
}

export interface UserInfo {
  readonly id: string
  readonly username: string
  readonly nickname: string
  readonly phone: string | null
  readonly mobile: string | null
  readonly email: string | null
  readonly address: string | null
  readonly profile: string | null
  readonly avatar: string | null
  readonly roles: readonly string[]
  readonly geographic?: { readonly province?: Place; readonly city?: Place }
  readonly tenantCode: string
  readonly tenantName: string
  readonly orgName: string
  /** In the order of `roles`. */
  readonly roleNames: readonly string[]
}

export interface Authority {
  readonly menu: readonly MenuNode[]
  /** `menuCode:button` of the buttons the active roles do not see. */
  readonly menuButton: readonly string[]
}

export interface Organisation {
  readonly id: string
  readonly orgName: string
  readonly orgType: string
  readonly children?: readonly Organisation[]
}

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

/** @throws SessionRefused, or whatever a step throws */
export async function openSession(steps: SessionSteps): Promise<Session> {
  const user = await steps.fetchUser()
  if (!user) throw new SessionRefused('user-missing')
  if (!Array.isArray(user.roles) || user.roles.length === 0) throw new SessionRefused('roles-empty')
  steps.actAs(user.roles)
  const [authority, organisations] = await Promise.all([steps.fetchAuthority(user), steps.fetchOrganisations()])
  return { user, authority, organisations }
}
