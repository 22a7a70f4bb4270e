/** What stands around the data of every answer (specification, section 8). */
import type { FieldError } from '../errors.ts'

export interface Envelope<Data> {
  /** 200, or what kind of failure it is: a code of the session, or the HTTP status. */
  readonly code: number
  readonly status: number
  /** For people, in the caller's language. */
  readonly message: string
  /** Null where the call failed. */
  readonly data: Data
  /** What is wrong with which field. */
  readonly errors?: readonly FieldError[]
  /** The server has only just been started, and has done nothing of the call. */
  readonly starting?: boolean
}
