import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import type { Blobs } from './blobs.ts'
import { openBlobs } from './blobs.ts'
import { folderStore } from './folder-store.ts'
import { newId } from '../kernel/ids.ts'

const folder = mkdtempSync(join(tmpdir(), 'outstation-blobs-'))
const files = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
async function* parts(...texts: string[]) {
  for (const part of texts) yield Buffer.from(part)
}

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let blobs: Blobs
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
  other = await buildTenant(server)
  blobs = openBlobs(folderStore(folder))
})
afterAll(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

it('keeps a file with its size and checksum for its tenant, and for no other', async () => {
  const { transactions } = server.services
  const written = await blobs.write(parts('one ', 'two'))
  expect(written).toMatchObject({ size: 7, sha256: createHash('sha256').update('one two').digest('hex') })
  await transactions.inTenant({ tenantId: tenant.id }, (tx) => blobs.keep(tx, written))
  const opened = await transactions.inTenant({ tenantId: tenant.id }, (tx) => blobs.open(tx, written.id), 'read')
  expect([opened.size, opened.sha256, await text(opened.stream)]).toEqual([7, written.sha256, 'one two'])
  for (const id of [written.id, newId()]) {
    await expect(transactions.inTenant({ tenantId: other.id }, (tx) => blobs.open(tx, id), 'read')).rejects.toMatchObject({
      code: 'row.not-found',
    })
  }
  await transactions.inTenant({ tenantId: other.id }, (tx) => blobs.drop(tx, written.id))
  expect(files()).toContain(written.id)
  await transactions.inTenant({ tenantId: tenant.id }, (tx) => blobs.drop(tx, written.id))
  await expect.poll(files).not.toContain(written.id)
})

it('leaves nothing of a file that was not finished', async () => {
  const failing = async function* () {
    yield Buffer.from('half')
    throw new Error('the source broke')
  }
  await expect(blobs.write(failing())).rejects.toThrow('the source broke')
  const stop = new AbortController()
  const cancelled = async function* () {
    yield Buffer.from('half')
    stop.abort(new Error('cancelled'))
    yield Buffer.from('more')
  }
  await expect(blobs.write(cancelled(), stop.signal)).rejects.toThrow('cancelled')
  expect(files()).toEqual([])
})

it('keeps the file of a transaction that is rolled back', async () => {
  const { transactions } = server.services
  const written = await blobs.write(parts('kept'))
  await transactions.inTenant({ tenantId: tenant.id }, (tx) => blobs.keep(tx, written))
  await expect(
    transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      await blobs.drop(tx, written.id)
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(files()).toEqual([written.id])
})

it('sweeps away what nobody kept, and nothing younger than an hour', async () => {
  const { transactions } = server.services
  const [kept] = files()
  const orphan = await blobs.write(parts('orphan'))
  writeFileSync(join(folder, 'left.part'), 'half')
  await blobs.sweep(transactions)
  expect(files().sort()).toEqual([kept, orphan.id, 'left.part'].sort())
  const old = (Date.now() - 2 * 60 * 60 * 1000) / 1000
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) utimesSync(join(entry.parentPath, entry.name), old, old)
  await blobs.sweep(transactions)
  expect(files()).toEqual([kept])
})
