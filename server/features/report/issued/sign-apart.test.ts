/** Long reports are signed in threads: of one tenant one after the other, however many sign at once. */
import { Readable } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { expect, it } from 'vitest'
import type { BoxPage } from '../../../documents/index.ts'
import { asTenantId } from '../../../kernel/database/as-tenant-id.ts'
import { freeze } from '../../../reports/frozen.ts'
import type { IssuedHead } from '../shared/certificate.ts'
import { writeSigned } from './pages.ts'

it('of one tenant one thread at a time signs long reports, and nothing of the next one is opened meanwhile', async () => {
  const page: BoxPage = {
    ...{ width: 400, height: 300 },
    boxes: [{ x: 10, y: 10, width: 100, height: 20, size: 9, lines: [{ text: 'page', x: 10, y: 20, width: 50 }] }],
  }
  const about = {
    number: 'R-1',
    name: 'report',
    period: 'day',
    tenant: 'tenant',
    issuedBy: 'mary',
    issuedAt: 0,
    zone: 'UTC',
    address: 'http://x',
  }
  const head: IssuedHead = { format: 1, title: 'report', count: 60, width: 400, height: 300, about, margin: 36, omitted: 0 }
  const pieces: Buffer[] = []
  for await (const piece of freeze(
    head,
    Array.from({ length: head.count }, () => page),
  ))
    pieces.push(Buffer.from(piece))
  let [threads, most, opened, written] = [0, 0, 0, 0]
  const openWhenWritten: number[] = []
  const count = (worker: Worker) => {
    most = Math.max(most, (threads += 1))
    worker.once('exit', () => (threads -= 1))
  }
  process.on('worker', count)
  const services = {
    blobs: {
      async write(source: AsyncIterable<Uint8Array>) {
        let bytes = 0
        for await (const piece of source) bytes += piece.length
        openWhenWritten.push(opened - (written += 1))
        return bytes
      },
    },
  }
  const inTenant = () => Promise.resolve(Readable.from(pieces)).finally(() => (opened += 1))
  const signing = { id: '1', frozen: { head, pages: undefined, close: () => undefined }, language: 'en' as const, signatures: [] }
  const signed = (tenant: string) => writeSigned({ services, caller: { tenantId: asTenantId(tenant) }, inTenant } as never, signing)
  try {
    const sizes = await Promise.all([signed('one'), signed('one'), signed('one')])
    expect(new Set(sizes).size).toBe(1)
    expect(most).toBe(1)
    expect(openWhenWritten).toEqual([0, 0, 0])
  } finally {
    process.off('worker', count)
  }
})
