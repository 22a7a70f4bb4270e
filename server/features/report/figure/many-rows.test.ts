/** Figures of very many rows of a noun: refused before they are read while somebody waits, and made by a job, which may read more. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Extent } from '../../../figures/index.ts'
import { openFigures } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { identityOf } from '../../../kernel/authorization/user-identity.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import { deviceDocument, furnishDevices } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

/** What the devices of the test are (tests/support/figures.ts). */
const DEVICES = 120

let server: TestServer
let caller: Caller
beforeAll(async () => {
  server = await sharedServer()
  const tenant = await buildTenant(server)
  await furnishDevices(server, tenant)
  const { transactions, grants } = server.services
  const identity = await identityOf(transactions, grants, {
    tenantId: tenant.id,
    userId: tenant.users['admin'] as string,
    sessionId: 'test',
  })
  if (!identity) throw new Error('there is no administrator')
  caller = callerOf(identity, undefined)
}, 120_000)
afterAll(() => server.stop())

/** Asks an engine of which so many rows may be read at once, while somebody waits, and by a job. */
function ask(extent: Extent, document: object, rows: { light?: number; page: number; job: number }) {
  const bounds = (most: number) => ({ pieces: 1000, samples: 1000, rows: most })
  const limits = { light: bounds(rows.light ?? 10), page: bounds(rows.page), job: bounds(rows.job) }
  return openFigures({ ...server.services, isAlone: false, limits }).query(caller, translatorFor('en'), { document }, extent)
}
const counted = deviceDocument({})
const SERIAL = { field: 'serialNumber', op: 'equals', value: 'serial 1' }

it('are refused of a page that would read more rows than it may, with the way to have them', async () => {
  await expect(ask('page', counted, { page: DEVICES - 1, job: DEVICES })).rejects.toMatchObject({
    code: 'figure.as-job',
    details: { more: { background: true } },
  })
  expect((await ask('page', counted, { page: DEVICES, job: DEVICES })).rows).toEqual([[DEVICES]])
})

it('are made by a job, and refused of one as well where they are too many', async () => {
  expect((await ask('job', counted, { page: 1, job: DEVICES })).rows).toEqual([[DEVICES]])
  await expect(ask('job', counted, { page: 1, job: DEVICES - 1 })).rejects.toMatchObject({ code: 'figure.too-much' })
})

it('are those that meet the conditions and lie in the range, of both periods where two are compared', async () => {
  const narrowed = deviceDocument({ where: SERIAL })
  expect((await ask('page', narrowed, { light: 12, page: 12, job: 12 })).rows).toEqual([[12]])
  const months = deviceDocument({ time: { field: 'createTime', from: '2026-03-01', to: '2026-04-01', compare: 'previous' } })
  const all = await ask('page', months, { page: DEVICES, job: DEVICES })
  const [march, february] = all.rows[0] as [number, number]
  expect(march).toBeGreaterThan(0)
  expect(february).toBeGreaterThan(0)
  await expect(ask('page', months, { page: march + february - 1, job: DEVICES })).rejects.toMatchObject({ code: 'figure.as-job' })
})
