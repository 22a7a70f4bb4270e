/** The link between servers, cut in the ways links are cut. It needs a PostgreSQL: the embedded engine serves one server. */
import { connect, createServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { until } from '../../../tests/support/process.ts'
import { listenOn } from './listen.ts'

const postgres = process.env['TEST_DATABASE_URL']
if (postgres === undefined) process.stdout.write('NOT TESTED HERE: the link between servers. Set TEST_DATABASE_URL.\n')

/** A proxy before the database that can be shut (`cut`), or go silent without a word (`mute`). */
async function openProxy(target: URL) {
  const sockets = new Set<Socket>()
  let isMute = false
  const answer = (near: Socket) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from
        .on('data', (bytes) => {
          if (!isMute) to.write(bytes)
        })
        .on('close', () => to.destroy())
        .on('error', () => to.destroy())
    }
  }
  let server: Server = createServer(answer)
  const listenAt = (port: number) =>
    new Promise<void>((resolve) => {
      server = createServer(answer).listen(port, '127.0.0.1', resolve)
    })
  await listenAt(0)
  const { port } = server.address() as AddressInfo
  const cut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
      sockets.clear()
    })
  return {
    port,
    cut,
    mend: () => listenAt(port),
    mute(to: boolean) {
      isMute = to
    },
  }
}

describe.runIf(postgres)('the link between servers', () => {
  const target = new URL(postgres ?? 'postgres://localhost')
  const received: string[] = []
  const links: boolean[] = []
  let proxy: Awaited<ReturnType<typeof openProxy>>
  let link: Awaited<ReturnType<typeof listenOn>>
  beforeEach(async () => {
    received.length = links.length = 0
    proxy = await openProxy(target)
    const near = new URL(target)
    near.host = `127.0.0.1:${proxy.port}`
    link = await listenOn(
      { connectionString: near.href },
      'outstation_test_link',
      (text) => void received.push(text),
      (up) => void links.push(up),
      300,
    )
  })
  afterEach(async () => {
    proxy.mute(false)
    await proxy.cut()
    await link.stop()
  })

  async function notify(text: string): Promise<void> {
    const client = new pg.Client({ connectionString: target.href })
    await client.connect()
    await client.query('select pg_notify($1, $2)', ['outstation_test_link', text])
    await client.end()
  }

  it('says when messages may be missed, and comes back by itself however long the database was away', async () => {
    await notify('before')
    await until('the first message', () => received.includes('before'))
    await proxy.cut()
    await until('the cut is noticed', () => links.at(-1) === false)
    // Attempts that find nobody say so again: each must be followed by another.
    await until('two attempts in vain', () => links.filter((up) => !up).length > 2)
    await proxy.mend()
    await until('the link is back', () => links.at(-1) === true)
    await notify('after')
    await until('the message after the cut', () => received.includes('after'))
    expect(received).toEqual(['before', 'after'])
  })

  it('notices a link that died without a word', async () => {
    proxy.mute(true)
    await until('the silence is noticed', () => links.at(-1) === false, 5000)
    expect(links).toEqual([true, false])
  })
})
