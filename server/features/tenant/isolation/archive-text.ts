/** Reads what office files say, which are zip archives. */
import { promisify } from 'node:util'
import { buffer } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'
import type { Entry, Options, ZipFile } from 'yauzl'

const openArchive = promisify<Buffer, Options, ZipFile>(fromBuffer)

/** Properties hold the moment of writing. */
const ABOUT_THE_FILE = /^docProps\//

/**
 * The texts of all files of a ZIP archive in one, in an order that does not depend on that of the entries. @throws Error for what is no
 * archive
 */
export async function textOfArchive(bytes: Buffer): Promise<string> {
  const archive = await openArchive(bytes, { lazyEntries: true })
  const parts: string[] = []
  return new Promise((resolve, reject) => {
    archive
      .on('error', reject)
      .on('end', () => resolve(parts.sort().join('\n')))
      .on('entry', (entry: Entry) => {
        if (ABOUT_THE_FILE.test(entry.fileName)) return archive.readEntry()
        archive.openReadStream(entry, (error, stream) => {
          if (error) return reject(error)
          buffer(stream).then((content) => {
            parts.push(`${entry.fileName}\n${content.toString('utf8')}`)
            archive.readEntry()
          }, reject)
        })
      })
    archive.readEntry()
  })
}
