import { rmSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, it } from 'vitest'
import { openCluster } from '../kernel/database/embedded/cluster.ts'
import { unpackFolder } from './tarball.ts'

const folder = mkdtempSync(join(tmpdir(), 'outstation-tarball-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it('a dump of an earlier version, which PGlite made, is unpacked and opens with its rows', async () => {
  const earlier = await openCluster(undefined, 16)
  await earlier.exec(`create table kept (value text); insert into kept values ('still here')`)
  const dump = Buffer.from(await (await earlier.dumpDataDir('gzip')).arrayBuffer())
  await earlier.close()
  await unpackFolder(Readable.from([dump]), join(folder, 'postgres'))
  const restored = await openCluster(join(folder, 'postgres'), 16)
  expect((await restored.query('select value from kept')).rows).toEqual([{ value: 'still here' }])
  await restored.close()
})
