/** What is being uploaded, for the whole console: leaving a page does not stop it, signing out does. */
import { create } from 'zustand'
import { ApiError } from '../../../kernel/http/api.ts'
import { t } from '../../../kernel/i18n/i18n.ts'
import { useSessionStore } from '../../../kernel/session/session-store.ts'
import { entryNamed } from '../client.ts'
import { freeName } from '../names.ts'
import { folderMaker } from './folders.ts'
import type { Dropped } from './found.ts'
import type { Refusal, Sender } from './send.ts'

export type UploadState = 'waiting' | 'sending' | 'paused' | 'taken' | 'failed' | 'done'

export interface UploadItem {
  readonly id: number
  readonly name: string
  readonly size: number
  readonly state: UploadState
  /** Bytes that have arrived. */
  readonly sent: number
  readonly error: string
}

/** What only the queue needs of an item. */
interface Work {
  readonly file: File
  readonly below: readonly string[]
  readonly folderOf: (below: readonly string[]) => Promise<string>
  replaces?: string
  sender?: Sender | undefined
}

interface Queue {
  readonly items: readonly UploadItem[]
  /** Grows with each file or folder that has arrived: lists are asked for anew. */
  readonly arrived: number
}

/** Files on their way at once; more would only share the line. */
const AT_ONCE = 3

export const useUploads = create<Queue>(() => ({ items: [], arrived: 0 }))
const works = new Map<number, Work>()
let next = 1

const read = (id: number) => useUploads.getState().items.find((item) => item.id === id)

function change(id: number, part: Partial<UploadItem>): void {
  useUploads.setState(({ items }) => ({ items: items.map((item) => (item.id === id ? { ...item, ...part } : item)) }))
}

const arrive = () => useUploads.setState(({ arrived }) => ({ arrived: arrived + 1 }))

/** Adds files and folders that were chosen or dropped to the uploads, below the folder with the id `base`. */
export function enqueue(base: string, { files, folders }: Dropped): void {
  const folderOf = folderMaker(base)
  const items = files.map(({ file, below }): UploadItem => {
    const id = next++
    works.set(id, { file, below, folderOf })
    const isEmpty = file.size === 0
    return {
      id,
      name: [...below, file.name].join('/'),
      size: file.size,
      state: isEmpty ? 'failed' : 'waiting',
      sent: 0,
      error: isEmpty ? t('error.file.empty') : '',
    }
  })
  useUploads.setState((before) => ({ items: [...before.items.filter(({ state }) => state !== 'done'), ...items] }))
  // Those without files as well: who drops a folder has it afterwards.
  void Promise.allSettled(folders.map((below) => folderOf(below))).then(arrive)
  proceed()
}

function proceed(): void {
  const { items } = useUploads.getState()
  const free = AT_ONCE - items.filter(({ state }) => state === 'sending').length
  for (const { id } of items.filter(({ state }) => state === 'waiting').slice(0, Math.max(0, free))) {
    change(id, { state: 'sending', error: '' })
    void send(id)
  }
}

async function send(id: number): Promise<void> {
  const work = works.get(id)
  if (!work) return
  try {
    work.sender ??= await prepare(id, work)
    // Paused or taken away while the folder was made.
    if (read(id)?.state === 'sending') work.sender.start()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    refuse(id, { message: error.message, isTaken: false })
  }
}

async function prepare(id: number, { file, below, folderOf, replaces }: Work): Promise<Sender> {
  const [parentId, { senderOf }] = await Promise.all([folderOf(below), import('./send.ts')])
  return senderOf({
    file,
    parentId,
    replaces,
    name: leaf(read(id)?.name ?? file.name),
    userId: useSessionStore.getState().session?.user.id ?? '',
    onProgress: (sent) => change(id, { sent }),
    onDone: () => {
      change(id, { state: 'done', sent: file.size })
      works.delete(id)
      arrive()
      proceed()
    },
    onRefused: (why) => refuse(id, why),
  })
}

const leaf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function refuse(id: number, { message, isTaken }: Refusal): void {
  change(id, { state: isTaken ? 'taken' : 'failed', error: message || t('failure.network') })
  proceed()
}

/** Stops an upload where it is; it can go on later. */
export function pause(id: number): void {
  works.get(id)?.sender?.pause()
  change(id, { state: 'paused' })
  proceed()
}

/** Goes on with what was paused, and tries again what failed. */
export function resume(id: number): void {
  change(id, { state: 'waiting', error: '' })
  proceed()
}

/** Takes an upload out of the queue; what has arrived of it is thrown away by the server. */
export function cancel(id: number): void {
  works.get(id)?.sender?.stop()
  works.delete(id)
  useUploads.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }))
  proceed()
}

/** The name is taken: the file there becomes an older version of this one, or this one gets another name. */
export async function settle(id: number, how: 'replace' | 'keep'): Promise<void> {
  const [item, work] = [read(id), works.get(id)]
  if (!item || !work) return
  work.sender = undefined
  const [parentId, name] = [await work.folderOf(work.below), leaf(item.name)]
  const there = await entryNamed(parentId, name)
  if (how === 'replace') {
    if (there) work.replaces = there.id
  } else {
    let free = name
    for (const taken = [name]; await entryNamed(parentId, free); taken.push(free)) free = freeName(name, taken)
    change(id, { name: [...work.below, free].join('/') })
  }
  resume(id)
}

/** Stops what is not done, and empties the list of uploads. */
export function clearUploads(): void {
  for (const { id, state } of useUploads.getState().items) if (state !== 'done') works.get(id)?.sender?.stop()
  works.clear()
  useUploads.setState({ items: [] })
}

const isOpen = ({ state }: UploadItem) => state === 'waiting' || state === 'sending'

addEventListener('beforeunload', (event) => {
  if (useUploads.getState().items.some(isOpen)) event.preventDefault()
})
// What failed for want of a connection goes on by itself when there is one.
addEventListener('online', () => {
  for (const { id, state, error } of useUploads.getState().items) if (state === 'failed' && error === t('failure.network')) resume(id)
})
useSessionStore.subscribe(({ session }, before) => {
  if (session || !before.session) return
  clearUploads()
  void import('./send.ts').then(({ forgetInterrupted }) => forgetInterrupted())
})
