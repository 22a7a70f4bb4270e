/**
 * Program beside the server:
 * `pack <folder> <dump>` makes the dump of a database's files; `rehearse <backup> <folder>` unpacks the dump of one into a folder, opens
 * the database there, and prints as JSON what a rehearsal compares.
 */
import { openCluster } from '../kernel/database/embedded/cluster.ts'
import { workBeside } from './beside.ts'
import { countSound, readDump } from './bundle.ts'
import type { Rehearsed } from './counts.ts'
import { readSnapshot } from './counts.ts'
import { packFolder, unpackFolder } from './tarball.ts'

const [verb, from, to] = process.argv.slice(2)
if ((verb !== 'pack' && verb !== 'rehearse') || from === undefined || to === undefined)
  throw new Error('say: pack <folder> <dump>, or rehearse <backup> <folder>')
await workBeside(() => (verb === 'pack' ? packFolder(from, to) : rehearse(from, to)))

async function rehearse(backup: string, folder: string): Promise<Rehearsed> {
  await readDump(backup, (dump) => unpackFolder(dump, folder))
  const database = await openCluster(folder, 16)
  const { counts, files } = await readSnapshot(database)
  await database.close()
  return { counts, soundFiles: await countSound(backup, files) }
}
