/** What is kept of an issued report comes back as it was; what fails on the way fails where it is read, and nowhere else. */
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { BoxPage } from '../documents/index.ts'
import { freeze, thaw } from './frozen.ts'

const HEAD = { format: 1, title: 'Report 试件', count: 40, width: 100, height: 100 } as const
/** Texts that do not become short when they are compressed. */
const page = (nth: number): BoxPage => ({
  width: 100,
  height: 100,
  boxes: Array.from({ length: 200 }, (_, at) => ({
    x: Math.sin(nth + at),
    y: Math.cos(nth * at),
    width: 1,
    height: 1,
    size: 9,
    lines: [],
  })),
})
const PAGES = Array.from({ length: HEAD.count }, (_, nth) => page(nth))
const frozen = () => buffer(Readable.from(freeze(HEAD, PAGES)))
const readAll = async (stream: Readable) => {
  const { head, pages } = await thaw(stream)
  const read: BoxPage[] = []
  for await (const each of pages) read.push(each)
  return { head, pages: read }
}

it('comes back as it was', async () => {
  expect(await readAll(Readable.from([await frozen()]))).toEqual({ head: HEAD, pages: PAGES })
})

it('that what is kept is cut short or cannot be read is told to its reader', async () => {
  const bytes = await frozen()
  await expect(readAll(Readable.from([bytes.subarray(0, bytes.length >> 1)]))).rejects.toThrow('unexpected end of file')
  await expect(readAll(Readable.from([]))).rejects.toThrow()
  async function* broken() {
    yield await Promise.resolve(bytes.subarray(0, bytes.length >> 1))
    throw new Error('the disk is gone')
  }
  await expect(readAll(Readable.from(broken()))).rejects.toThrow('the disk is gone')
  function* unmade() {
    yield page(0)
    throw new Error('no such page')
  }
  await expect(buffer(Readable.from(freeze(HEAD, unmade())))).rejects.toThrow('no such page')
})

it('pages that nobody reads are given up with what they come from', async () => {
  // More of it may come.
  const stream = new Readable({ read: () => undefined })
  stream.push(await frozen())
  const { close } = await thaw(stream)
  const closed = new Promise((resolve) => stream.once('close', resolve))
  close()
  await closed
  expect(stream.destroyed).toBe(true)
})
