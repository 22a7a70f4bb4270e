/**
 * The sending end of a round, for the one who did it. Entries go in their order, one at a time, and each is kept until the server has stored it: while the network or the session is away they wait, and what
 * the server refuses stays with its reason until whoever does the round has mended it. A stop waits for the pictures that it names.
 */
import type { CheckResult } from '../../../../model/maintenance/checklist.ts'
import { ApiError } from '../../../kernel/http/api.ts'

export interface StopEntry {
  readonly kind: 'stop'
  readonly stopId: string
  readonly results: readonly CheckResult[]
  readonly scanned: 0 | 1
  /** Of the label on the machine, where that was read. */
  readonly token?: string | undefined
  readonly requestId: string
}

export interface PhotoEntry {
  readonly kind: 'photo'
  readonly stopId: string
  readonly id: string
  readonly file: File
}

export type Entry = StopEntry | PhotoEntry

/** Where entries are kept that have not arrived yet. */
export interface EntryStore {
  stops(): readonly StopEntry[]
  /** It takes the place of what is kept of the same stop. */
  keepStop(stop: StopEntry): void
  dropStop(requestId: string): void
  photos(): Promise<readonly PhotoEntry[]>
  keepPhoto(photo: PhotoEntry): Promise<void>
  dropPhoto(id: string): Promise<void>
}

export interface Waiting {
  readonly entries: readonly Entry[]
  /** Why the server has refused an entry, by its name ({@link nameOf}). */
  readonly refusals: ReadonlyMap<string, string>
  /** The server could not be asked at the last attempt. */
  readonly isOffline: boolean
}

/** What an entry is called: the same one that arrives twice is stored once. */
export const nameOf = (entry: Entry): string => (entry.kind === 'photo' ? entry.id : entry.requestId)

/** The server has not judged the entry: it is away or busy, or whoever sends it has to sign in again. */
const isPassing = ({ status }: ApiError): boolean => status === 0 || status >= 500 || [401, 408, 425, 429].includes(status)

export type Sender = ReturnType<typeof openSender>

interface Listener {
  readonly onWaiting: (waiting: Waiting) => void
  /** Something has been stored. */
  readonly onSent: () => void
}

/**
 * The sending end over what the store has kept.
 * @param send Gives once the server has stored the entry
 * @param maySend Asked before each entry: whether the one who did the round is the one who is signed in, since whatever is sent is stored as theirs
 */
export function openSender(store: EntryStore, send: (entry: Entry) => Promise<unknown>, maySend: (entry: Entry) => boolean) {
  let listener: Listener | undefined
  let waiting: Waiting = { entries: store.stops(), refusals: new Map(), isOffline: false }
  const sent = new Set<string>()
  let loading: Promise<void> | undefined
  let isBusy = false

  function put(changes: Partial<Waiting>): void {
    const before = waiting.entries
    waiting = { ...waiting, ...changes }
    keep(before, waiting.entries)
    listener?.onWaiting(waiting)
  }
  /** What is kept follows entry by entry: another page of the browser may keep others of the same round. */
  function keep(before: readonly Entry[], now: readonly Entry[]): void {
    const stays = new Set(now.map(nameOf))
    for (const entry of before) if (entry.kind === 'stop' && !stays.has(entry.requestId)) store.dropStop(entry.requestId)
    for (const entry of now) if (entry.kind === 'stop' && !before.includes(entry)) store.keepStop(entry)
  }
  const refuse = (entry: Entry, reason: string) => put({ refusals: new Map(waiting.refusals).set(nameOf(entry), reason) })
  const without = (names: readonly string[]) => new Map([...waiting.refusals].filter(([name]) => !names.includes(name)))

  async function load(): Promise<void> {
    const photos = await store.photos()
    const known = new Set(waiting.entries.map(nameOf))
    const kept = photos.filter(({ id }) => !known.has(id) && !sent.has(id))
    if (kept.length > 0) put({ entries: [...kept, ...waiting.entries] })
  }

  function next(): Entry | undefined {
    const { entries, refusals } = waiting
    const isRefused = (name: string) => refusals.has(name)
    return entries.find(
      (entry) => !isRefused(nameOf(entry)) && (entry.kind === 'photo' || !entry.results.some(({ photos = [] }) => photos.some(isRefused))),
    )
  }

  /** False where the server could not be asked: then the others wait as well. */
  async function sendOne(entry: Entry): Promise<boolean> {
    // A picture takes minutes on a slow line: meanwhile somebody else may have signed in.
    if (!maySend(entry)) return false
    try {
      await send(entry)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (isPassing(error)) return false
      refuse(entry, error.message)
      return true
    }
    sent.add(nameOf(entry))
    if (entry.kind === 'photo') await store.dropPhoto(entry.id)
    put({ entries: waiting.entries.filter((each) => each !== entry) })
    listener?.onSent()
    return true
  }

  async function flush(): Promise<void> {
    if (isBusy) return
    isBusy = true
    try {
      await (loading ??= load())
      for (let entry = next(); entry; entry = next()) {
        const isAsked = await sendOne(entry)
        if (waiting.isOffline === isAsked) put({ isOffline: !isAsked })
        if (!isAsked) return
      }
    } finally {
      isBusy = false
    }
  }

  return {
    flush,
    /** Calls the listener from now on, beginning with what waits. @returns how to end that */
    listen(by: Listener): () => void {
      listener = by
      by.onWaiting(waiting)
      return () => {
        if (listener === by) listener = undefined
      }
    },
    /** What waits at this moment. */
    now: (): Waiting => waiting,
    /** Whether the picture waits to be sent or has arrived while this page was open. */
    has: (photoId: string): boolean => sent.has(photoId) || waiting.entries.some((entry) => nameOf(entry) === photoId),
    async add(entry: Entry): Promise<void> {
      // What is filled in anew of a stop takes the place of what is still waiting, and refused pictures of it are tried once more.
      const others = waiting.entries.filter((each) => entry.kind === 'photo' || each.kind === 'photo' || each.stopId !== entry.stopId)
      const anew = entry.kind === 'photo' ? [] : waiting.entries.filter(({ stopId }) => stopId === entry.stopId).map(nameOf)
      put({ entries: [...others, entry], refusals: without(anew) })
      if (entry.kind === 'photo') await store.keepPhoto(entry)
      await flush()
    },
    /** Sends what was refused once more. */
    async again(): Promise<void> {
      put({ refusals: new Map() })
      await flush()
    },
    /** Gives up a picture: what waits of its stop no longer names it. */
    async dropPhoto(id: string): Promise<void> {
      const entries = waiting.entries.flatMap((entry): Entry[] =>
        entry.kind === 'photo'
          ? entry.id === id
            ? []
            : [entry]
          : [{ ...entry, results: withoutPhotos(entry.results, (photo) => photo !== id) }],
      )
      put({ entries, refusals: without([id]) })
      await store.dropPhoto(id)
      await flush()
    },
  }
}

/** The results with those pictures alone that are to stay. */
export const withoutPhotos = (results: readonly CheckResult[], stays: (photoId: string) => boolean): CheckResult[] =>
  results.map((result) => {
    const { photos, ...rest } = result
    const left = photos?.filter(stays) ?? []
    return left.length === photos?.length ? result : { ...rest, ...(left.length > 0 ? { photos: left } : {}) }
  })
