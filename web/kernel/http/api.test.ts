import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { currentQuestion } from '../../ui/confirm.ts'
import { currentToasts, dismissToast } from '../../ui/toast.ts'
import { ApiError, actAs, call } from './api.ts'
import { startTexts } from '../i18n/i18n.ts'
import { deleteRows } from './resource-client.ts'
import { users } from '../../../model/index.ts'

/** A browser that is signed in, before a server that does what it is told. */
async function browser(answer: (init: RequestInit) => Promise<object>): Promise<RequestInit[]> {
  const sent: RequestInit[] = []
  vi.stubGlobal('document', { cookie: 'token=abc; language=en', documentElement: {} })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    sent.push(init)
    return { ok: true, headers: new Headers(), json: () => answer(init) }
  })
  await startTexts()
  return sent
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  actAs([])
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const shown = () => currentToasts().map(({ kind, text }) => [kind, text])

it('a call goes with the credentials of this origin, the token and the roles in use', async () => {
  const sent = await browser(() => Promise.resolve({ code: 200, data: 7 }))
  actAs(['ROLE_A', 'ROLE_B'])
  await expect(call('GET', '/api/x')).resolves.toBe(7)
  expect(sent).toMatchObject([{ credentials: 'same-origin', headers: { Authorization: 'Bearer abc', RoleCode: 'ROLE_A,ROLE_B' } }])
  expect(shown()).toEqual([])
})

it('an answer whose code is not 200 is rejected and told, in its own words or as an error', async () => {
  await browser(() => Promise.resolve({ code: 409, status: 409, message: 'Taken' }))
  await expect(call('POST', '/api/x')).rejects.toMatchObject({ code: 409, message: 'Taken' })
  await browser(() => Promise.resolve({ code: 500, status: 500, message: '' }))
  await expect(call('POST', '/api/x')).rejects.toBeInstanceOf(ApiError)
  expect(shown()).toEqual([
    ['error', 'Taken'],
    ['error', 'Error'],
  ])
  vi.advanceTimersByTime(4999)
  expect(shown()).toHaveLength(2)
  vi.advanceTimersByTime(1)
  expect(shown()).toEqual([])
})

it('a server that is only starting is said to be, and is sent the call again until it answers', async () => {
  let answers = 0
  const starting = { code: 503, status: 503, message: 'Starting', data: null, starting: true }
  const sent = await browser(() => Promise.resolve((answers += 1) < 3 ? starting : { code: 200, data: 7 }))
  const waiting = call('POST', '/api/x', { json: { a: 1 }, quiet: true })
  await vi.advanceTimersByTimeAsync(1999)
  expect(sent).toHaveLength(2)
  expect(shown()).toEqual([['busy', 'Starting']])
  await vi.advanceTimersByTimeAsync(1)
  await expect(waiting).resolves.toBe(7)
  expect(sent.map(({ body }) => body)).toEqual(Array.from({ length: 3 }, () => '{"a":1}'))
  await vi.advanceTimersByTimeAsync(600)
  expect(shown()).toEqual([])
})

it('a server that starts for two minutes has failed, and one that is busy is sent nothing again', async () => {
  await browser(() => Promise.resolve({ code: 503, status: 503, message: 'Starting', data: null, starting: true }))
  const waiting = expect(call('GET', '/api/x')).rejects.toMatchObject({ code: 503, message: 'Starting' })
  await vi.advanceTimersByTimeAsync(120_000)
  await waiting
  const sent = await browser(() => Promise.resolve({ code: 503, status: 503, message: 'Busy', data: null }))
  await expect(call('POST', '/api/x')).rejects.toMatchObject({ code: 503 })
  expect(sent).toHaveLength(1)
})

it('a server that does not answer is waited for 5000 ms', async () => {
  const limits: number[] = []
  const late = new AbortController()
  let asked = (): void => undefined
  const out = new Promise<void>((resolve) => {
    asked = resolve
  })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    limits.push(ms)
    return late.signal
  })
  await browser(
    ({ signal }) =>
      new Promise((_, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        asked()
      }),
  )
  const waiting = call('GET', '/api/x')
  await out
  late.abort(new DOMException('late', 'TimeoutError'))
  await expect(waiting).rejects.toMatchObject({ code: 0, message: 'The server did not answer within 5 seconds' })
  expect(limits).toEqual([5000])
  expect(shown()).toEqual([['error', 'The server did not answer within 5 seconds']])
})

it('a server that cannot be reached is told, and a quiet call leaves that to whoever asked', async () => {
  await browser(() => Promise.reject(new TypeError('refused')))
  await expect(call('GET', '/api/x', { quiet: true })).rejects.toBeInstanceOf(ApiError)
  expect(shown()).toEqual([])
  await expect(call('GET', '/api/x')).rejects.toMatchObject({ code: 0 })
  expect(shown()).toEqual([['error', 'The server cannot be reached']])
})

it('that the session has ended is asked about whoever called, but for those who deal with it themselves', async () => {
  await browser(() => Promise.resolve({ code: 50008, status: 401, message: 'Signed out' }))
  await expect(call('GET', '/api/x', { quiet: true, ownsSession: true })).rejects.toMatchObject({ code: 50008 })
  expect(currentQuestion()).toBeUndefined()
  await expect(call('GET', '/api/x', { quiet: true })).rejects.toMatchObject({ code: 50008 })
  expect(shown()).toEqual([])
  expect(currentQuestion()).toMatchObject({ title: 'Confirm logout' })
})

it('a call that was on its way while somebody signed out asks nothing', async () => {
  currentQuestion()?.answer(false)
  await browser(() => {
    document.cookie = ''
    return Promise.resolve({ code: 50008, status: 401, message: 'Signed out' })
  })
  await expect(call('GET', '/api/x', { quiet: true })).rejects.toMatchObject({ code: 50008 })
  expect(currentQuestion()).toBeUndefined()
})

it('rows are deleted by their ids in the address, and more of them than an address carries in the body', async () => {
  const addresses: string[] = []
  const sent = await browser(() => Promise.resolve({ code: 200, data: { deleted: 1 } }))
  const inner = fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
    addresses.push(address)
    return inner(address, init)
  })
  const ids = Array.from({ length: 1000 }, (_, at) => `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`)
  await deleteRows(users, ids.slice(0, 2))
  await deleteRows(users, ids)
  expect(addresses[0]).toContain(`?id=${ids[0] ?? ''}%2C`)
  expect(sent[0]?.body).toBeUndefined()
  expect(addresses[1]).not.toContain('?')
  expect(JSON.parse(String(sent[1]?.body))).toEqual({ id: ids.join(',') })
})
