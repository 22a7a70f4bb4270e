import { describe, expect, it } from 'vitest'
import type { UserInfo } from '../../../model/contract/account/session.ts'
import type { SessionSteps } from './session.ts'
import { SessionRefused, openSession } from './session.ts'

const user: UserInfo = {
  id: 'u1',
  username: 'admin',
  nickname: 'Admin',
  phone: '',
  mobile: '',
  email: '',
  address: '',
  profile: '',
  avatar: '',
  roles: ['ROLE_ADMIN'],
  roleNames: ['Administrator'],
  tenantCode: '10001',
  tenantName: 'Tenant',
  orgName: 'Organisation',
  prefix: '86',
  geographic: { province: { key: '', label: '' }, city: { key: '', label: '' } },
  sessionId: 's1',
  mustChangePassword: false,
  mustEnrol: false,
  acting: null,
  heldRoles: [],
  timeZone: 'UTC',
}
const authority = { menu: [], menuButton: [], currentAuthority: ['ROLE_ADMIN'], stamp: '' }

function steps(calls: string[], more: Partial<SessionSteps> = {}): SessionSteps {
  return {
    fetchUser: () => {
      calls.push('user')
      return Promise.resolve(user)
    },
    actAs: (roles) => {
      calls.push(`as ${roles.join()}`)
    },
    fetchAuthority: ({ username }) => {
      calls.push(`authority of ${username}`)
      return Promise.resolve(authority)
    },
    fetchOrganisations: () => {
      calls.push('organisations')
      return Promise.resolve([])
    },
    ...more,
  }
}

describe('opening a session', () => {
  it('asks who it is, then acts in those roles, then asks for menu and organisations', async () => {
    const calls: string[] = []
    await expect(openSession(steps(calls))).resolves.toEqual({ user, authority, organisations: [] })
    expect(calls).toEqual(['user', 'as ROLE_ADMIN', 'authority of admin', 'organisations'])
  })

  it('refuses user info without roles and asks nothing further', async () => {
    for (const roles of [[], undefined, null, 'ROLE_ADMIN']) {
      const calls: string[] = []
      const opening = openSession(steps(calls, { fetchUser: () => Promise.resolve({ ...user, roles } as unknown as UserInfo) }))
      await expect(opening).rejects.toThrow('roles must be a non-null array')
      expect(calls).toEqual([])
    }
  })

  it('refuses missing user info', async () => {
    const opening = openSession(steps([], { fetchUser: () => Promise.resolve(undefined) }))
    await expect(opening).rejects.toBeInstanceOf(SessionRefused)
    await expect(opening).rejects.toMatchObject({ reason: 'user-missing' })
  })

  it('passes on the failure of any step', async () => {
    const broken = () => Promise.reject(new Error('down'))
    for (const step of ['fetchUser', 'fetchAuthority', 'fetchOrganisations'] as const) {
      await expect(openSession(steps([], { [step]: broken }))).rejects.toThrow('down')
    }
  })
})
