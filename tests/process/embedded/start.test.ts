/** Starting and stopping as an operator meets them: every mistake is one sentence, and nothing is left behind by it. */
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../../../server/config.ts'
import { openDatabase } from '../../../server/kernel/database/database.ts'
import { StartError } from '../../../server/kernel/start-error.ts'
import { requestToken, signIn } from '../../support/client.ts'
import { PASSWORD, furnishedFolder } from '../../support/furnished.ts'
import type { Running, Started, Variables } from '../../support/process.ts'
import { isReady, launch, run, temporaryFolder, until } from '../../support/process.ts'
import { amount, sampleOf } from '../../support/thorough.ts'

const folder = temporaryFolder()
let folders = 0
const newDataDir = () => `${folder.path}/data${(folders += 1)}`

/** A copy of a folder that a server with the demonstration has worked in and left: it starts in a fraction of the time. */
const usedDataDir = (): Variables => furnishedFolder(newDataDir())

/** Servers of the running test; none survives it, even when it fails. */
const started: Started[] = []
async function runHere(variables: Variables): Promise<Running> {
  const running = await run({ DEMO_PASSWORD: 'outstation', ...variables })
  started.push(running)
  return running
}
afterEach(async () => {
  for (const { signal } of started) signal('SIGKILL')
  await Promise.all(started.splice(0).map(({ ended }) => ended))
})
afterAll(() => folder.remove())

/** Starts a server that is expected to refuse, and gives its one sentence. */
async function refusal(variables: Variables): Promise<string> {
  const refused = launch(variables)
  started.push(refused)
  expect(await refused.ended, 'exit code').toBe(1)
  const [, sentence] = /^Outstation cannot start: ([^\n]+)\n$/.exec(refused.errors()) ?? []
  return sentence ?? expect.fail(`not one sentence:\n${refused.errors()}`)
}

describe('a start with a bad variable', () => {
  /** Somebody else's server, at an address where this one would listen. */
  const other = createServer()
  beforeAll(async () => {
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  })
  afterAll(() => other.close())

  /** Wrong as they are written: found before anything is touched. */
  const misspelt: readonly { variable: string; value: string; message: string }[] = [
    { variable: 'PORT', value: 'abc', message: 'PORT must be a port number from 0 to 65535.' },
    { variable: 'PORT', value: '65536', message: 'PORT must be a port number from 0 to 65535.' },
    { variable: 'DATABASE_URL', value: 'mysql://root@127.0.0.1/outstation', message: 'DATABASE_URL must be an address like postgres://' },
    { variable: 'DATABASE_URL', value: 'the usual one', message: 'DATABASE_URL must be an address like postgres://' },
    { variable: 'DEMO', value: 'maybe', message: 'DEMO must be on or off.' },
    { variable: 'DEMO_PASSWORD', value: '12345', message: 'DEMO_PASSWORD must have 6 to 31 characters.' },
    { variable: 'LOG_LEVEL', value: 'loud', message: 'LOG_LEVEL must be one of' },
    { variable: 'TIME_ZONE', value: 'Mars/Base', message: 'TIME_ZONE must be an IANA time zone' },
    { variable: 'RATE_LIMIT', value: '0', message: 'RATE_LIMIT must be' },
    { variable: 'MIN_FREE_MB', value: '-1', message: 'MIN_FREE_MB must be a whole number of megabytes.' },
  ]

  it.each(misspelt)('$variable, $value, is refused by name', ({ variable, value, message }) => {
    const reading = () => readConfig({ [variable]: value })
    expect(reading).toThrow(StartError)
    expect(reading).toThrow(message)
    expect(reading).not.toThrow(/\n/)
  })

  it('several of them are named together, and nothing is left behind', async () => {
    const dataDir = newDataDir()
    const refused = launch({ DATA_DIR: dataDir, ...Object.fromEntries(misspelt.map(({ variable, value }) => [variable, value])) })
    started.push(refused)
    expect(await refused.ended, 'exit code').toBe(1)
    const [first, ...others] = refused.errors().trimEnd().split('\n')
    expect(first).toMatch(/^Outstation cannot start: /)
    const names = new Set(misspelt.map(({ variable }) => variable))
    expect([first, ...others].length, refused.errors()).toBe(names.size)
    for (const { variable, message } of misspelt) expect(refused.errors(), variable).toContain(message)
    expect(existsSync(dataDir), 'a data folder was made').toBe(false)
  })

  it.each<{ variable: string; value: string | { taken: true }; message: string }>([
    { variable: 'PORT', value: { taken: true }, message: 'is already in use.' },
    { variable: 'HOST', value: '300.1.1.1', message: 'HOST 300.1.1.1 is not an address of this machine.' },
    { variable: 'HOST', value: '192.0.2.1', message: 'HOST 192.0.2.1 is not an address of this machine.' },
    {
      variable: 'DATABASE_URL',
      value: 'postgres://somebody:secret-of-theirs@127.0.0.1:1/outstation',
      message: 'DATABASE_URL: the database cannot be reached (ECONNREFUSED).',
    },
    // A key whose last letter is another: only its checksum is wrong.
    {
      variable: 'BACKUP_RECIPIENTS',
      value: 'age1sx7x2836d0lzkec2n2d8yhwatspn7gsr7h6838tt6slwcsqahdlqnwlnqq',
      message: 'BACKUP_RECIPIENTS must be one or more public keys as npm run backup-key prints them',
    },
    { variable: 'MIN_FREE_MB', value: '999999999', message: 'MB of disk space left, and MIN_FREE_MB asks for 999999999.' },
  ])('$variable, $value, is refused by name', async ({ variable, value, message }) => {
    const dataDir = newDataDir()
    const sentence = await refusal({
      DATA_DIR: dataDir,
      [variable]: typeof value === 'string' ? value : String((other.address() as AddressInfo).port),
    })
    expect(sentence).toContain(variable)
    expect(sentence).toContain(message)
    expect(sentence).not.toContain('secret-of-theirs')
    expect(existsSync(dataDir), 'a data folder was made').toBe(false)
  })

  it('DATA_DIR that cannot be written is refused by name', async () => {
    // Below a file nobody can make a folder, root neither.
    const file = `${folder.path}/file`
    writeFileSync(file, '')
    expect(await refusal({ DATA_DIR: `${file}/data` })).toMatch(/^DATA_DIR .+ cannot be written to \(ENOTDIR\)\.$/)
  })
})

/** What the process of this number was started with: the same that the test started, and that it ends. */
const arenasOf = ({ pid }: Running) => /(?:^|\0)MALLOC_ARENA_MAX=(\d+)/.exec(readFileSync(`/proc/${pid}/environ`, 'utf8'))?.[1]

/** Health without a sign-in, and the arenas of the allocator: two, or as many as the operator says. */
async function expectUsual(running: Running, arenas = '2'): Promise<void> {
  for (const path of ['/healthz', '/readyz']) {
    const answer = await fetch(`${running.url}${path}`)
    expect([path, answer.status, await answer.json()], 'health tells nothing else').toEqual([path, 200, { status: 'ok' }])
  }
  if (process.platform === 'linux') expect(arenasOf(running)).toBe(arenas)
}

describe('a data folder', () => {
  it('serves one server at a time, the first goes on, and a kill leaves no stale lock', async () => {
    const variables = usedDataDir()
    const first = await runHere(variables)
    const client = await signIn(first.url, '10001', 'admin', PASSWORD)
    expect(await refusal(variables)).toMatch(new RegExp(`^DATA_DIR .+ is in use by another server \\(process ${first.pid}\\)\\.$`))
    expect((await client.get('/api/admin/sysuser/querySysUser')).http).toBe(200)
    await first.kill()
    const second = await runHere(variables)
    expect(await isReady(second.url)).toBe(true)
  })

  it('whose first start was killed is started again', async () => {
    const variables = { DATA_DIR: newDataDir(), DEMO: 'on', DEMO_PASSWORD: 'outstation' }
    // Milliseconds: while its modules load, its tables are made, its rows are stored.
    for (const after of sampleOf(
      'killed first starts',
      [600, 1000, 1500, 2000, 2500, 3500],
      amount({ quick: 2, ci: 2, touched: 2, thorough: 6 }),
    )) {
      const first = launch(variables)
      started.push(first)
      await sleep(after)
      first.signal('SIGKILL')
      await first.ended
    }
    const running = await runHere(variables)
    expect((await requestToken(running.url, '10001', 'admin', 'outstation')).http).toBe(200)
    expect(
      readdirSync(variables.DATA_DIR).filter((name) => name.includes('new')),
      'drafts left behind',
    ).toEqual([])
  })

  it('with a migration that was changed afterwards is refused', async () => {
    const variables = usedDataDir()
    const database = await openDatabase({ databaseUrl: undefined, dataDir: String(variables['DATA_DIR']), timeZone: 'UTC' })
    // As if the file were another one than the one that ran.
    await database.asOwner((client) =>
      client.query(`update migrations set checksum = 'of another file' where name = '0001_foundation.sql'`),
    )
    await database.close()
    expect(await refusal(variables)).toMatch(/^Migration 0001_foundation\.sql was changed after it had run\./)
  })
})

describe('first passwords', () => {
  const firstPasswordsIn = (output: string) =>
    [...output.matchAll(/^ {4}(\d{5}) +(\w+) +(\S+)$/gm)].map(([, tenant = '', user = '', password = '']) => ({
      tenant,
      user,
      password,
    }))

  it('are told once, differ, and are the right ones; SIGHUP ends the second server with 0', async () => {
    const variables = { DATA_DIR: newDataDir(), DEMO: 'on', DEMO_PASSWORD: '' }
    const first = await runHere(variables)
    const accounts = firstPasswordsIn(first.output())
    expect(accounts.map(({ tenant, user }) => `${tenant}/${user}`)).toEqual([
      '10000/admin',
      '10001/admin',
      '10001/editor',
      '10001/viewer',
      '10002/admin',
      '10002/editor',
      '10002/viewer',
    ])
    expect(new Set(accounts.map(({ password }) => password)).size).toBe(accounts.length)
    for (const { tenant, user, password } of accounts) {
      expect(await requestToken(first.url, tenant, user, password), `${tenant}/${user}`).toMatchObject({ http: 200 })
      expect(await requestToken(first.url, tenant, user, `${password}x`), `${tenant}/${user}`).toMatchObject({ http: 401 })
    }
    const mustChange = async ({ tenant, user, password }: (typeof accounts)[number]) => {
      const client = await signIn(first.url, tenant, user, password)
      return (await client.get<{ mustChangePassword: boolean }>('/api/uaa/users/getSysUser')).data.mustChangePassword
    }
    expect(await Promise.all(accounts.slice(0, 2).map(mustChange)), "the operator's has stood in the output").toEqual([true, false])
    expect(await first.stop()).toBe(0)

    const second = await runHere(variables)
    expect(firstPasswordsIn(second.output())).toEqual([])
    expect(second.output()).not.toMatch(/password/i)
    const [administrator] = accounts
    expect((await requestToken(second.url, '10000', 'admin', administrator?.password as string)).http).toBe(200)
    second.signal('SIGHUP')
    expect(await second.ended).toBe(0)
    expect(second.errors()).toBe('')
  })

  it('are those of DEMO_PASSWORD, where it is set', () => {
    const { output } = inject('furnished')
    expect(new Set(firstPasswordsIn(output).map(({ password }) => password))).toEqual(new Set([PASSWORD]))
  })

  it('without the demonstration are those of the platform alone', async () => {
    const running = await runHere({ DATA_DIR: newDataDir(), DEMO: 'off' })
    expect(firstPasswordsIn(running.output())).toEqual([{ tenant: '10000', user: 'admin', password: 'outstation' }])
    expect((await requestToken(running.url, '10000', 'admin', 'outstation')).http).toBe(200)
    expect((await requestToken(running.url, '10001', 'admin', 'outstation')).http).toBe(401)
  })
})

describe('a stop', () => {
  it('by SIGTERM lets a running request finish, takes no new one, and exits with 0', async () => {
    const running = await runHere(usedDataDir())
    await expectUsual(running)
    const client = await signIn(running.url, '10001', 'admin', PASSWORD)
    const { data } = await client.get<{ list: { id: string }[] }>('/api/admin/sysorg/querySysOrg')
    const body = JSON.stringify({ orgName: 'slow', orgType: 'team', parentId: data.list[0]?.id })
    const slow = await openSocket(running.url)
    // A request whose body is still on its way: begun before the stop, finished after it.
    slow.socket.write(
      `POST /api/admin/sysorg/addSysOrg HTTP/1.1\r\nhost: outstation\r\nauthorization: Bearer ${client.token}\r\n` +
        `content-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n`,
    )
    await until('the server asks for the body', () => slow.received().startsWith('HTTP/1.1 100 '))
    slow.socket.write(body.slice(0, 10))
    running.signal('SIGTERM')
    await until('the server takes no new connections', () =>
      fetch(`${running.url}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    slow.socket.write(body.slice(10))
    await until('the running request is answered', () => /"code":/.test(slow.received()))
    expect(slow.received()).toContain('\r\n\r\nHTTP/1.1 200 ')
    expect(await running.ended).toBe(0)
    expect(running.errors()).toBe('')
  })

  // By SIGTERM above, by SIGHUP after a second start (first passwords).
  it('by SIGINT exits with 0, with as many arenas of the allocator as the operator says', async () => {
    const running = await runHere({ ...usedDataDir(), MALLOC_ARENA_MAX: '5' })
    await expectUsual(running, '5')
    running.signal('SIGINT')
    expect(await running.ended).toBe(0)
    expect(running.errors()).toBe('')
  })
})

async function openSocket(url: string): Promise<{ socket: Socket; received(): string }> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  let received = ''
  socket
    .setEncoding('utf8')
    .on('data', (text: string) => {
      received += text
    })
    .on('error', () => undefined)
  await new Promise((resolve) => socket.once('connect', resolve))
  return { socket, received: () => received }
}
