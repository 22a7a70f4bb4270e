/** A data folder that the product made before its newest migration is upgraded by a start: every row and file is there, and the log is unbroken. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { resources } from '../../../model/index.ts'
import { pathsOf } from '../../support/values.ts'
import type { Client } from '../../support/client.ts'
import { signIn } from '../../support/client.ts'
import { PASSWORD, keepFirstPasswords, variables as demonstration } from '../../support/furnished.ts'
import { git } from '../../support/git.ts'
import { commitToUpgradeFrom, copyOf } from '../../support/older-copy.ts'
import type { Running, Variables } from '../../support/process.ts'
import { COMPILED, QUICK, kept, run, temporaryFolder } from '../../support/process.ts'
import { upload } from '../../support/uploads.ts'

/** One pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const VERIFY = fileURLToPath(new URL('../../../scripts/verify-log.ts', import.meta.url))
/** What grows while a server runs, or because somebody signs in, or is there for what is new: everything else is as it was. */
const GROWING = ['logs', 'online-users', 'alarms', 'deliveries', 'notifications', 'unparsed-messages', 'menus', 'urls', 'parameters']

const older = commitToUpgradeFrom()
if (older === undefined && process.env['CI'] && git('rev-parse', '--is-shallow-repository') === 'false')
  throw new Error('git has no commit before the newest migration')
if (older === undefined) process.stderr.write('NOT TESTED HERE: upgrading, since git does not know the commits before this one.\n')

/** Rows of each noun that is there, by its name. */
async function rowsOf(client: Client): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const of of Object.values(resources)) {
    const answer = await client.get<{ total: number }>(pathsOf(of).query, { pageSize: '1' })
    if (answer.http === 200) counts.set(of.name, answer.data.total)
  }
  return counts
}

const verify = (variables: Variables): Promise<{ code: number; out: string }> =>
  new Promise((resolve) => {
    execFile(process.execPath, [...QUICK, VERIFY], { env: { ...kept, NODE_COMPILE_CACHE: COMPILED, ...variables } }, (error, out) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out }),
    )
  })

it.runIf(older !== undefined)('is upgraded whole by the next start', async () => {
  const folder = temporaryFolder()
  const variables: Variables = { ...demonstration, DATA_DIR: join(folder.path, 'data') }
  let running: Running | undefined
  try {
    running = await run(variables, { root: copyOf(older as string, join(folder.path, 'older')) })
    await keepFirstPasswords(running.url)
    const before = await signIn(running.url, '10001', 'admin', PASSWORD)
    const picture = await upload<string>(running.url, before, '/api/account/sysuserdetail/uploadAvatar', PICTURE, { name: 'me.png' })
    expect(picture.http).toBe(200)
    const had = await rowsOf(before)
    expect(had.size).toBeGreaterThan(30)
    expect(await running.stop()).toBe(0)

    running = await run(variables)
    const after = await signIn(running.url, '10001', 'admin', PASSWORD)
    const has = await rowsOf(after)
    const differing = [...had].filter(([name, rows]) => !GROWING.includes(name) && has.get(name) !== rows)
    expect(differing.map(([name, rows]) => `${name}: ${rows} rows, then ${has.get(name)}`)).toEqual([])
    for (const name of GROWING) expect(has.get(name) ?? 0, name).toBeGreaterThanOrEqual(had.get(name) ?? 0)
    const shown = await fetch(`${running.url}${picture.data}`, { headers: { authorization: `Bearer ${after.token}` } })
    expect([shown.status, Buffer.from(await shown.arrayBuffer()).equals(PICTURE)]).toEqual([200, true])
    expect((await after.post('/api/acquisition/site/addSite', { siteCode: 'upgraded', siteName: 'upgraded' })).http).toBe(200)
    expect(await running.stop()).toBe(0)
    running = undefined
    expect(await verify(variables)).toMatchObject({ code: 0 })
  } finally {
    await running?.kill()
    folder.remove()
  }
})
