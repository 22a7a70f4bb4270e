import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const CHARTS = '/api/template/templatecharts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let viewer: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  viewer = await tenant.signIn('viewer')
})
afterAll(() => server.stop())

describe('the figures of the charts', () => {
  it('have a row for every day and count what happened today', async () => {
    const ask = async () => {
      await server.services.journal.flush()
      return (await admin.get<{ day: string; signIns: number; failures: number }[]>(`${CHARTS}/queryActivity`, { days: 7 })).data
    }
    const before = await ask()
    await tenant.signIn('viewer')
    expect((await viewer.get(`${CHARTS}/queryActivity`)).http).toBe(403)
    const after = await ask()
    expect(after).toHaveLength(7)
    expect(after.map(({ day }) => day)).toEqual([...after.map(({ day }) => day)].sort())
    expect((after.at(-1)?.signIns ?? 0) - (before.at(-1)?.signIns ?? 0)).toBe(1)
    expect((after.at(-1)?.failures ?? 0) - (before.at(-1)?.failures ?? 0)).toBe(1)
  })

  it('count the users of each organisation of the own tenant', async () => {
    const { data } = await admin.get<{ orgName: string; users: number }[]>(`${CHARTS}/queryUsersByOrg`)
    expect(data.reduce((sum, { users }) => sum + users, 0)).toBe(Object.keys(tenant.users).length)
  })

  it('are for those who are granted them', async () => {
    expect((await viewer.get(`${CHARTS}/queryActivity`)).http).toBe(403)
    expect((await viewer.get(`${CHARTS}/queryUsersByOrg`)).http).toBe(403)
  })
})
