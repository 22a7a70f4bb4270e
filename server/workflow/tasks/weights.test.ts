/** Several decide together, and the vote of some counts for more. */
import { beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, instanceRow, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'

const NAMES = ['ann', 'ben', 'cid'] as const

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: NAMES.map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })) })
})

/** Ann counts three, by one of two rules that name her; the others one each. */
async function started(percent: number) {
  const people = [
    { kind: 'role', code: 'ROLE_OPERATOR' },
    { kind: 'user', username: 'ann', weight: 3 },
  ]
  const xml = bpmn(
    `p_${unique()}`,
    `${task('one', { people, group: { mode: 'ratio', percent } })}<endEvent id="end"/>${way('start > one > end')}`,
  )
  const definition = await deployRows(server, tenant, xml)
  const { id } = await server.services.workflow.start(person(tenant, 'admin'), { of: { definition } })
  return {
    act: async (name: (typeof NAMES)[number], what: 'complete' | 'reject') => {
      const open = (await openTasksOf(server, tenant, id)).find(({ assignee_id }) => assignee_id === tenant.users[name])
      await server.services.workflow.act(person(tenant, name), { taskId: open?.id ?? '', act: { do: what }, comment: 'so' })
      return (await instanceRow(server, tenant, id))?.outcome ?? 'open'
    },
  }
}

it('one who counts for three of five decides by a majority, either way', async () => {
  expect(await (await started(51)).act('ann', 'complete')).toBe('approved')
  expect(await (await started(51)).act('ann', 'reject')).toBe('rejected')
})

it('two who count for two of five do not', async () => {
  const one = await started(51)
  expect(await one.act('ben', 'complete')).toBe('open')
  expect(await one.act('cid', 'complete')).toBe('open')
  expect(await one.act('ann', 'reject')).toBe('rejected')
})
