/**
 * Errors that this page met: kept for the badge and the error log, and sent to the server in production. The same one is
 * counted, not kept twice; there are never many of them, and they are not sent in a storm.
 */
import { create } from 'zustand'
import { addErrorLog } from '../../../model/contract/monitor/error-log.ts'
import type { ErrorReport } from '../../../model/error-report.ts'
import { cleaned } from '../../../model/error-report.ts'
import { ask } from '../http/ask.ts'
import { readToken } from '../http/token.ts'

export interface MetError extends ErrorReport {
  readonly id: number
  readonly times: number
  readonly at: Date
}

/** Different errors that are kept; the oldest go first. */
const MAX_ERRORS = 50
/** Errors sent in one minute at most. */
const MAX_SENT_PER_MINUTE = 10
const MINUTE = 60_000

interface Store {
  readonly errors: readonly MetError[]
  /** Met since the log was last looked at. */
  readonly unseen: number
}

export const useErrorLog = create<Store>(() => ({ errors: [], unseen: 0 }))

/** Marks all errors of this browser as seen. */
export const seeErrors = (): void => useErrorLog.setState({ unseen: 0 })
/** Empties the list of errors of this browser. */
export const forgetErrors = (): void => useErrorLog.setState({ errors: [], unseen: 0 })

let next = 1
let sent: readonly number[] = []
let send: ((report: ErrorReport) => void) | undefined

/** Adds what was thrown to the errors of this browser and reports it to the server, a few a minute and without secrets. */
export function keepError(thrown: unknown, page = location.pathname, now = Date.now()): void {
  const report = cleaned({ ...errorOf(thrown), page })
  const { errors, unseen } = useErrorLog.getState()
  const known = errors.find((one) => one.message === report.message && one.stack === report.stack && one.page === report.page)
  const kept = { ...report, id: known?.id ?? next++, times: (known?.times ?? 0) + 1, at: new Date(now) }
  useErrorLog.setState({ errors: [kept, ...errors.filter((one) => one !== known)].slice(0, MAX_ERRORS), unseen: unseen + 1 })
  sent = sent.filter((moment) => now - moment < MINUTE)
  // What the server has is not told again from this page.
  if (!send || known || sent.length >= MAX_SENT_PER_MINUTE) return
  sent = [...sent, now]
  send(report)
}

/** Begins to listen. Only in production does the server hear of it (section 4 of the specification). */
export function watchErrors(deliver: typeof send = import.meta.env.PROD ? deliverError : undefined): void {
  send = deliver
  addEventListener('error', ({ error, message }) => keepError(error ?? message))
  addEventListener('unhandledrejection', ({ reason }) => {
    // A call that failed was told already, by the server that would keep it.
    if (!isReported(reason)) keepError(reason)
  })
}

/** To the server, without a word when that does not work: an error about an error helps nobody. */
function deliverError(report: ErrorReport): void {
  if (readToken()) void ask(addErrorLog, report, { quiet: true, ownsSession: true }).catch(() => undefined)
}

function isReported(reason: unknown): boolean {
  return reason instanceof Error && (reason.name === 'AbortError' || 'status' in reason)
}

function errorOf(thrown: unknown): { message: string; stack: string } {
  if (!(thrown instanceof Error)) return { message: String(thrown) || 'Error', stack: '' }
  return { message: `${thrown.name}: ${thrown.message}`, stack: thrown.stack ?? '' }
}
