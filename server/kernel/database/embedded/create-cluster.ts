/** Program: makes a new database cluster in the folder that is its argument, and ends. */
import { PGlite } from '@electric-sql/pglite'

const folder = process.argv[2]
if (folder === undefined) throw new Error('the folder of the new cluster is missing')
const database = await PGlite.create({ dataDir: folder, relaxedDurability: true })
await database.close()
