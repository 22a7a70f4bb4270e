/** The record of processes in the chain: what is done to it behind the product's back is named, and an instance that was removed is none of that. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import { bpmn, deployRows, openTasksOf, person, task, way } from '../../tests/support/processes.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { sharedServer } from '../../tests/support/server.ts'
import { appendPending } from './chain-append.ts'
import { verifyChains } from './chain-report.ts'
import type { Break } from './chain-verify.ts'
import { countSeals, verifyChain } from './chain-verify.ts'

let server: TestServer
let tenant: BuiltTenant
let definition: string
let instance: string
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  const asked = { people: [{ kind: 'user', username: 'admin' }] }
  definition = await deployRows(server, tenant, bpmn('sealed', `${task('a', asked)}<endEvent id="end"/>${way('start > a > end')}`))
  instance = await over()
  await settle()
})

/** An instance that is over. */
async function over(): Promise<string> {
  const { id } = await server.services.workflow.start(person(tenant, 'admin'), { of: { definition } })
  const [open] = await openTasksOf(server, tenant, id)
  await server.services.workflow.act(person(tenant, 'admin'), { taskId: open?.id ?? '', act: { do: 'complete' }, comment: 'agreed' })
  return id
}
const inPart = <Result>(work: Parameters<typeof server.services.transactions.inTenant<Result>>[1]) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, work, 'read')
/** Seals what there is; a server seals beside this one. */
async function settle(): Promise<void> {
  await server.services.journal.flush()
  do await appendPending(server.services.transactions)
  while ((await inPart((tx) => countSeals(tx, tenant.id))).waiting > 0)
}
const verify = () => inPart(async (tx) => (await verifyChain(tx, tenant.id)).broken)

interface Sealed {
  position: string
  record: string
  step_number: number
}
/** Seals of what was recorded of the instance, in the order of its steps. */
const sealsOf = (id: string): Promise<Sealed[]> =>
  server.database.asOwner(
    async (client) =>
      (
        await client.query<Sealed>(
          `select seal.position, seal.record, event.step_number from log_seals seal join process_events event on event.tenant_id = seal.tenant_id
          and event.position = seal.record where seal.tenant_id = $1 and seal.source = 'process' and event.instance_id = $2 order by event.step_number`,
          [tenant.id, id],
        )
      ).rows,
  )

/** Runs statements as the owner of the tables, asks, and takes them back. */
async function after(sql: string): Promise<Break | undefined> {
  return server.database.asOwner(async (client) => {
    await client.query('begin')
    try {
      await client.query(sql)
      const all = async (statement: { compile(): { sql: string; parameters: readonly unknown[] } }) => {
        const { sql: text, parameters } = statement.compile()
        return (await client.query(text, parameters as unknown[])).rows
      }
      const tx = { all, first: async (statement: Parameters<typeof all>[0]) => (await all(statement))[0] }
      return (await verifyChain(tx as never, tenant.id)).broken
    } finally {
      await client.query('rollback')
    }
  })
}

describe('the record of processes', () => {
  it('is sealed, each step once', async () => {
    const seals = await sealsOf(instance)
    expect(seals.map(({ step_number: step }) => step)).toEqual([1, 2])
    expect(await verify()).toBeUndefined()
  })

  it.each([
    ['a comment', `comment = 'refused'`],
    ['who acted', 'actor_id = null'],
    ['for whom', 'acted_for_id = actor_id'],
    ['the time, by a microsecond', `happened_at = happened_at + interval '1 microsecond'`],
    ['what was done', `command = 'reject'`],
  ])('tells that %s was changed', async (_what, set) => {
    const { position, record } = (await sealsOf(instance))[1] as Sealed
    expect(await after(`update process_events set ${set} where tenant_id = '${tenant.id}' and position = ${record}`)).toEqual({
      kind: 'changed',
      position,
      source: 'process',
      record,
      name: `${instance} 2`,
    })
  })

  it('tells that a step is missing, whoever says that its instance was removed', async () => {
    const { position, record } = (await sealsOf(instance))[1] as Sealed
    const missing = { kind: 'missing', position, source: 'process', record }
    const taken = `delete from process_events where tenant_id = '${tenant.id}' and position = ${record};`
    expect(await after(taken)).toEqual(missing)
    const recorded = `insert into changes (tenant_id, table_name, row_id, verb, before, operation_id)
      values ('${tenant.id}', 'process_instances', '${instance}', 'delete', '{"record": [${record}]}', gen_random_uuid())`
    expect(await after(`${taken} ${recorded}`)).toEqual(missing)
    // Nor is it enough that the instance has gone: what went along is named.
    const gone = await over()
    await settle()
    const [first] = await sealsOf(gone)
    expect(
      await after(`alter table process_events disable trigger removal_of_record; delete from process_instances where id = '${gone}'`),
    ).toMatchObject({ kind: 'missing', record: first?.record })
  })

  it('forgives no entry of the log, whatever its seal says that it was part of', async () => {
    const gone = await over()
    await tenant.signIn('admin')
    await settle()
    const [log] = await server.database.asOwner(
      async (client) =>
        (
          await client.query<{ position: string; record: string }>(
            `select position, record from log_seals where tenant_id = $1 and source = 'log' order by position limit 1`,
            [tenant.id],
          )
        ).rows,
    )
    const { position, record } = log ?? expect.fail('nothing is in the log')
    const instanceGone = `alter table process_events disable trigger removal_of_record; delete from process_instances where id = '${gone}'`
    const recorded = `insert into changes (tenant_id, table_name, row_id, verb, before, operation_id)
      values ('${tenant.id}', 'process_instances', '${gone}', 'delete', '{"record": [${record}]}', gen_random_uuid())`
    const claimed = `alter table log_seals disable trigger user; update log_seals set part_of = '${gone}' where tenant_id = '${tenant.id}' and position = ${position}`
    const taken = `alter table logs disable trigger user; delete from logs where tenant_id = '${tenant.id}' and position = ${record}`
    expect(await after(`${instanceGone}; ${recorded}; ${claimed}; ${taken}`)).toEqual({ kind: 'missing', position, source: 'log', record })
  })

  it('tells of a step that was slipped in, over HTTP and to an operator at the machine', async () => {
    const slipped = `insert into process_events (tenant_id, instance_id, step_number, command, transaction_id) values ('${tenant.id}', '${instance}', 99, 'complete', '5')`
    await server.database.asOwner((client) => client.query(slipped))
    try {
      const admin = await tenant.signIn('admin')
      const broken = { kind: 'inserted', source: 'process', name: `${instance} 99` }
      expect((await admin.get('/api/admin/syslog/verifyLog')).data).toMatchObject({ broken })
      const recorded: string[] = []
      expect(await verifyChains(server.services.transactions, { code: tenant.code, print: (line) => recorded.push(line) })).toBe(false)
      expect(recorded.join()).toMatch(/BROKEN.*record of processes.* 99\)/)
    } finally {
      await server.database.asOwner((client) =>
        client.query(`delete from process_events where instance_id = '${instance}' and step_number = 99`),
      )
    }
  })

  it('goes with an instance that is removed, which the history tells and the chain holds', async () => {
    const gone = await over()
    await settle()
    const seals = await sealsOf(gone)
    const admin = await tenant.signIn('admin')
    expect(await admin.post('/api/activiti/history/deleteHistoricProcessInstance', { id: gone })).toMatchObject({ http: 200 })
    await settle()
    expect(await sealsOf(gone)).toEqual([])
    expect(await verify()).toBeUndefined()
    const [removal] = await server.database.asOwner(
      async (client) =>
        (
          await client.query<{ before: unknown; user_id: string }>(
            `select change.before, change.user_id from changes change join log_seals seal on seal.tenant_id = change.tenant_id and seal.source = 'change' and seal.record = change.position where row_id = $1`,
            [gone],
          )
        ).rows,
    )
    expect(removal).toEqual({ before: { record: seals.map(({ record }) => Number(record)) }, user_id: tenant.users['admin'] })
  })
})
