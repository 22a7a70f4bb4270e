/** What a browser keeps of a round, over a database and a storage that work, that are missing, and that are full. */
import { afterEach, describe, expect, it, vi } from 'vitest'
import { storeOf } from './kept.ts'
import type { PhotoEntry, StopEntry } from './sender.ts'
import { openSender } from './sender.ts'

afterEach(() => vi.unstubAllGlobals())

const photo: PhotoEntry = { kind: 'photo', stopId: 'one', id: 'picture', file: new File(['x'], 'leak.png') }
const stop: StopEntry = { kind: 'stop', stopId: 'one', results: [{ key: 'seen', photos: ['picture'] }], scanned: 0, requestId: 'first' }

/** A request that is answered a moment later. */
function answered<Result>(result: Result) {
  const request = { result, onsuccess: undefined as (() => void) | undefined }
  setTimeout(() => request.onsuccess?.())
  return request
}

/** A database that has those rows, and takes further ones unless it is full: then it says so at the end. */
function stubDatabase(rows: readonly { readonly owner: string; readonly roundId: string }[], isFull = false) {
  const transaction = () => {
    const made = {
      error: null,
      oncomplete: undefined as (() => void) | undefined,
      onabort: undefined as (() => void) | undefined,
      objectStore: () => ({
        index: () => ({
          getAll: ([owner, roundId]: [string, string]) => answered(rows.filter((row) => row.owner === owner && row.roundId === roundId)),
        }),
        put: () => answered('picture'),
        delete: () => answered(undefined),
      }),
    }
    setTimeout(() => (isFull ? made.onabort?.() : made.oncomplete?.()), 1)
    return made
  }
  vi.stubGlobal('indexedDB', { open: () => answered({ transaction, close: () => undefined }) })
}

function stubStorage(setItem: () => void) {
  vi.stubGlobal('localStorage', { getItem: () => null, removeItem: () => undefined, setItem })
}
const full = () => {
  throw new Error('QuotaExceededError')
}

/** A store, and what it has said of what it could not keep. */
function watched() {
  const notes: boolean[] = []
  return { notes, store: storeOf('li', 'round', { onRead: () => undefined, onUnkept: (isUnkept) => notes.push(isUnkept) }) }
}

describe('what is kept of a round', () => {
  it('is known, with the pictures of before a reload, by the time it says so', async () => {
    stubDatabase([
      { ...photo, owner: 'li', roundId: 'round' },
      { ...photo, id: 'elsewhere', owner: 'li', roundId: 'other' },
      { ...photo, id: 'another', owner: 'wang', roundId: 'round' },
    ])
    stubStorage(() => undefined)
    const known = await new Promise<readonly boolean[]>((resolve) => {
      const store = storeOf('li', 'round', {
        onRead: () => resolve(['picture', 'elsewhere', 'another'].map(sender.has)),
        onUnkept: () => undefined,
      })
      const sender = openSender(
        store,
        () => new Promise(() => undefined),
        () => true,
      )
      void sender.flush()
    })
    expect(known).toEqual([true, false, false])
  })

  it('is missed as long as something waits that a full browser did not take', async () => {
    stubDatabase([], true)
    stubStorage(full)
    const { notes, store } = watched()
    store.keepStop(stop)
    await store.keepPhoto(photo)
    store.dropStop(stop.requestId)
    expect(notes).toEqual([true, true, true])
    await store.dropPhoto('picture')
    expect(notes.at(-1)).toBe(false)
  })

  it('is said of a browser that keeps nothing at all, and of none that has taken everything', async () => {
    const without = watched()
    await without.store.keepPhoto(photo)
    expect(without.notes).toEqual([true])
    stubDatabase([])
    stubStorage(() => undefined)
    const { notes, store } = watched()
    store.keepStop(stop)
    await store.keepPhoto(photo)
    expect(notes).toEqual([false, false])
  })
})
