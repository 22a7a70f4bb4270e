/** A check says what a tenant has no room for, before anything is stored. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { devices, points, users } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique, uniqueMobile } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { importRows } from '../../../../tests/support/uploads.ts'
import { build } from '../../../kernel/database/sql.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const limit = (quota: { user_quota: number | null } | { point_quota: number }) =>
  server.services.transactions.inPlatform('a test sets a quota', (tx) =>
    tx.run(build.updateTable('tenants').set(quota).where('id', '=', tenant.id)),
  )

const people = (count: number) => [
  ['username', 'nickname', 'email', 'prefix', 'mobile', 'roleId', 'orgId', 'status'],
  ...Array.from({ length: count }, () => {
    const name = `q${unique()}`
    return [name, name, `${name}@example.com`, '86', uniqueMobile(), 'ROLE_VIEWER', `${tenant.canary} team`, '1']
  }),
]

it('users beyond the quota are named with the limit, those before them fit, and as many can be imported', async () => {
  const before = Object.keys(tenant.users).length
  await limit({ user_quota: before + 2 })
  const rows = people(4)
  const { report } = (await importRows(server.url, admin, users, rows, { mode: 'check' })).data
  expect(report).toMatchObject({ rows: 4, good: 2, badRows: 2 })
  const message = `This tenant may have ${before + 2} users at most. Ask the operator of the platform for more`
  expect(report.errors.map((error) => [error.row, error.message])).toEqual([
    [4, message],
    [5, message],
  ])
  expect((await importRows(server.url, admin, users, rows, { mode: 'good' })).data.report).toMatchObject({ added: 2, badRows: 2 })
  await limit({ user_quota: null })
})

it('devices bring the points of their type along, and points count as they are', async () => {
  const add = async (path: string, values: object) => (await admin.post<{ id: string }>(`/api/acquisition/${path}`, values)).data.id
  const typeCode = `t${unique()}`
  const deviceTypeId = await add('devicetype/addDeviceType', { typeCode, typeName: typeCode })
  for (const pointKey of ['a', 'b'])
    await add('typepoint/addTypePoint', {
      deviceTypeId,
      pointKey,
      pointName: pointKey,
    })
  const file = (codes: string[]) => [
    ['deviceCode', 'deviceName', 'deviceTypeId', 'deviceStatus', 'connection'],
    ...codes.map((code) => [code, code, typeCode, '1', 'push']),
  ]
  await limit({ point_quota: 3 })
  const [first, second] = [`d${unique()}`, `d${unique()}`]
  const { report } = (await importRows(server.url, admin, devices, file([first, second]), { mode: 'good' })).data
  expect(report).toMatchObject({ added: 1, errors: [{ row: 3, message: expect.stringContaining('3 points at most') as string }] })
  const named = [
    ['deviceId', 'pointKey', 'pointName'],
    [first, 'c', 'c'],
    [first, 'd', 'd'],
  ]
  const checked = (await importRows(server.url, admin, points, named, { mode: 'check' })).data.report
  expect(checked).toMatchObject({ good: 1, errors: [{ row: 3, message: expect.stringContaining('3 points at most') as string }] })
})
