/**
 * Seeds, the template of a new tenant and the copy of one write tables themselves (docs/decisions/0073). What they store fulfils the
 * declaration and the rule of its noun all the same: each row is judged as a form with its values would be.
 */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Field } from '../../model/field.ts'
import { resources } from '../../model/index.ts'
import type { Resource } from '../../model/resource.ts'
import { columnOf, writableFields } from '../../model/resource.ts'
import { PASSWORD, unique } from '../../tests/support/builders.ts'
import { signIn } from '../../tests/support/client.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { everyWrites } from '../kernel/resources/noun-writes.ts'
import { demonstrations, features } from '../modules.ts'
import { seed } from './seed.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer({ demo: true, demoPassword: PASSWORD })
  await seed(server.services, features, demonstrations)
  const operator = await signIn(server.url, '10000', 'admin', PASSWORD)
  const { data } = await operator.get<{ list: { id: string; tenantCode: string }[] }>('/api/admin/systenant/querySysTenant')
  const copyFrom = data.list.find(({ tenantCode }) => tenantCode === '10001')?.id
  for (const start of [{ template: 'standard' }, { template: 'copy', copyFrom }]) {
    const name = `t${unique()}`
    const answer = await operator.post('/api/admin/systenant/addSysTenant', { tenantCode: name, tenantName: name, status: 1, ...start })
    expect(answer, JSON.stringify(start)).toMatchObject({ http: 200 })
  }
})
afterAll(() => server.stop())

type Stored = Readonly<Record<string, unknown>>

/** Every row of the noun's table, of all tenants. */
const rowsOf = ({ table }: Resource): Promise<Stored[]> =>
  server.database.asOwner(async (client) => (await client.query<Stored>(`select * from ${table}`)).rows)

/** A moment as it travels; everything else as it is stored. */
const sent = (value: unknown) => (value instanceof Date ? value.toISOString().slice(0, 19).replace('T', ' ') : value)

/** What a form would be told of the row, as `field: value`. Hashes are no passwords, and links lie in tables of their own. */
function refusalsOf(of: Resource, row: Stored): string[] {
  const names = writableFields(of, 'add').filter((name) => name !== 'password' && columnOf(name) in row)
  const values = Object.fromEntries(names.map((name) => [name, sent(row[columnOf(name)]) ?? (name === of.parent ? '0' : undefined)]))
  const wrong = names.filter((name) => {
    const { check, required } = of.fields[name] as Field
    const value = values[name]
    return value === undefined || value === '' ? required : !check.safeParse(value).success
  })
  const broken = of.rule?.(values)
  return [...wrong, ...(broken ? [broken.field] : [])].map((name) => `${name}: ${String(values[name])}`)
}

const written = everyWrites().map(({ of }) => of)

it.each(written.map((of) => [of.name, of] as const))('%s of the seeds are what a form would take', async (_name, of) => {
  const refused = (await rowsOf(of)).map((row) => refusalsOf(of, row)).filter((each) => each.length > 0)
  expect(refused).toEqual([])
})

it('judges rows of the nouns that the seeds are made of', async () => {
  const counted = await Promise.all(written.map(async (of) => [of.name, (await rowsOf(of)).length] as const))
  const seeded = new Set(counted.flatMap(([name, count]) => (count > 0 ? [name] : [])))
  const expected = ['users', 'organisations', 'roles', 'posts', 'tenants', 'packages', 'menus', 'dictionaries', 'regions', 'parameters']
  for (const name of [...expected, 'projects', 'sites', 'device-types', 'devices', 'points', 'alarm-rules'])
    expect([...seeded]).toContain(name)
})

it('is refused where a seed breaks a check or a rule', () => {
  const site = { site_code: 'S 1', site_name: 'Site', project_id: 'no id', longitude: 500 }
  expect(refusalsOf(resources.sites, site)).toEqual(expect.arrayContaining(['projectId: no id', 'longitude: 500']))
  const rule = {
    rule_name: 'Rule',
    point_key: 'p',
    alarm_kind: 'high',
    alarm_priority: 1,
    rule_status: 1,
    device_id: null,
    device_type_id: null,
  }
  expect(refusalsOf(resources.alarmRules, rule)).toContain('deviceId: undefined')
})
