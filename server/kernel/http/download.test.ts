import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import Fastify from 'fastify'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { Download, dispositionOf, sendDownload } from './download.ts'
import { fail } from '../errors.ts'
import { answerFailures } from './failures.ts'

let app: FastifyInstance
let url: string
let made = 0
let ended: string | undefined

async function* endless() {
  try {
    for (;;) {
      made += 1
      yield Buffer.alloc(64 * 1024)
    }
  } finally {
    ended = 'hung up'
  }
}

async function* failing(before: number) {
  await wait(5)
  for (let index = 0; index < before; index += 1) yield Buffer.from('some bytes ')
  fail('row.not-found')
}

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  answerFailures(app)
  const type = 'application/octet-stream'
  app.get('/bytes', (_request, reply) =>
    sendDownload(new Download({ name: '用户 (1)/"a\'.xlsx', type, bytes: Buffer.from('five!') }), reply),
  )
  app.get('/stream', (_request, reply) =>
    sendDownload(new Download({ name: 'a.txt', type, stream: Readable.from([Buffer.from('one '), Buffer.from('two')]), size: 7 }), reply),
  )
  app.get('/empty', (_request, reply) => sendDownload(new Download({ name: 'a.txt', type, stream: Readable.from([]) }), reply))
  app.get('/early', (_request, reply) => sendDownload(new Download({ name: 'a.txt', type, stream: Readable.from(failing(0)) }), reply))
  app.get('/late', (_request, reply) => sendDownload(new Download({ name: 'a.txt', type, stream: Readable.from(failing(3)) }), reply))
  app.get('/endless', (_request, reply) => sendDownload(new Download({ name: 'a.txt', type, stream: Readable.from(endless()) }), reply))
  url = await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => app.close())

it('gives the bytes with a name that every browser reads', async () => {
  const answer = await fetch(`${url}/bytes`)
  expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''%E7%94%A8%E6%88%B7%20%281%29_%22a%27.xlsx")
  expect(answer.headers.get('content-length')).toBe('5')
  expect(await answer.text()).toBe('five!')
  expect(dispositionOf('a\r\nset-cookie: x\u0000')).toBe("attachment; filename*=UTF-8''a__set-cookie%3A%20x_")
})

it('gives a stream whole, with its size where it is known, and an empty one', async () => {
  const answer = await fetch(`${url}/stream`)
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['7', 'one two'])
  expect(await (await fetch(`${url}/empty`)).text()).toBe('')
})

it('answers in the envelope what fails before the first byte, and breaks off what fails later', async () => {
  const early = await fetch(`${url}/early`)
  expect(early.status).toBe(404)
  expect(early.headers.get('content-disposition')).toBeNull()
  expect(await early.json()).toMatchObject({ code: 404, data: null })
  await expect(fetch(`${url}/late`).then((answer) => answer.text())).rejects.toThrow()
})

it('makes no more than the client takes, and stops when it hangs up', async () => {
  const stop = new AbortController()
  const answer = await fetch(`${url}/endless`, { signal: stop.signal })
  const reader = answer.body?.getReader()
  await reader?.read()
  await wait(200)
  const before = made
  await wait(200)
  expect(made - before).toBe(0)
  expect(made).toBeLessThan(400)
  stop.abort()
  for (let tries = 0; tries < 50 && ended === undefined; tries += 1) await wait(20)
  expect(ended).toBe('hung up')
})
