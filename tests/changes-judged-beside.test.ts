/** A change that travels together with the question whether it may be made is not made where the answer is no, and leaves nothing behind. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleSeed } from '../seeds/tenant.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { absentId } from './support/values.ts'

const UPDATE = '/api/admin/sysuser/updateSysUser'
const narrow: RoleSeed = {
  roleCode: 'NARROW',
  roleName: 'Narrow',
  roleDescription: '',
  menus: ['sysuser'],
  urls: ['/admin/sysuser/*'],
  hiddenButtons: [],
  hiddenFields: [],
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let clerk: Client
beforeAll(async () => {
  server = await sharedServer()
  const users = ['clerk', 'colleague'].map((username) => buildUser({ username, roles: ['NARROW'] }))
  tenant = await buildTenant(server, { roles: [narrow], users })
  ;[admin, clerk] = await Promise.all([tenant.signIn('admin'), tenant.signIn('clerk')])
})
afterAll(() => server.stop())

/** The row, and what the history has of it. */
const stored = (id: string) =>
  server.database.asOwner(async (client) => {
    const { rows } = await client.query<{ nickname: string; version: number; changes: number }>(
      'select nickname, version, (select count(*)::int from changes where row_id = users.id) as changes from users where id = $1',
      [id],
    )
    return rows[0]
  })

describe('a change of a user by somebody who may do less', () => {
  it.each([
    ['of a field that nothing is asked about', { nickname: 'Not to be' }],
    ['of a field that has to be unique', { nickname: 'Not to be', username: 'colleague' }],
    ['of the status', { status: 0 }],
    ['of an older version', { nickname: 'Not to be', version: 99 }],
  ])('%s is refused and leaves nothing behind', async (_, values) => {
    const id = tenant.users['admin'] as string
    const before = await stored(id)
    const answer = await clerk.put(UPDATE, { id, ...values })
    expect([answer.http, answer.message]).toEqual([403, expect.any(String)])
    expect(await stored(id)).toEqual(before)
    // What was remembered of the first time says the same.
    expect((await clerk.put(UPDATE, { id, ...values })).http).toBe(403)
    expect(await stored(id)).toEqual(before)
  })
})

describe('a change that may be made', () => {
  it('is stored once, with its history', async () => {
    const id = tenant.users['colleague'] as string
    const before = await stored(id)
    const { http, data } = await clerk.put<{ version: number }>(UPDATE, { id, nickname: 'Colleague' })
    expect([http, data.version]).toEqual([200, (before?.version ?? 0) + 1])
    expect(await stored(id)).toEqual({ nickname: 'Colleague', version: data.version, changes: (before?.changes ?? 0) + 1 })
  })

  it('is refused where somebody else was first, or nobody is there', async () => {
    const id = tenant.users['colleague'] as string
    expect((await admin.put(UPDATE, { id, nickname: 'Late', version: 99 })).http).toBe(409)
    expect((await admin.put(UPDATE, { id: absentId(), nickname: 'Nobody' })).http).toBe(404)
    expect((await stored(id))?.nickname).toBe('Colleague')
  })

  it('is refused from the moment on in which the other may do more', async () => {
    const id = tenant.users['colleague'] as string
    expect((await clerk.put(UPDATE, { id, nickname: 'Still' })).http).toBe(200)
    expect((await admin.put(UPDATE, { id, roleId: [tenant.roles['ROLE_ADMIN']] })).http).toBe(200)
    expect((await clerk.put(UPDATE, { id, nickname: 'No more' })).http).toBe(403)
    expect((await stored(id))?.nickname).toBe('Still')
  })
})
