import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { ErrorReport } from '../../../model/error-report.ts'

const listeners = new Map<string, (event: unknown) => void>()
vi.stubGlobal('addEventListener', (name: string, listener: (event: unknown) => void) => listeners.set(name, listener))
vi.stubGlobal('location', { pathname: '/admin/sysuser' })
vi.stubGlobal('navigator', { languages: [] })
vi.stubGlobal('document', { cookie: 'token=of-somebody', documentElement: {} })

const { forgetErrors, keepError, seeErrors, useErrorLog, watchErrors } = await import('./error-log.ts')

let delivered: ErrorReport[]
let clock = 1_000_000
beforeEach(() => {
  delivered = []
  clock += 120_000
  forgetErrors()
  watchErrors((report) => delivered.push(report))
})

const error = (message: string) => Object.assign(new Error(message), { stack: `at ${message}` })

describe('the error log of a page', () => {
  it('counts the same error and sends it once', () => {
    keepError(error('a'), '/x', clock)
    keepError(error('a'), '/x', clock)
    expect(useErrorLog.getState()).toMatchObject({ errors: [{ message: 'Error: a', times: 2, page: '/x' }], unseen: 2 })
    expect(delivered).toHaveLength(1)
  })

  it('keeps fifty, the latest first, and sends ten in a minute', () => {
    for (let at = 0; at < 60; at += 1) keepError(error(`e${at}`), '/x', clock)
    expect(useErrorLog.getState().errors).toHaveLength(50)
    expect(useErrorLog.getState().errors[0]?.message).toBe('Error: e59')
    expect(delivered).toHaveLength(10)
    keepError(error('later'), '/x', clock + 60_000)
    expect(delivered).toHaveLength(11)
  })

  it('tells no secret', () => {
    keepError(error('token=abc123'), '/x?name=Li', clock)
    expect(delivered).toEqual([{ message: 'Error: token=…', stack: 'at token=…', page: '/x' }])
  })

  it('is told to the server in production alone', () => {
    const fetched = vi.fn(() => Promise.reject(new Error('nobody is there')))
    vi.stubGlobal('fetch', fetched)
    // Tests are no production.
    watchErrors()
    keepError(error('quiet'), '/x', clock)
    expect(fetched).not.toHaveBeenCalled()
    expect(useErrorLog.getState().errors).toHaveLength(1)
  })

  it('hears what nobody caught, but not calls that failed', () => {
    listeners.get('error')?.({ error: error('loud'), message: 'loud' })
    listeners.get('unhandledrejection')?.({ reason: 'why' })
    listeners.get('unhandledrejection')?.({ reason: Object.assign(new Error('refused'), { status: 403 }) })
    expect(useErrorLog.getState().errors.map(({ message }) => message)).toEqual(['why', 'Error: loud'])
  })

  it('is seen when somebody looks', () => {
    keepError(error('a'), '/x', clock)
    seeErrors()
    expect(useErrorLog.getState()).toMatchObject({ unseen: 0, errors: [{ times: 1 }] })
  })
})
