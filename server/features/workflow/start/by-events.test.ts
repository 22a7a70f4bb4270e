/** A process that begins with a timer, a message or a signal alone: nobody is offered it, and nobody starts it, by hand or by an alarm. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Startable } from '../../../../model/contract/workflow/instances.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { bpmn, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { deploy, startableKeys } from '../../../workflow/index.ts'

const PROCESS = '/api/activiti/process'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})

const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, work)

/** Begins with an event; with `plain`, by hand as well. */
async function deployed(event: string, plain = false): Promise<{ key: string; id: string }> {
  const key = `b_${unique()}`
  const ways = `${way('event > one > end')}${plain ? way('start > one') : ''}`
  const nodes = `<startEvent id="event">${event}</startEvent>${task('one', { people: [{ kind: 'user', username: 'editor' }] })}<endEvent id="end"/>`
  const whole = bpmn(key, `${nodes}${ways}`, { before: '<message id="m" name="Came"/><signal id="s" name="Seen"/>' })
  const xml = plain ? whole : whole.replace('<startEvent id="start"/>', '')
  const answer = await inTenant((tx) => deploy(tx, server.services, { xml, key, name: key, category: null, deployedBy: null }))
  return 'definitionId' in answer ? { key, id: answer.definitionId } : expect.fail(JSON.stringify(answer))
}
const offered = async (name: string) => dataOf<Startable[]>(await admin.get(`${PROCESS}/queryStartable`, { name })).map(({ key }) => key)
const keys = (key: string) => inTenant((tx) => startableKeys(tx, { userId: tenant.users['admin'] ?? '' }, [key]))
const begun = async (id: string) =>
  (await inTenant((tx) => tx.all(build.selectFrom('process_instances').select('id').where('definition_id', '=', id)))).length
const asking = (processDefinitionId: string) => ({
  processDefinitionId,
  startTime: '2026-01-01 08:00:00',
  endTime: '2026-01-01 18:00:00',
  description: 'x',
})

describe.each([
  ['a timer', '<timerEventDefinition><timeCycle>R/P1D</timeCycle></timerEventDefinition>'],
  ['a message', '<messageEventDefinition messageRef="m"/>'],
  ['a signal', '<signalEventDefinition signalRef="s"/>'],
])('a process that begins with %s alone', (_words, event) => {
  it('is offered to nobody, and refused to whoever starts it all the same', async () => {
    const { key, id } = await deployed(event)
    expect(await offered(key)).toEqual([])
    expect(await keys(key), 'nor is it one that an alarm may start').toEqual(new Set())
    for (const [language, sentence] of [
      ['en', `“${key}” begins by itself, at its time or with its event: nobody can start it`],
      ['zh-CN', `流程“${key}”由定时器、消息或信号自动发起，不能手动发起`],
      ['zh-TW', `流程「${key}」由計時器、訊息或訊號自動發起，無法手動發起`],
    ] as const) {
      const headers = { 'accept-language': language }
      const refusal = { http: 409, message: sentence }
      expect(await admin.post(`${PROCESS}/startProcessInstance`, asking(id), headers)).toMatchObject(refusal)
      expect(await admin.get(`${PROCESS}/queryStartForm`, { processDefinitionId: id }, headers)).toMatchObject(refusal)
    }
    const byAlarm = server.services.workflow.start({ tenantId: tenant.id }, { of: { key } })
    await expect(byAlarm).rejects.toMatchObject({ code: 'process.by-events' })
    expect(await begun(id)).toBe(0)
  })

  it('is offered where it can be started by hand as well', async () => {
    const { key, id } = await deployed(event, true)
    expect(await offered(key)).toEqual([key])
    expect(await keys(key)).toEqual(new Set([key]))
    expect((await admin.post(`${PROCESS}/startProcessInstance`, asking(id))).http).toBe(200)
    expect(await begun(id)).toBe(1)
  })
})

it('begins with its signal all the same', async () => {
  const { id } = await deployed('<signalEventDefinition signalRef="s"/>')
  await server.services.workflow.deliverSignal(tenant.id, { name: 'Seen', variables: {} })
  expect(await begun(id)).toBe(1)
})
