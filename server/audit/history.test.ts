/** The tables keep their own history: who, in which request, from what, to what. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, newUser } from '../../tests/support/builders.ts'
import type { Client } from '../../tests/support/client.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { sharedServer } from '../../tests/support/server.ts'
import { build } from '../kernel/database/sql.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const changesOf = (id: string) =>
  server.services.transactions.inTenant(
    { tenantId: tenant.id },
    (tx) => tx.all(build.selectFrom('changes').selectAll().where('row_id', '=', id).orderBy('position')),
    'read',
  )

describe('the history', () => {
  it('keeps what was added, changed and deleted, by whom, and never a password', async () => {
    const values = newUser(tenant)
    const {
      data: { id },
    } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)
    await admin.put('/api/admin/sysuser/updateSysUser', { id, nickname: 'another' })
    await admin.put('/api/admin/sysuser/updateSysUser', { id, nickname: 'another' })
    await admin.post(`/api/admin/sysuser/deleteSysUser?id=${id}`)
    const changes = await changesOf(id)
    expect(changes.map(({ table_name, verb }) => `${verb} ${table_name}`).sort()).toEqual([
      'add user_roles',
      'add users',
      'delete user_roles',
      'delete users',
      'update users',
    ])
    const update = changes.find(({ verb }) => verb === 'update')
    expect(update).toMatchObject({
      before: { nickname: values['nickname'] },
      after: { nickname: 'another' },
      user_id: tenant.users['admin'],
    })
    expect(new Set(changes.map((change) => change.operation_id)).size).toBe(3)
    expect(JSON.stringify(changes)).not.toMatch(/argon2|password_hash/)
  })

  it('keeps nothing of a request that failed', async () => {
    const values = newUser(tenant)
    const {
      data: { id },
    } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)
    const before = await changesOf(id)
    const answer = await admin.put('/api/admin/sysuser/updateSysUser', { id, nickname: 'x', orgId: tenant.id })
    expect(answer.http).toBe(422)
    expect(await changesOf(id)).toEqual(before)
  })

  it('cannot be rewritten, not even by the platform', async () => {
    const { transactions } = server.services
    const rewrite = build.updateTable('changes').set({ user_id: null })
    await expect(transactions.inTenant({ tenantId: tenant.id }, (tx) => tx.run(rewrite))).rejects.toThrow(/permission denied/)
    await expect(transactions.inPlatform('a test tries to', (tx) => tx.run(rewrite))).rejects.toThrow(/permission denied/)
    await expect(transactions.inTenant({ tenantId: tenant.id }, (tx) => tx.run(build.deleteFrom('changes')))).rejects.toThrow(
      /permission denied/,
    )
    // The platform erases tenants (docs/decisions/0023): what belongs to one that is not marked for deletion it does not even find.
    expect(await transactions.inPlatform('a test tries to', (tx) => tx.run(build.deleteFrom('changes')))).toBe(0)
  })
})
