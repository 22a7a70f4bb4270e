/** A server on an S3 store as its operator meets it: wrong addresses are one sentence each, a backup is brought back into another store. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from '../../support/client.ts'
import type { Variables } from '../../support/process.ts'
import { COMPILED, QUICK, kept, launch, run, temporaryFolder, until } from '../../support/process.ts'
import type { S3Server } from '../../support/s3.ts'
import { startS3 } from '../../support/s3.ts'
import { upload } from '../../support/uploads.ts'

const RESTORE = fileURLToPath(new URL('../../../scripts/restore.ts', import.meta.url))
const folder = temporaryFolder()
let s3: S3Server
beforeAll(async () => {
  s3 = await startS3()
})
afterAll(async () => {
  await s3.stop()
  folder.remove()
})

describe('a start with a wrong S3_URL', () => {
  const changed = (change: (url: URL) => void) => {
    const url = new URL(s3.url)
    url.password = 'secret-of-theirs'
    change(url)
    return url.href
  }
  const right = (url: URL) => {
    url.password = 'S3RVER'
  }

  it.each<{ what: string; url: () => string; message: string | RegExp }>([
    { what: 'of no form', url: () => 'my-bucket', message: 'S3_URL must be an address like https://' },
    {
      what: 'without a bucket',
      url: () =>
        changed((url) => {
          url.pathname = '/'
        }),
      message: 'S3_URL must be an address like https://',
    },
    {
      what: 'without a key',
      url: () =>
        changed((url) => {
          url.username = ''
        }),
      message: 'S3_URL must be an address like https://',
    },
    {
      what: 'with something unknown',
      url: () =>
        changed((url) => {
          url.search = 'zone=1'
        }),
      message: 'S3_URL must be an address like https://',
    },
    {
      what: 'that nobody listens at',
      url: () =>
        changed((url) => {
          url.port = '1'
        }),
      message: 'S3_URL: the store cannot be reached (ECONNREFUSED).',
    },
    {
      what: 'of a bucket that is not there',
      url: () =>
        changed((url) => {
          right(url)
          url.pathname = '/another'
        }),
      message: 'S3_URL: there is no such bucket (404 NoSuchBucket).',
    },
    {
      what: 'with a wrong secret',
      url: () => changed(() => undefined),
      message: 'S3_URL: the secret is wrong (403 SignatureDoesNotMatch).',
    },
    {
      what: 'with an unknown key',
      url: () =>
        changed((url) => {
          url.username = 'nobody'
        }),
      message: 'S3_URL: the store does not know this key (403 InvalidAccessKeyId).',
    },
  ])('$what says so, and leaves nothing behind', async ({ url, message }) => {
    const dataDir = `${folder.path}/refused`
    const refused = launch({ DATA_DIR: dataDir, S3_URL: url() })
    const giveUp = setTimeout(() => refused.signal('SIGKILL'), 120_000)
    expect(await refused.ended).toBe(1)
    clearTimeout(giveUp)
    expect(refused.errors()).toContain(`Outstation cannot start: ${message}`)
    expect(refused.errors().trim().split('\n')).toHaveLength(1)
    expect(refused.errors() + refused.output()).not.toMatch(/secret-of-theirs|S3RVER:/)
    expect(existsSync(dataDir)).toBe(false)
  })
})

it('keeps files in the bucket, and a backup brings them back into another one; no log has the secret', async () => {
  const other = await startS3()
  const place = (name: string, url: string): Variables => ({
    DATA_DIR: `${folder.path}/${name}`,
    DEMO: 'on',
    DEMO_PASSWORD: 'outstation',
    LOG_LEVEL: 'trace',
    S3_URL: url,
  })
  const [old, fresh] = [place('old', s3.url), place('fresh', other.url)]
  const [first, content] = [await run(old), Buffer.alloc(9 * 1024 ** 2, 'contents of a file ')]
  try {
    const admin = await signIn(first.url, '10001', 'admin', 'outstation')
    const before = await s3.keys('files/')
    const {
      data: { id },
    } = await upload<{ id: string }>(first.url, admin, '/api/file/file/uploadFile', content, { name: 'nine.txt' })
    const there = await s3.keys('files/')
    expect(there).toHaveLength(before.length + 2)
    const files = (await s3.files()).length
    expect(existsSync(`${folder.path}/old/blobs`)).toBe(false)
    expect(first.output()).toContain(`Files: S3 store at ${new URL(s3.url).host}/files`)
    const operator = await signIn(first.url, '10000', 'admin', 'outstation')
    await operator.post('/api/admin/logsystem/backUpDataBase')
    await until(
      'the backup is rehearsed',
      async () => {
        const { data } = await operator.get<{ list: { backupState: string; verdict: string }[] }>('/api/admin/logsystem/queryLogSystem')
        return data.list[0]?.backupState === 'done' && data.list[0].verdict === 'passed'
      },
      240_000,
    )
    expect(await first.stop()).toBe(0)
    expect(first.output() + first.errors()).not.toMatch(/S3RVER:|AWS4-HMAC/)
    const [backup = ''] = readdirSync(`${folder.path}/old/backups`)
    const restore = (variables: Variables) =>
      new Promise<{ code: number; out: string; errors: string }>((resolve) => {
        execFile(
          process.execPath,
          [...QUICK, RESTORE, `${folder.path}/old/backups/${backup}`],
          { env: { ...kept, NODE_COMPILE_CACHE: COMPILED, ...variables } },
          (error, out, errors) => resolve({ code: Number(error?.code ?? 0), out, errors }),
        )
      })
    // A trial with the address of the real bucket would find that none of its files has a row.
    const stranger = launch({ DATA_DIR: `${folder.path}/stranger`, DEMO: 'on', S3_URL: s3.url })
    const giveUp = setTimeout(() => stranger.signal('SIGKILL'), 120_000)
    expect(await stranger.ended).toBe(1)
    clearTimeout(giveUp)
    expect(stranger.errors()).toContain('S3_URL: the files there belong to another installation.')
    expect(await s3.keys('files/')).toEqual(there)
    expect(await restore({ ...fresh, S3_URL: `${other.url}-missing` })).toMatchObject({
      code: 1,
      errors: expect.stringContaining('no such bucket'),
    })
    expect(await restore(fresh)).toMatchObject({
      code: 0,
      out: expect.stringContaining(`${files} files are in ${new URL(other.url).host}/files.`),
      errors: '',
    })
    const second = await run(fresh)
    try {
      const again = await signIn(second.url, '10001', 'admin', 'outstation')
      const answer = await fetch(`${second.url}/api/file/file/content?id=${id}`, { headers: { authorization: `Bearer ${again.token}` } })
      expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true)
    } finally {
      await second.kill()
    }
    expect(readFileSync(`${folder.path}/old/backups/${backup}`).includes('S3RVER')).toBe(false)
  } finally {
    await first.kill()
    await other.stop()
  }
}, 600_000)
