/** `kill -9` in the middle of uploads, again and again, most of all on the embedded engine and a folder: no file that was acknowledged is lost, and what belongs to nobody is gone after the next start. */
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { clientWith, signIn } from '../support/client.ts'
import { engine, postgres, noteUntested } from '../support/engine.ts'
import { PASSWORD, furnishedInstallation, variables as demonstration } from '../support/furnished.ts'
import type { Running, Variables } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import { startS3 } from '../support/s3.ts'
import type { Scratch } from '../support/scratch.ts'
import { scratchDatabase } from '../support/scratch.ts'
import { amount, drawn } from '../support/thorough.ts'
import { tusAt } from '../support/tus.ts'
import { upload } from '../support/uploads.ts'

const FILE = '/api/file/file'
const stores = [
  { store: 'folder', kills: amount({ quick: 3, ci: 3, touched: 3, thorough: 20 }) },
  { store: 'S3 store', kills: amount({ quick: 3, ci: 3, touched: 3, thorough: 5 }) },
].filter(isAsked)

/** The store of files is no matter of the engine: on PostgreSQL `.ci/run` asks the folder, since it has asked both on the embedded one. */
function isAsked({ store }: { store: string }): boolean {
  return postgres === undefined || store === 'folder' || process.env['RING'] !== 'ci'
}

/** At most, where nothing could be gone on with after the others. */
const MORE_KILLS = 6

noteUntested('killing uploads')

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Files by their id and uploads that were begun by their address, with what is in them; and the names of all that were asked for. */
interface Sent {
  files: Map<string, Buffer>
  begun: Map<string, Buffer>
  names: Set<string>
}

describe.each(stores)(`uploads killed $kills times on the ${engine} engine and a $store`, ({ store, kills }) => {
  it('lose no acknowledged file and leave nothing that belongs to nobody', async () => {
    const folder = temporaryFolder()
    const s3 = store === 'folder' ? undefined : await startS3()
    const data = `${folder.path}/data`
    // The files of an installation stay in the store that it began with.
    const { variables, scratch } = await (s3 ? beginningWith(s3.url, data) : furnishedInstallation(postgres, data))
    const lying = (name: string) => {
      try {
        return readdirSync(`${data}/${name}`, { recursive: true, withFileTypes: true })
          .filter((entry) => entry.isFile())
          .map((entry) => entry.name)
          .sort()
      } catch {
        return []
      }
    }
    const blobs = async () => (await (s3?.files() ?? lying('blobs'))).length
    let running: Running | undefined
    try {
      running = await run(variables)
      let client = await signIn(running.url, '10001', 'admin', PASSWORD)
      // The demonstration has files of its own.
      const all = async (of: Client) =>
        (await of.get<{ list: { id: string; originalFilename: string }[] }>(`${FILE}/queryFile`, { pageSize: 1000 })).data.list
      const seeded = { ids: new Set((await all(client)).map(({ id }) => id)), blobs: await blobs() }
      expect(seeded.blobs).toBeGreaterThan(0)
      const uploaded = async (of: Client) => (await all(of)).filter(({ id }) => !seeded.ids.has(id))
      const sent: Sent = { files: new Map(), begun: new Map(), names: new Set() }
      let resumed = 0
      // Whether a kill falls into an upload that can be gone on with is up to chance: then there are a few more.
      for (let round = 1; round <= kills || (resumed === 0 && round <= kills + MORE_KILLS); round += 1) {
        const writers = [0, 1, 2].map((writer) =>
          (writer === 0 ? inOne : inPieces)(running?.url ?? '', client, `k${round}w${writer}`, sent),
        )
        const before = sent.files.size
        await until('something is acknowledged, and something begun', () => sent.files.size > before && sent.begun.size > 0)
        await sleep(drawn(`uploads, ${store} ${round}`, 0, 300))
        await running.kill()
        await Promise.all(writers)
        running = await run(variables)
        client = clientWith(running.url, client.token)

        const list = await uploaded(client)
        expect(
          [...sent.files.keys()].filter((id) => !list.some((row) => row.id === id)),
          'lost',
        ).toEqual([])
        expect(
          list.filter(({ originalFilename }) => !sent.names.has(originalFilename)),
          'nobody asked for',
        ).toEqual([])
        await until(
          'what belongs to nobody is swept away',
          () => lying('uploads').length === 0 && (s3 !== undefined || lying('blobs').length === seeded.blobs + list.length),
        )
        // What was begun and not given up can be gone on with.
        for (const [path, content] of sent.begun) resumed += await goOn(running.url, client, path, content)
        sent.begun.clear()
        if (!s3) continue
        // There, what is on its way lies among the files until it is one.
        const { length: files } = await uploaded(client)
        await until('the bucket has the files and no others', async () => (await blobs()) === seeded.blobs + files)
      }
      const list = await uploaded(client)
      const contents = await Promise.all(
        [...sent.files].map(async ([id, content]) => sha256(await read(running?.url ?? '', client, id)) === sha256(content)),
      )
      expect(contents.every(Boolean), 'byte for byte').toBe(true)
      expect(sent.files.size, 'the writers wrote').toBeGreaterThanOrEqual(kills)
      expect(resumed, 'something was gone on with').toBeGreaterThan(0)
      expect([await (s3?.keys('drafts/') ?? lying('drafts')), await blobs()]).toEqual([[], seeded.blobs + list.length])
      process.stdout.write(`${engine}: ${kills} kills, ${sent.files.size} uploads acknowledged and found, ${resumed} gone on with\n`)
      expect(await running.stop()).toBe(0)
      running = undefined
    } finally {
      await running?.kill()
      await scratch?.drop()
      await s3?.stop()
      folder.remove()
    }
  })
})

/** An installation whose first start is on this store. */
async function beginningWith(storeUrl: string, path: string): Promise<{ variables: Variables; scratch: Scratch | undefined }> {
  const scratch = postgres === undefined ? undefined : await scratchDatabase(postgres, 'uploads')
  const place = { DATA_DIR: path, S3_URL: storeUrl, ...(scratch ? { DATABASE_URL: scratch.url } : {}) }
  return { variables: { ...demonstration, ...place }, scratch }
}

async function inOne(url: string, client: Client, prefix: string, { files, names }: Sent): Promise<void> {
  for (let count = 1; ; count += 1) {
    const [name, content] = [`${prefix}n${count}`, randomBytes(300_000)]
    names.add(name)
    const answer = await upload<{ id: string }>(url, client, `${FILE}/uploadFile`, content, { name }).catch(() => undefined)
    if (!answer) return
    if (answer.http !== 200) throw new Error(`${name}: ${answer.http} ${answer.message}`)
    files.set(answer.data.id, content)
  }
}

async function inPieces(url: string, client: Client, prefix: string, { files, begun, names }: Sent): Promise<void> {
  const tus = tusAt(url, client)
  for (let count = 1; ; count += 1) {
    const [filename, content] = [`${prefix}n${count}`, randomBytes(600_000)]
    names.add(filename)
    const path = await tus.begin(content.length, { filename }).then(
      (answer) => answer.headers.get('location'),
      () => undefined,
    )
    if (!path) return
    begun.set(path, content)
    for (const [offset, end] of [
      [0, 250_000],
      [250_000, 600_000],
    ] as const) {
      const answer = await tus.patch(path, { offset, bytes: content.subarray(offset, end) }).catch(() => undefined)
      if (!answer) return
      const id = answer.headers.get('upload-file')
      if (!id) continue
      files.set(id, content)
      begun.delete(path)
    }
  }
}

/** Sends the rest. Gives 1 where there was something to go on with. */
async function goOn(url: string, client: Client, path: string, content: Buffer): Promise<number> {
  const tus = tusAt(url, client)
  let head = await tus.head(path)
  // The server that died held it, and is waited for until it has been silent long enough; each answer says when to ask again.
  for (let asked = 0; head.status === 423 && asked < 5; asked += 1) {
    await sleep(Number(head.headers.get('retry-after')) * 1000)
    head = await tus.head(path)
  }
  if (head.status !== 200) throw new Error(`what was begun is gone: ${head.status}`)
  const offset = Number(head.headers.get('upload-offset'))
  const id =
    head.headers.get('upload-file') ?? (await tus.patch(path, { offset, bytes: content.subarray(offset) })).headers.get('upload-file')
  expect(sha256(await read(url, client, id as string))).toBe(sha256(content))
  return offset > 0 ? 1 : 0
}

async function read(url: string, client: Client, id: string): Promise<Buffer> {
  return Buffer.from(
    await (await fetch(`${url}${FILE}/content?id=${id}`, { headers: { authorization: `Bearer ${client.token}` } })).arrayBuffer(),
  )
}
