import type { Service } from '../../../model/workflow/settings.ts'
import type { Held } from './held.ts'

/** A service that is to be done at a moment of a task or of the process. */
export interface ListenerService {
  readonly held: Held
  readonly node: string
  /** The passage; nothing for the process. */
  readonly activity: number | null
  /** Under which its receivers are kept. */
  readonly key: string
  readonly service: Service
}
