/** What does the work of a kind of job. */
import type { Language, Translate } from '../../../model/labels/index.ts'
import type { Caller } from '../authorization/caller.ts'
import type { Mode, Transaction } from '../database/tenant.ts'
import type { Services } from '../services.ts'
import type { Outcome } from './jobs.ts'

/** What a kind of job is given. */
export interface Job {
  readonly id: string
  readonly input: unknown
  /** Whoever asked for it, with what they may do now: rights that were lost since then are not there any more. */
  readonly caller: Caller
  readonly language: Language
  readonly t: Translate
  readonly services: Services
  /** Says that the job was cancelled or the server stops; whatever is made until then is thrown away. */
  readonly signal: AbortSignal
  /** Tells how far it is; as often as one likes, it is told on once a second. */
  progress(done: number, total?: number): void
  /** A transaction in the tenant; what it changes is kept in the history, under the id of the job. */
  inTenant<Result>(work: (tx: Transaction) => Promise<Result>, mode?: Mode): Promise<Result>
}

/** By the name of the kind: what it does. */
export type JobKinds = Readonly<Record<string, (job: Job) => Promise<Outcome>>>
