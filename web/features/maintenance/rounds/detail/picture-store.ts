/** Pictures that have not arrived yet, in the browser's database: they outlive a reload. A browser that keeps nothing has what the page has. */
import type { EntryStore, PhotoEntry, StopEntry } from './sender.ts'

const [DATABASE, PICTURES] = ['round-outbox', 'pictures']

type Kept = PhotoEntry & { readonly roundId: string }

const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database of the browser has failed'))
  })

async function withPictures<Answer>(
  mode: IDBTransactionMode,
  work: (pictures: IDBObjectStore) => IDBRequest<Answer>,
): Promise<Answer | undefined> {
  try {
    const opening = indexedDB.open(DATABASE, 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore(PICTURES, { keyPath: 'id' })
    const database = await answerOf(opening)
    try {
      return await answerOf(work(database.transaction(PICTURES, mode).objectStore(PICTURES)))
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const keyOf = (roundId: string) => `round-outbox:${roundId}`

/** What the browser keeps of a round: its results in the local storage, its pictures in the database. */
export const storeOf = (roundId: string): EntryStore => ({
  stops() {
    try {
      const read: unknown = JSON.parse(localStorage.getItem(keyOf(roundId)) ?? '[]')
      return Array.isArray(read) ? (read as StopEntry[]).filter((entry) => entry.kind === 'stop') : []
    } catch {
      return []
    }
  },
  keepStops(stops) {
    try {
      if (stops.length === 0) localStorage.removeItem(keyOf(roundId))
      else localStorage.setItem(keyOf(roundId), JSON.stringify(stops))
    } catch {
      // A browser that keeps nothing has what the page has.
    }
  },
  async photos() {
    const all = await withPictures('readonly', (pictures) => pictures.getAll() as IDBRequest<Kept[]>)
    return (all ?? []).flatMap(({ roundId: of, ...photo }) => (of === roundId ? [photo] : []))
  },
  async keepPhoto(photo) {
    await withPictures('readwrite', (pictures) => pictures.put({ ...photo, roundId } satisfies Kept))
  },
  async dropPhoto(id) {
    await withPictures('readwrite', (pictures) => pictures.delete(id))
  },
})
