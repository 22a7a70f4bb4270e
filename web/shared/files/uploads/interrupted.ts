/** Uploads that a reload interrupted: what the library keeps in the browser to find them again (send.ts). */
import { sessionHeaders } from '../../../kernel/http/api.ts'

/** In front of what the library keeps. */
export const KEPT = 'tus::'
/** Milliseconds for which the server waits for the next piece. */
const WAITS = 24 * 60 * 60 * 1000

export interface Interrupted {
  readonly key: string
  readonly name: string
  readonly size: number
  readonly parentId: string
  readonly url: string
}

interface Remembered {
  readonly size?: number
  readonly creationTime?: string
  readonly uploadUrl?: string
  readonly metadata?: Readonly<Record<string, string>>
}

/** The interrupted uploads of one person, the latest first; what was to replace a file is not among them, since there may be a later version by now. */
export function interruptedOf(userId: string, now = Date.now()): Interrupted[] {
  const found = Object.keys(localStorage)
    .filter((key) => key.startsWith(`${KEPT}${userId} `))
    .flatMap((key) => {
      const { size = 0, creationTime = '', uploadUrl = '', metadata = {} } = remembered(key)
      const { filename: name = '', parentId = '0', replaces } = metadata
      const since = now - Date.parse(creationTime)
      return name !== '' && uploadUrl !== '' && replaces === undefined && since < WAITS
        ? [{ key, name, size, parentId, url: uploadUrl, since }]
        : []
    })
  return found.sort((one, other) => one.since - other.since).map(({ since: _since, ...rest }) => rest)
}

function remembered(key: string): Remembered {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Remembered
  } catch {
    return {}
  }
}

/** Ends an interrupted upload, on the server too; where that cannot be reached, it ends by itself within a day. */
export async function giveUp({ key, url }: Interrupted): Promise<void> {
  localStorage.removeItem(key)
  await fetch(new URL(url, location.origin).pathname, {
    method: 'DELETE',
    headers: { ...sessionHeaders(), 'Tus-Resumable': '1.0.0' },
  }).catch(() => undefined)
}
