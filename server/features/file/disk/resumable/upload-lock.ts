/**
 * One request at a time writes to an upload, on whatever server. It says so every second; another that comes (somebody's line
 * broke, and they try again) asks it to stop and waits for it. A server that falls silent loses what it held.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Lock, Locker } from '@tus/server'
import { fail } from '../../../../kernel/errors.ts'
import type { Call } from '../../../../kernel/http/http.ts'
import { newId } from '../../../../kernel/ids.ts'
import type { UploadRow } from './rows.ts'
import { holdUpload, keepHolding, letGo } from './rows.ts'

const BEAT_MS = 1000
const ASK_AGAIN_MS = 200
const PATIENCE_MS = 8000
/** It may not write any more when it could not say for so long that it does; shorter than others wait (rows.ts). */
const OWN_SILENCE_MS = 7000

/** Requests of this process that hold something. */
const holders = new Set<string>()

export class UploadLock implements Locker {
  readonly holder = newId()
  readonly #call: Pick<Call<unknown>, 'caller' | 'inTenant' | 'services'>
  readonly #isNew: boolean
  readonly #stop = new AbortController()
  #row: UploadRow | undefined
  #beat: NodeJS.Timeout | undefined
  #spoken = 0
  /** What still goes on when the protocol is done with the request, such as writing what came before the line broke. */
  #work: Promise<unknown> = Promise.resolve()

  /** @param isNew The upload is only being made, and {@link began} says when it is there: the protocol locks that as well. */
  constructor(call: Pick<Call<unknown>, 'caller' | 'inTenant' | 'services'>, isNew: boolean) {
    this.#call = call
    this.#isNew = isNew
  }

  /** The upload as it was when it was taken. */
  get row(): UploadRow {
    return this.#row ?? fail('file.not-found')
  }

  /** Says that somebody else wants the upload, or that it is held no more. */
  get signal(): AbortSignal {
    return this.#stop.signal
  }

  newLock(id: string): Lock {
    return { lock: async (signal) => (this.#isNew ? undefined : this.#take(id, signal)), unlock: () => this.#release(id) }
  }

  /** Of an upload that was begun by this request. */
  began(row: UploadRow): void {
    this.#row = row
    this.#start(row.id)
  }

  async during<Result>(work: Promise<Result>): Promise<Result> {
    this.#work = work.catch(() => undefined)
    return work
  }

  async #take(id: string, signal: AbortSignal): Promise<void> {
    const { caller, inTenant, services } = this.#call
    // Alone, whoever holds it and is not of this process died with the one before.
    const isGone = (holder: string) => services.isAlone && !holders.has(holder)
    const end = performance.now() + PATIENCE_MS
    while (!(this.#row = await inTenant((tx) => holdUpload(tx, caller, id, this.holder, isGone)))) {
      if (performance.now() > end) fail('upload.busy', { retryAfter: 2 })
      await sleep(ASK_AGAIN_MS, undefined, { signal })
    }
    this.#start(id)
  }

  #start(id: string): void {
    holders.add(this.holder)
    this.#spoken = performance.now()
    this.#beat = setInterval(() => void this.#speak(id), BEAT_MS)
    this.#beat.unref()
  }

  async #speak(id: string): Promise<void> {
    const { caller, inTenant } = this.#call
    const now = performance.now()
    const isWanted = await inTenant((tx) => keepHolding(tx, caller, id, this.holder)).catch(() => false)
    if (isWanted === false) this.#spoken = now
    if (isWanted !== false || performance.now() - this.#spoken > OWN_SILENCE_MS) this.#stop.abort()
  }

  async #release(id: string): Promise<void> {
    const { caller, inTenant } = this.#call
    await this.#work
    clearInterval(this.#beat)
    if (this.#row) await inTenant((tx) => letGo(tx, caller, id, this.holder))
    holders.delete(this.holder)
  }
}
