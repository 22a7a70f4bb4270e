import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { copyCluster, sizeOf } from './copy-cluster.ts'

const root = mkdtempSync(join(tmpdir(), 'outstation-copy-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

const contentOf = (folder: string) =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => [
      join(entry.parentPath, entry.name).slice(folder.length + 1),
      entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : 'folder',
    ]),
  )

it('a copy that is finished holds what was changed, made and deleted since it was begun', async () => {
  const [from, to] = [join(root, 'from'), join(root, 'to')]
  mkdirSync(join(from, 'base', '1'), { recursive: true })
  mkdirSync(join(from, 'pg_notify'))
  const before = { 'base/1/same': 'same', 'base/1/changed': 'before', 'base/1/dropped': 'gone', PG_VERSION: '18' }
  for (const [name, content] of Object.entries(before)) writeFileSync(join(from, name), content)
  const copy = await copyCluster(from, to)
  // As large as it was, and said to be as old: it is the change itself that counts.
  writeFileSync(join(from, 'base/1/changed'), 'behind')
  utimesSync(join(from, 'base/1/changed'), 0, 0)
  rmSync(join(from, 'base/1/dropped'))
  mkdirSync(join(from, 'base', '2'))
  writeFileSync(join(from, 'base/2/made'), 'new')
  await copy.finish()
  expect(contentOf(to)).toEqual({
    base: 'folder',
    'base/1': 'folder',
    'base/2': 'folder',
    pg_notify: 'folder',
    'base/1/same': 'same',
    'base/1/changed': 'behind',
    'base/2/made': 'new',
    PG_VERSION: '18',
  })
  expect(await sizeOf(to)).toBe(4 + 6 + 3 + 2)
})
