/** The way back in for an operator whose first password is lost. */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { requestToken, signIn } from '../../support/client.ts'
import { PASSWORD, furnishedFolder } from '../../support/furnished.ts'
import { QUICK, run, temporaryFolder } from '../../support/process.ts'

const SCRIPT = fileURLToPath(new URL('../../../scripts/reset-password.ts', import.meta.url))
const folder = temporaryFolder()
afterAll(() => folder.remove())
const DATA_DIR = `${folder.path}/data`

const reset = (...account: string[]) =>
  promisify(execFile)(process.execPath, [...QUICK, SCRIPT, ...account], { env: { ...process.env, DATA_DIR, DATABASE_URL: '' } }).then(
    ({ stdout }) => stdout,
    (error: { stderr: string }) => error.stderr,
  )

it('gives a new password, ends what the old one had opened, and touches nobody else', async () => {
  const variables = furnishedFolder(DATA_DIR)
  const first = await run(variables)
  const { token } = await signIn(first.url, '10000', 'admin', PASSWORD)
  expect(await reset('10000', 'admin')).toContain('in use by another server')
  await first.stop()

  expect(await reset('10000', 'nobody')).toContain('Tenant 10000 has no user nobody.')
  expect(await reset()).toContain('Say whose')
  const password = /is (\S+)\n$/.exec(await reset('10000', 'Admin'))?.[1]
  expect(password).toHaveLength(16)

  const second = await run(variables)
  try {
    expect((await requestToken(second.url, '10000', 'admin', PASSWORD)).http).toBe(401)
    const client = await signIn(second.url, '10000', 'admin', String(password))
    expect((await client.get('/api/uaa/users/getSysUser')).data, 'whoever stood at the machine knows it').toMatchObject({
      mustChangePassword: true,
    })
    expect((await client.get('/api/admin/sysuser/querySysUser')).http).toBe(403)
    expect((await requestToken(second.url, '10001', 'admin', PASSWORD)).http).toBe(200)
    const old = await fetch(`${second.url}/api/uaa/users/getSysUser`, { headers: { authorization: `Bearer ${token}` } })
    expect(old.status).toBe(401)
  } finally {
    await second.stop()
  }
})
