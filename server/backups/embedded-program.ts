/**
 * Program, in a process of its own so that all the memory it takes is given back when it ends:
 * `pack <folder> <dump>` makes the dump of a database's files; `rehearse <backup> <folder>` unpacks the dump of one into a folder, opens
 * the database there, and prints as JSON what a rehearsal compares.
 */
import { setPriority } from 'node:os'
import { finished } from 'node:stream'
import { openCluster } from '../kernel/database/embedded/cluster.ts'
import { countSound, readDump } from './bundle.ts'
import type { Rehearsed } from './counts.ts'
import { readSnapshot } from './counts.ts'
import { packFolder, unpackFolder } from './tarball.ts'

const [verb, from, to] = process.argv.slice(2)
if ((verb !== 'pack' && verb !== 'rehearse') || from === undefined || to === undefined)
  throw new Error('say: pack <folder> <dump>, or rehearse <backup> <folder>')
// Nobody waits for it, and who started it may be gone.
setPriority(10)
finished(process.stdin.resume(), () => process.exit(1))
process.stdout.write(JSON.stringify(verb === 'pack' ? await packFolder(from, to) : await rehearse(from, to)) ?? '', () => process.exit(0))

async function rehearse(backup: string, folder: string): Promise<Rehearsed> {
  await readDump(backup, (dump) => unpackFolder(dump, folder))
  const database = await openCluster(folder, 16)
  const { counts, files } = await readSnapshot(database)
  await database.close()
  return { counts, soundFiles: await countSound(backup, files) }
}
