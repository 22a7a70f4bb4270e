/** A backup taken while others write, and encrypted, brings back, by one command, every row that was acknowledged before it began, and every file. */
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { extractDump } from '../../server/backups/bundle.ts'
import { decryptFile, identitiesIn } from '../../server/backups/encryption.ts'
import type { Client } from '../support/client.ts'
import { signIn } from '../support/client.ts'
import { engine, postgres, noteUntested } from '../support/engine.ts'
import { PASSWORD, furnishedInstallation, variables as demonstration } from '../support/furnished.ts'
import type { Running, Variables } from '../support/process.ts'
import { COMPILED, QUICK, kept, run, temporaryFolder, until } from '../support/process.ts'
import { bpmn, task, way } from '../support/processes.ts'
import { scratchDatabase } from '../support/scratch.ts'
import { upload } from '../support/uploads.ts'

/** One pixel. */
const PICTURE = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64')
const SCRIPTS = fileURLToPath(new URL('../../scripts/', import.meta.url))
noteUntested('restoring')

interface Row {
  id: string
  fileName: string
  backupState: string
  verdict: string | null
  sha256: string
  remark: string | null
}

function script(name: string, words: readonly string[], variables: Variables): Promise<{ code: number; out: string; errors: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [...QUICK, join(SCRIPTS, name), ...words],
      { env: { ...kept, NODE_COMPILE_CACHE: COMPILED, ...variables } },
      (error, out, errors) => resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, out, errors }),
    )
  })
}

const add = (client: Client, orgName: string) => client.post('/api/admin/sysorg/addSysOrg', { orgName, orgType: 'team', parentId: '0' })
/** With a task of whoever starts it, and a timer at its edge; gives the instance. */
async function startProcess(client: Client): Promise<string> {
  const xml = bpmn(
    'restored',
    `${task('one', { people: [{ kind: 'starter' }] })}<boundaryEvent id="edge" attachedToRef="one"><timerEventDefinition><timeDuration>P1D</timeDuration></timerEventDefinition></boundaryEvent><endEvent id="end"/>${way('start > one > end')}${way('edge > end')}`,
  )
  expect(await client.post('/api/activiti/deployment/deployFile', { fileName: 'restored.bpmn', xml })).toMatchObject({ http: 200 })
  const { data } = await client.get<{ list: { id: string }[] }>('/api/activiti/process/queryProcessDefinition', { key: 'restored' })
  const started = await client.post<{ id: string }>('/api/activiti/process/startProcessInstance', {
    processDefinitionId: data.list[0]?.id,
    startTime: '2026-01-01 08:00:00',
    endTime: '2026-01-01 18:00:00',
    description: 'is restored',
  })
  expect(started.http, started.message).toBe(200)
  return started.data.id
}

const names = async (client: Client): Promise<string[]> =>
  (
    await client.get<{ list: { orgName: string }[] }>('/api/admin/sysorg/querySysOrg', { pageSize: 10_000, orgName: 'restored-' })
  ).data.list.map(({ orgName }) => orgName)

describe(`a backup on the ${engine} engine`, () => {
  it('is restored into an empty place and over an old one, and into none that is in use', async () => {
    const folder = temporaryFolder()
    const { variables: old, scratch: first } = await furnishedInstallation(postgres, join(folder.path, 'old'))
    const second = postgres === undefined ? undefined : await scratchDatabase(postgres, 'restore')
    const fresh: Variables = { ...demonstration, DATA_DIR: join(folder.path, 'fresh'), ...(second ? { DATABASE_URL: second.url } : {}) }
    let running: Running | undefined
    try {
      const [key, otherKey] = [join(folder.path, 'key'), join(folder.path, 'other-key')]
      const made = await script('backup-key.ts', [key], {})
      expect(made).toMatchObject({ code: 0, errors: '' })
      expect(statSync(key).mode & 0o777).toBe(0o600)
      const keyText = readFileSync(key, 'utf8')
      expect(await script('backup-key.ts', [key], {})).toMatchObject({ code: 1, out: '', errors: expect.stringContaining('there already') })
      expect(readFileSync(key, 'utf8'), 'a key is never overwritten').toBe(keyText)
      expect(made.out).not.toContain('SECRET')
      await script('backup-key.ts', [otherKey], {})
      running = await run({ ...old, BACKUP_RECIPIENTS: /BACKUP_RECIPIENTS=(age1\w+)/.exec(made.out)?.[1] ?? '' })
      const admin = await signIn(running.url, '10001', 'admin', PASSWORD)
      const operator = await signIn(running.url, '10000', 'admin', PASSWORD)
      for (let count = 0; count < 20; count += 1) expect((await add(admin, `restored-before-${count}`)).http).toBe(200)
      const picture = await upload<string>(running.url, admin, '/api/account/sysuserdetail/uploadAvatar', PICTURE, { name: 'me.png' })
      expect(picture.http).toBe(200)
      const instance = await startProcess(admin)
      const rowOf = async () => (await operator.get<{ list: Row[] }>('/api/admin/logsystem/queryLogSystem')).data.list[0] as Row
      expect((await operator.post('/api/admin/logsystem/backUpDataBase')).http).toBe(200)
      let written = 0
      await until(
        'the backup is taken and rehearsed',
        async () => {
          if ((await add(admin, `restored-after-${written}`)).http === 200) written += 1
          const row = await rowOf()
          return row.backupState !== 'running'
        },
        240_000,
      )
      const row = await rowOf()
      expect(row, row.remark ?? '').toMatchObject({ backupState: 'done', verdict: 'passed' })
      const file = join(folder.path, 'old', 'backups', row.fileName)
      const withKey = ['--identity', key]

      // Not while the server runs, and not a file that is damaged.
      expect(await script('restore.ts', [file, '--replace', ...withKey], old)).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/in use by another server|Stop it first/),
      })
      expect(await script('restore.ts', [file, '--sha256', '0'.repeat(64)], fresh)).toMatchObject({
        code: 1,
        errors: expect.stringContaining('damaged'),
      })
      await running.stop()

      // Nor without its key, or if one bit of it is another.
      const flipped = readFileSync(file)
      const middle = Math.floor(flipped.length / 2)
      flipped.writeUInt8(flipped.readUInt8(middle) ^ 1, middle)
      writeFileSync(join(folder.path, 'flipped.zip.age'), flipped)
      for (const [words, message] of [
        [[file], 'say --identity'],
        [[file, '--identity', `${key}-gone`], 'cannot be read (ENOENT)'],
        [[file, '--identity', otherKey], 'encrypted for another key'],
        [[join(folder.path, 'flipped.zip.age'), ...withKey], 'is damaged'],
      ] as const)
        expect(await script('restore.ts', words, fresh)).toMatchObject({ code: 1, out: '', errors: expect.stringContaining(message) })
      expect(existsSync(fresh['DATA_DIR'] as string) ? readdirSync(fresh['DATA_DIR'] as string) : []).toEqual([])

      expect(await script('restore.ts', [file, '--sha256', row.sha256, ...withKey], fresh)).toMatchObject({
        code: 0,
        out: expect.stringMatching(
          /^Restored 3 tenants[^]*\n {2}organisations +\d+\n[^]*\d+ tables, \d+ rows, as many in each table as when the backup was taken[^]*\n\d+ files are in [^]*\nThis took \d/,
        ),
        errors: '',
      })
      running = await run(fresh)
      const seen = await names(await signIn(running.url, '10001', 'admin', PASSWORD))
      expect(seen).toEqual(expect.arrayContaining(Array.from({ length: 20 }, (_, count) => `restored-before-${count}`)))
      const back = await signIn(running.url, '10001', 'admin', PASSWORD)
      const shown = await fetch(`${running.url}${picture.data}`, { headers: { authorization: `Bearer ${back.token}` } })
      expect([shown.status, Buffer.from(await shown.arrayBuffer()).equals(PICTURE)], 'the file came along').toEqual([200, true])
      // An instance that ran when the backup was taken goes on, and comes to its end.
      const { data: tasks } = await back.get<{ list: { id: string }[] }>('/api/activiti/task/queryTask', { processInstanceId: instance })
      expect(tasks.list).toHaveLength(1)
      expect(await back.post('/api/activiti/task/completeTask', { taskId: tasks.list[0]?.id, comment: 'done' })).toMatchObject({
        http: 200,
        data: { processStatus: 'approved' },
      })
      await add(back, 'restored-later')
      await running.stop()
      running = undefined
      expect(await script('verify-log.ts', [], fresh)).toMatchObject({ code: 0, out: expect.stringContaining('10001: sound') })

      // What is there is not overwritten by mistake, nor lost to a broken file.
      expect(await script('restore.ts', [file, ...withKey], fresh)).toMatchObject({ code: 1, errors: expect.stringContaining('--replace') })
      const archive = join(folder.path, 'opened', 'archive')
      await decryptFile(file, archive, identitiesIn(keyText))
      const whole = readFileSync(archive)
      const broken = {
        'broken.tar.gz': 'this is no backup',
        'broken.dump': 'this is none either',
        'broken.zip': whole.subarray(0, whole.length / 2),
      }
      for (const [name, content] of Object.entries(broken)) {
        writeFileSync(join(folder.path, name), content)
        expect(await script('restore.ts', [join(folder.path, name), '--replace'], fresh), name).toMatchObject({ code: 1 })
      }
      // A dump alone is what backups of the first versions were.
      const alone = join(folder.path, 'alone')
      const ending = await extractDump(archive, alone)
      renameSync(alone, `${alone}${ending}`)
      expect(await script('restore.ts', [`${alone}${ending}`, '--replace'], fresh)).toMatchObject({
        code: 0,
        out: expect.stringContaining('does not say how many there were'),
        errors: '',
      })
      if (engine === 'embedded')
        expect(readdirSync(fresh['DATA_DIR'] as string).filter((name) => name.startsWith('postgres.before-'))).toHaveLength(1)
      expect(readdirSync(fresh['DATA_DIR'] as string).filter((name) => name.startsWith('restoring'))).toEqual([])
      running = await run(fresh)
      const again = await names(await signIn(running.url, '10001', 'admin', PASSWORD))
      expect(again).toContain('restored-before-19')
      expect(again).not.toContain('restored-later')
      expect(existsSync(file)).toBe(true)
    } finally {
      await running?.kill()
      await first?.drop()
      await second?.drop()
      folder.remove()
    }
  }, 600_000)
})
