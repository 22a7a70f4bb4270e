import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { asTenantId } from '../database/as-tenant-id.ts'
import type { RoleSeed } from '../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser, newUser } from '../../../tests/support/builders.ts'
import type { Client } from '../../../tests/support/client.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import type { Identity } from './caller.ts'
import { callerOf, rolesOfHeader } from './caller.ts'

describe('the role header', () => {
  it.each<[string | string[] | undefined, string[] | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['   ', undefined],
    ['undefined', undefined],
    ['null', undefined],
    ['guest', undefined],
    ['[]', undefined],
    [',', undefined],
    ['["guest"]', undefined],
    ['A', ['A']],
    ['A,B', ['A', 'B']],
    [' A , B ', ['A', 'B']],
    ['["A","B"]', ['A', 'B']],
    ['[ "A", "B" ]', ['A', 'B']],
    ['[A,B]', ['A', 'B']],
    ['["A"]', ['A']],
    [
      ['A', 'B'],
      ['A', 'B'],
    ],
    ['A,,B', ['A', 'B']],
    ['A,guest', ['A']],
    ['A,undefined', ['A']],
  ])('%j means %j', (header, roles) => expect(rolesOfHeader(header)).toEqual(roles))

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const roles = rolesOfHeader(header)
        return roles === undefined || roles.length > 0
      }),
      { seed: 1 },
    )
  })
})

describe('narrowing', () => {
  const some = (...names: string[]) => fc.uniqueArray(fc.constantFrom(...names)).map((list) => new Set(list))
  const role = fc.record({
    id: fc.uuid(),
    code: fc.constantFrom('A', 'B', 'C', 'D'),
    name: fc.constant(''),
    urls: some('/admin/sysuser/querySysUser', '/admin/sysrole/querySysRole', '/x'),
    menus: some('sysuser', 'sysrole', 'x'),
    hiddenFields: some('sysuser:mobile', 'sysuser:email', 'sysrole:roleName', 'x:y'),
    hiddenButtons: some('sysuser:add', 'sysuser:delete', 'sysrole:add', 'x:y'),
    scopes: fc.constant(new Map()),
  })
  const identity = (roles: Identity['roles']): Identity => ({
    tenantId: asTenantId('t'),
    userId: 'u',
    username: 'n',
    isPlatform: false,
    sessionId: 's',
    roles,
  })

  it('never adds a URL and never uncovers a field or a button, whatever the header says', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(role, { minLength: 1, selector: ({ code }) => code }),
        fc.option(fc.array(fc.constantFrom('A', 'B', 'C', 'D', 'ROLE_ADMIN', '')), { nil: undefined }),
        (roles, wanted) => {
          const [full, narrowed] = [callerOf(identity(roles), undefined), callerOf(identity(roles), wanted)]
          expect([...narrowed.urls].filter((url) => !full.urls.has(url))).toEqual([])
          expect([...full.hiddenFields].filter((field) => !narrowed.hiddenFields.has(field))).toEqual([])
          expect([...full.hiddenButtons].filter((button) => !narrowed.hiddenButtons.has(button))).toEqual([])
        },
      ),
      { seed: 2, numRuns: 500 },
    )
  })

  it('shows a field only when a role shows it that opens its page, or no role does', () => {
    const opens = ({ urls }: Identity['roles'][number]) => urls.has('/admin/sysuser/querySysUser')
    fc.assert(
      fc.property(fc.uniqueArray(role, { minLength: 1, selector: ({ code }) => code }), (roles) => {
        const shown = !callerOf(identity(roles), undefined).hiddenFields.has('sysuser:mobile')
        const shows = (of: Identity['roles']) => of.some(({ hiddenFields }) => !hiddenFields.has('sysuser:mobile'))
        const acting = roles.filter(({ urls }) => urls.size > 0)
        expect(shown).toBe(shows(roles.some(opens) ? roles.filter(opens) : acting.length > 0 ? acting : roles))
      }),
      { seed: 3, numRuns: 500 },
    )
  })
})

describe('over HTTP', () => {
  const narrow: RoleSeed = {
    roleCode: 'NARROW',
    roleName: 'narrow',
    roleDescription: '',
    menus: ['sysorg'],
    urls: ['/admin/sysrole/querySysRole'],
    hiddenButtons: [],
    hiddenFields: [{ menu: 'sysorg', fields: ['orgDescription'] }],
  }
  const LISTS = '/api/admin/sysorg/querySysOrg'
  let server: TestServer
  let tenant: BuiltTenant
  let weak: Client
  let both: Client
  beforeAll(async () => {
    server = await sharedServer()
    tenant = await buildTenant(server, {
      roles: [narrow],
      users: [buildUser({ username: 'weak', roles: ['NARROW'] }), buildUser({ username: 'both', roles: ['NARROW', 'ROLE_EDITOR'] })],
    })
    weak = await tenant.signIn('weak')
    both = await tenant.signIn('both')
  })
  afterAll(() => server.stop())
  const fieldsOf = async (client: Client, rolecode?: string) =>
    (await client.get<{ fields: string[] }>(LISTS, {}, rolecode === undefined ? {} : { rolecode })).data.fields
  const rolesOf = async (client: Client, rolecode?: string) =>
    (await client.post('/api/account/sysuserdetail/queryCurrentAuthority', {}, rolecode === undefined ? {} : { rolecode }))[
      'currentAuthority'
    ]

  const claims = [
    'ROLE_ADMIN',
    'ROLE_EDITOR',
    'ROLE_ADMIN,ROLE_EDITOR',
    '["ROLE_ADMIN"]',
    'NARROW,ROLE_ADMIN',
    'nobody',
    '*',
    '%',
    'role_admin',
    '__proto__',
    'constructor',
    '[]',
    '""',
    'undefined',
    'null',
    'guest',
    '',
    ',',
    '{"a":1}',
    'NARROW',
    'x'.repeat(4000),
  ]

  it('no header gives a role that is not held, or uncovers what is hidden', async () => {
    for (const claim of claims) {
      expect(await fieldsOf(weak, claim), claim).not.toContain('orgDescription')
      expect((await weak.post('/api/admin/sysuser/addSysUser', newUser(tenant), { rolecode: claim })).http, claim).toBe(403)
      expect(['NARROW', ''], claim).toContain(String(await rolesOf(weak, claim)))
    }
  })

  it('decides by the roles it names, and by all of them when it names none', async () => {
    for (const absent of [undefined, '', 'undefined', 'null', 'guest', '[]']) {
      expect(new Set((await rolesOf(both, absent)) as string[]), String(absent)).toEqual(new Set(['NARROW', 'ROLE_EDITOR']))
      expect(await fieldsOf(both, absent)).toContain('orgDescription')
    }
    expect(await rolesOf(both, 'NARROW')).toEqual(['NARROW'])
    expect(await rolesOf(both, '["ROLE_EDITOR"]')).toEqual(['ROLE_EDITOR'])
    expect(await fieldsOf(both, 'NARROW')).not.toContain('orgDescription')
    expect((await both.get('/api/admin/sysuser/querySysUser', {}, { rolecode: 'NARROW' })).http).toBe(403)
    expect((await both.get('/api/admin/sysuser/querySysUser', {}, { rolecode: 'NARROW,ROLE_EDITOR' })).http).toBe(200)
    // Named, but none of them held: nothing is left.
    expect(await rolesOf(both, 'ROLE_ADMIN')).toEqual([])
    expect((await both.get('/api/admin/sysuser/querySysUser', {}, { rolecode: 'ROLE_ADMIN' })).http).toBe(403)
  })
})
