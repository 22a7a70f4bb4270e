/** The first day of a tenant: ticked by rows alone, for who can do it, and gone when it is done. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FirstSteps } from '../../../../model/contract/home/first-steps.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call } from '../../../../tests/support/client.ts'
import { buildDevice, sendReadings } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const STEPS = '/api/account/workbench/queryFirstSteps'
const HIDE = '/api/account/workbench/hideFirstSteps'

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  other = await buildTenant(server)
})
afterAll(() => server.stop())

const left = async (client: Client) => {
  const { steps } = (await client.get<FirstSteps>(STEPS)).data
  return steps && steps.filter(({ done }) => !done).map(({ step }) => step)
}

it('is for whoever can do it, comes back with the workbench as it came, and is put away by each for themselves', async () => {
  const admin = await other.signIn('admin')
  const all = ['project', 'site', 'device-type', 'device', 'value']
  expect(await left(admin)).toEqual(all)
  expect(await left(await other.signIn('viewer')), 'who may add nothing').toBeNull()
  expect(await left(await (await buildPlatform(server)).signIn('admin')), 'the platform has no devices').toBeNull()
  expect((await call(server.url, 'GET', STEPS)).http).toBe(401)
  expect((await call(server.url, 'POST', HIDE)).http).toBe(401)
  expect((await admin.post(HIDE)).http).toBe(200)
  expect(await left(admin)).toBeNull()
  expect(await left(await tenant.signIn('admin')), 'of another').toEqual(all)
  expect((await admin.post('/api/account/workbench/resetWorkbench')).http).toBe(200)
  expect(await left(admin)).toEqual(all)
})

it('is ticked by the rows of the own tenant, one after the other, and gone with the first value', async () => {
  const admin = await tenant.signIn('admin')
  const add = async (path: string, values: object) => expect(await admin.post(path, values), path).toMatchObject({ http: 200 })
  await add('/api/acquisition/project/addProject', { projectCode: 'p', projectName: 'p', projectStatus: 'active' })
  expect(await left(admin)).toEqual(['site', 'device-type', 'device', 'value'])
  await add('/api/acquisition/site/addSite', { siteCode: 's', siteName: 's' })
  expect(await left(admin)).toEqual(['device-type', 'device', 'value'])
  await add('/api/acquisition/devicetype/addDeviceType', { typeCode: 't', typeName: 't' })
  expect(await left(admin)).toEqual(['device', 'value'])
  const device = await buildDevice(server, tenant)
  expect(await left(admin)).toEqual(['value'])
  await sendReadings(server, device, [{ key: 'temperature', time: Date.now(), value: 21.5 }])
  await expect.poll(() => left(admin), { timeout: 10_000 }).toBeNull()
  expect(await left(await other.signIn('admin')), 'nothing of it is of another tenant').toHaveLength(5)
})
