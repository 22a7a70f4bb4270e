import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import type { IncomingMessage, Server } from 'node:http'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Part } from './ranges.ts'
import { readStored } from './stored-file.ts'

const content = randomBytes(12_345_678)
const folder = mkdtempSync(join(tmpdir(), 'outstation-stored-'))
const path = join(folder, 'file')
const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const open = () =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`) === path
    } catch {
      return false
    }
  }).length

let server: Server
let part: Part | undefined
const failures: unknown[] = []
beforeAll(async () => {
  writeFileSync(path, content)
  server = createServer(async (_request, response) => {
    const stream = await readStored(path, part)
    response.setHeader('content-length', part ? part.end - part.start + 1 : content.length)
    response.once('close', () => stream.destroy())
    stream
      .once('error', (error) => {
        failures.push(error)
        response.destroy()
      })
      .pipe(response)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
})
afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

const ask = (wanted?: Part) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    part = wanted
    request(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`, { agent: false }, resolve)
      .on('error', reject)
      .end()
  })

it('goes to a client byte for byte, whole and in part, and is closed', async () => {
  expect(sum(await buffer(await ask()))).toBe(sum(content))
  for (const [start, end] of [
    [0, 0],
    [1, 2_000_000],
    [12_345_000, 12_345_677],
  ] as const) {
    expect(sum(await buffer(await ask({ start, end })))).toBe(sum(content.subarray(start, end + 1)))
  }
  await expect.poll(open).toBe(0)
})

it('to one that is slow as well: nothing is overwritten that is still on its way', async () => {
  const answer = await ask()
  const pieces: Buffer[] = []
  for await (const chunk of answer) {
    pieces.push(chunk as Buffer)
    if (pieces.length % 20 === 0) await wait(10)
  }
  expect(sum(Buffer.concat(pieces))).toBe(sum(content))
})

it('a large one, of which several parts are asked for at once, comes in its order', async () => {
  const large = randomBytes(70 * 1024 ** 2 + 321)
  writeFileSync(path, large)
  try {
    const answer = await ask({ start: 5, end: large.length - 1 })
    const hash = createHash('sha256')
    let pieces = 0
    for await (const chunk of answer) {
      hash.update(chunk as Buffer)
      pieces += 1
      if (pieces % 100 === 0) await wait(5)
    }
    expect(hash.digest('hex')).toBe(sum(large.subarray(5)))
    await expect.poll(open).toBe(0)
  } finally {
    writeFileSync(path, content)
  }
})

it('into a stream that keeps its pieces it goes as any other', async () => {
  expect(sum(await buffer((await readStored(path)).pipe(new PassThrough({ highWaterMark: 64 * 1024 * 1024 }))))).toBe(sum(content))
})

it('lets go of the file when the client hangs up', async () => {
  const answer = await ask()
  answer.once('data', () => answer.pause())
  await expect.poll(open).toBe(1)
  answer.on('error', () => undefined).destroy()
  await expect.poll(open).toBe(0)
})

it('breaks off where the file became shorter, and never looks whole', async () => {
  await expect(readStored(join(folder, 'absent'))).rejects.toMatchObject({ code: 'ENOENT' })
  truncateSync(path, 1_000_000)
  await expect(ask({ start: 0, end: content.length - 1 }).then(buffer)).rejects.toThrow()
  expect(failures.map(String)).toEqual(['Error: a file ended before its end'])
  await expect.poll(open).toBe(0)
})
