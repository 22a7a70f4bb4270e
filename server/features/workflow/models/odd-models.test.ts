/** Files of other tools over HTTP: kept as drafts or refused with a reason, shown with a drawing of all that they have, deployed or told what is wrong. */
import { beforeAll, expect, it } from 'vitest'
import type { ProcessDesign } from '../../../../model/contract/workflow/models.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { oddModels } from '../../../../tests/support/odd-models.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'

const MODEL = '/api/activiti/model'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})

/** Under a key of its own, where its encoding lets it be written. */
const renamed = (bytes: Uint8Array, key: string) =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll('"odd"', `"${key}"`), 'latin1')

it.each(oddModels)('a file $name', async ({ bytes, expected }) => {
  const key = `p_${unique()}`
  const fields = { orgId: tenant.organisations['root'] ?? '', category: 'odd' }
  const answer = await upload<{ id: string; faults: { element: string; message: string }[] }>(
    server.url,
    admin,
    `${MODEL}/uploadModel`,
    renamed(bytes, key),
    { name: 'odd.bpmn', fields },
  )
  if (answer.http !== 200) {
    expect(answer.http, answer.message).toBeGreaterThanOrEqual(400)
    expect(answer.http, answer.message).toBeLessThan(500)
    expect(answer.message).not.toBe('')
    // What is refused at the door, and what has no key to be kept under.
    expect(expected === 'taken' ? answer.message : 'refused').toBe('refused')
    return
  }
  expect(answer.data.faults.every(({ message }) => message !== '')).toBe(true)
  const { xml } = dataOf<ProcessDesign>(await admin.get(`${MODEL}/queryProcessDesign`, { id: answer.data.id }))
  expect(xml).toContain('BPMNShape')
  const deployed = await admin.post(`${MODEL}/deployModel`, { modelId: answer.data.id }, { 'accept-language': 'en' })
  // Deployed, or told why not: nobody of the tenant is called as in the model, for example.
  if (deployed.http !== 200) expect(deployed, deployed.message).toMatchObject({ http: 422, faults: expect.any(Array) as unknown[] })
  if (expected !== 'taken') expect(deployed.http).toBe(422)
})
