/** What has not arrived yet, kept over a reload: pictures in the browser's database, results in its storage. A browser that keeps nothing, or is full, has what the page has, and says so. */
import type { EntryStore, PhotoEntry, StopEntry } from './sender.ts'

const [DATABASE, PICTURES] = ['round-outbox', 'pictures']

type Kept = PhotoEntry & { readonly roundId: string }

const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('the database of the browser has failed'))
  })

const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error ?? new Error('the database of the browser has given up'))
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
      const transaction = database.transaction(PICTURES, mode)
      // A database without room takes what it is given, and gives it up at the end.
      const [answer] = await Promise.all([answerOf(work(transaction.objectStore(PICTURES))), endOf(transaction)])
      return answer
    } finally {
      database.close()
    }
  } catch {
    return undefined
  }
}

const keyOf = (roundId: string) => `round-outbox:${roundId}`

interface Watch {
  /** The pictures of before a reload are known. */
  readonly onRead: () => void
  /** Whether there is something now that the browser could not keep: a reload would lose it. */
  readonly onUnkept: (isUnkept: boolean) => void
}

/** What the browser keeps of a round: its results in the local storage, its pictures in the database. */
export function storeOf(roundId: string, watch?: Watch): EntryStore {
  const unkept = new Set<string>()
  function note(name: string, isKept: boolean): void {
    if (isKept) unkept.delete(name)
    else unkept.add(name)
    watch?.onUnkept(unkept.size > 0)
  }
  return {
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
        note(keyOf(roundId), true)
      } catch {
        note(keyOf(roundId), stops.length === 0)
      }
    },
    async photos() {
      const all = await withPictures('readonly', (pictures) => pictures.getAll() as IDBRequest<Kept[]>)
      // Once whoever asked has taken them over.
      setTimeout(() => watch?.onRead())
      return (all ?? []).flatMap(({ roundId: of, ...photo }) => (of === roundId ? [photo] : []))
    },
    async keepPhoto(photo) {
      const key = await withPictures('readwrite', (pictures) => pictures.put({ ...photo, roundId } satisfies Kept))
      note(photo.id, key !== undefined)
    },
    async dropPhoto(id) {
      await withPictures('readwrite', (pictures) => pictures.delete(id))
      note(id, true)
    },
  }
}
