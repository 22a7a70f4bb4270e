/**
 * What somebody found on rounds and this browser has not sent yet: results in the local storage, pictures in the browser's database. Both outlive a reload and a sign-out, and are theirs alone:
 * whoever signs in after them neither sees nor sends them. A browser that keeps nothing, or is full, has what the page has, and says so.
 */
import { KEPT } from './has-kept.ts'
import type { EntryStore, PhotoEntry, StopEntry } from './sender.ts'

const [DATABASE, PICTURES, OF_ROUND] = ['round-outbox', 'pictures', 'of-round']
const VERSION = 2

/** An id of a user, which is of one tenant alone. */
export type Owner = string

type Kept = PhotoEntry & { readonly owner: Owner; readonly roundId: string }

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
    const opening = indexedDB.open(DATABASE, VERSION)
    opening.onupgradeneeded = () => {
      const { result } = opening
      // The first version kept pictures without saying whose they are.
      if (result.objectStoreNames.contains(PICTURES)) result.deleteObjectStore(PICTURES)
      result.createObjectStore(PICTURES, { keyPath: 'id' }).createIndex(OF_ROUND, ['owner', 'roundId'])
    }
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

/** In front of a round's results, and of the rounds that have pictures. */
const resultsOf = (owner: Owner) => `${KEPT.results}${owner}:`
const picturesOf = (owner: Owner) => `${KEPT.pictures}${owner}:`

function roundsBelow(prefix: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) => (key.startsWith(prefix) ? [key.slice(prefix.length)] : []))
  } catch {
    return []
  }
}

function readStops(owner: Owner, roundId: string): readonly StopEntry[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(resultsOf(owner) + roundId) ?? '[]')
    return Array.isArray(read) ? (read as StopEntry[]).filter((entry) => entry.kind === 'stop') : []
  } catch {
    return []
  }
}

/** Writes a text of the local storage, or removes it. @returns whether it is as it should be */
function keep(key: string, text: string | undefined): boolean {
  try {
    if (text === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, text)
    return true
  } catch {
    return text === undefined
  }
}

const readPictures = async (owner: Owner, roundId: string): Promise<readonly Kept[]> =>
  (await withPictures('readonly', (pictures) => pictures.index(OF_ROUND).getAll([owner, roundId]) as IDBRequest<Kept[]>)) ?? []

export interface Watch {
  /** The pictures of before a reload are known. */
  readonly onRead: () => void
  /** Whether there is something now that the browser could not keep: a reload would lose it. */
  readonly onUnkept: (isUnkept: boolean) => void
}

/** What is kept of a round for one person, and for nobody else. */
export function storeOf(owner: Owner, roundId: string, watch?: Watch): EntryStore {
  const unkept = new Set<string>()
  function note(name: string, isKept: boolean): void {
    if (isKept) unkept.delete(name)
    else unkept.add(name)
    watch?.onUnkept(unkept.size > 0)
  }
  /** What stands in the storage, and what it did not take of before. */
  let page = readStops(owner, roundId)
  return {
    stops: () => readStops(owner, roundId),
    keepStop(stop) {
      const without = (stops: readonly StopEntry[]) => stops.filter(({ stopId }) => stopId !== stop.stopId)
      page = [...without(page), stop]
      note(stop.stopId, keep(resultsOf(owner) + roundId, JSON.stringify([...without(readStops(owner, roundId)), stop])))
    },
    dropStop(requestId) {
      const gone = page.find((stop) => stop.requestId === requestId)
      const left = readStops(owner, roundId).filter((stop) => stop.requestId !== requestId)
      keep(resultsOf(owner) + roundId, left.length === 0 ? undefined : JSON.stringify(left))
      if (!gone) return
      page = page.filter((stop) => stop !== gone)
      note(gone.stopId, true)
    },
    async photos() {
      const photos = await readPictures(owner, roundId)
      // Once whoever asked has taken them over.
      setTimeout(() => watch?.onRead())
      return photos.map(({ owner: _owner, roundId: _roundId, ...photo }) => photo)
    },
    async keepPhoto(photo) {
      // It says that there is a database to look into.
      keep(picturesOf(owner) + roundId, '1')
      const key = await withPictures('readwrite', (pictures) => pictures.put({ ...photo, owner, roundId } satisfies Kept))
      note(photo.id, key !== undefined)
    },
    async dropPhoto(id) {
      await withPictures('readwrite', (pictures) => pictures.delete(id))
      note(id, true)
      if ((await readPictures(owner, roundId)).length === 0) keep(picturesOf(owner) + roundId, undefined)
    },
  }
}

export interface Unsent {
  /** The rounds that have something, each with how much. */
  readonly rounds: readonly { readonly id: string; readonly count: number }[]
  /** Results of stops and pictures together. */
  readonly count: number
}

/** What somebody's rounds have left in this browser. */
export async function unsentOf(owner: Owner): Promise<Unsent> {
  const counts = new Map(roundsBelow(resultsOf(owner)).map((id) => [id, readStops(owner, id).length]))
  for (const id of roundsBelow(picturesOf(owner))) counts.set(id, (counts.get(id) ?? 0) + (await readPictures(owner, id)).length)
  const rounds = [...counts].flatMap(([id, count]) => (count > 0 ? [{ id, count }] : []))
  return { rounds, count: rounds.reduce((sum, { count }) => sum + count, 0) }
}
