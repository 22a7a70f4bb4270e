/** What is built of the web, so that a display that runs for months learns of a new one. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { VERSION } from '../../../kernel/runtime/version.ts'

/** The one page of the built web names all files by their hashes; where nothing is built (tests, development) there is the version alone. */
function read(): string {
  try {
    return readFileSync(new URL('../../../../dist/web/index.html', import.meta.url), 'utf8')
  } catch {
    return ''
  }
}

/** Another text for another build: as long as a process runs it serves one. */
export const BUILD = `${VERSION}-${createHash('sha256').update(read()).digest('base64url').slice(0, 12)}`
