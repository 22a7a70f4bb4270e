/** An instance with more steps than a page shows: the newest stand there, with how many came before. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { ProcessRecord } from '../../../../model/contract/workflow/tasks.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { statement } from '../../../workflow/statement.ts'

const API = '/api/activiti'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})

it('what was decided last stands on each page of it', async () => {
  const mine = { people: [{ kind: 'user', username: 'admin' }] }
  const xml = bpmn(`l_${unique()}`, `${task('one', mine)}${task('two', mine)}<endEvent id="end"/>${way('start > one > two > end')}`)
  const { id } = await server.services.workflow.start(person(tenant, 'admin'), {
    of: { definition: await deployRows(server, tenant, xml) },
  })
  const [one] = await openTasksOf(server, tenant, id)
  // The start is the first step; these are those from 2 to 1,002.
  await inTenant(server, tenant, async (tx) => {
    await tx.run(
      statement(sql`insert into process_events (tenant_id, instance_id, step_number, command)
        select ${tenant.id}::uuid, ${id}::uuid, n, 'timer' from generate_series(2, 1002) n`),
    )
    await tx.run(statement(sql`update process_instances set step_number = 1002 where id = ${id}::uuid`))
  })
  const taskId = one?.id ?? expect.fail('there is no task')
  await server.services.workflow.act(person(tenant, 'admin'), { taskId, act: { do: 'complete' }, comment: 'the last word' })
  const instance = { processInstanceId: id }
  const own = dataOf<{ record: ProcessRecord[]; recordEarlier: number }>(await admin.get(`${API}/process/queryMyProcessDetails`, instance))
  const details = dataOf<typeof own>(await admin.get(`${API}/task/queryTaskDetails`, { taskId }))
  const personal = dataOf<typeof own>(await admin.get(`${API}/task/queryPersonalTaskDetails`, { taskId }))
  const comments = dataOf<{ list: ProcessRecord[]; earlier: number }>(await admin.get(`${API}/task/queryTaskComment`, instance))
  for (const [record, earlier] of [
    [own.record, own.recordEarlier],
    [details.record, details.recordEarlier],
    [personal.record, personal.recordEarlier],
    [comments.list, comments.earlier],
  ] as const) {
    // 1,003 steps, of which the newest thousand are those from 4 on.
    expect([record.length, earlier, record[0]?.step]).toEqual([1000, 3, 4])
    expect(record.at(-1)).toMatchObject({ step: 1003, command: 'complete', fullMessage: 'the last word' })
  }
})
