/**
 * While a backup is made, files that its rows name stay, whatever happens to them: an object says so to all servers. It is put anew as long as the
 * backup goes on, and one of a server that died is over by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../kernel/ids.ts'
import type { S3 } from './client.ts'
import type { Clock } from './clock.ts'

const HOLDS = 'holds/'
/** For how long a server goes by what it has seen. */
const KNOWN_MS = 1000
const BEAT_MS = 30_000
const OVER_MS = 5 * BEAT_MS

export class Holds {
  readonly #s3: S3
  readonly #clock: Clock
  #known: { until: number; isHeld: Promise<boolean> } | undefined

  constructor(s3: S3, clock: Clock) {
    this.#s3 = s3
    this.#clock = clock
  }

  /** Resolves once every server knows of it; gives what ends it. */
  async begin(): Promise<() => Promise<void>> {
    const key = `${HOLDS}${newId()}`
    const put = () => this.#s3.put(key, [Buffer.from('backup')])
    await put()
    const beat = setInterval(() => void put().catch(() => undefined), BEAT_MS).unref()
    await sleep(2 * KNOWN_MS)
    return async () => {
      clearInterval(beat)
      await this.#s3.remove(key)
    }
  }

  isHeld(): Promise<boolean> {
    const now = Date.now()
    if (!this.#known || this.#known.until < now) {
      const known = { until: now + KNOWN_MS, isHeld: this.#look() }
      this.#known = known
      known.isHeld.catch(() => {
        if (this.#known === known) this.#known = undefined
      })
    }
    return this.#known.isHeld
  }

  async #look(): Promise<boolean> {
    const over = this.#clock.there(Date.now()) - OVER_MS
    for await (const objects of this.#s3.list(HOLDS)) {
      for (const { key, modified } of objects) {
        if (modified > over) return true
        await this.#s3.remove(key)
      }
    }
    return false
  }
}
