/** A failure the caller is told about. Everything else that is thrown is a fault of ours and answers 500. */
import type { ErrorCode, FieldError } from '../../model/errors.ts'
import { errors } from '../../model/errors.ts'
import type { LabelKey } from '../../model/labels/index.ts'

export interface FailureDetails {
  /** Values for the message's placeholders. `field` may be a label key, which is translated first. */
  values?: Readonly<Record<string, string | number>>
  /** Field to mark with this failure's own message. */
  field?: { name: string; label: LabelKey }
  /** Findings about fields, already in words. */
  fields?: FieldError[]
  /** Further members of the answer, such as OAuth's `error`. */
  more?: Readonly<Record<string, unknown>>
  /** Seconds after which it makes sense to try again. */
  retryAfter?: number
  cause?: unknown
}

export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: FailureDetails

  constructor(code: ErrorCode, details: FailureDetails = {}) {
    super(code, { cause: details.cause })
    this.code = code
    this.details = details
  }

  get status(): number {
    return errors[this.code]
  }
}

/**
 * Ends the request with a failure.
 * @example if (!role) fail('row.not-found')
 */
export function fail(code: ErrorCode, details: FailureDetails = {}): never {
  throw new Failure(code, details)
}
