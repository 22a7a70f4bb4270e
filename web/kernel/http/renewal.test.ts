import { beforeEach, describe, expect, it, vi } from 'vitest'
import { REFRESH_BY_COOKIE } from '../../../model/contract/account/sign-in.ts'
import { renewToken } from './renewal.ts'

/** A browser of cookies that scripts read, a storage and a server that answers each refresh. */
function browser({ token, former, answer }: { token?: string; former?: string; answer?: object | Error }) {
  const cookies = new Map(token ? [['token', token]] : [])
  const stored = new Map(former ? [['refresh_token', former]] : [])
  const calls: (string | null)[] = []
  const headers: Record<string, string>[] = []
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map((pair) => pair.join('=')).join('; ')
    },
    set cookie(text: string) {
      written.push(text)
      const [name = '', value = ''] = (text.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    },
  })
  const written: string[] = []
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('navigator', { languages: ['en'], locks: { request: (_: string, work: () => Promise<boolean>) => work() } })
  vi.stubGlobal('fetch', (_: string, init: { body: URLSearchParams; headers: Record<string, string> }) => {
    calls.push(init.body.get('refresh_token'))
    headers.push(init.headers)
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ json: () => Promise.resolve(answer) })
  })
  return { cookies, stored, calls, headers, written }
}

const good = { status: 200, data: { access_token: 'new' } }

describe('renewing a token', () => {
  beforeEach(() => void vi.unstubAllGlobals())

  it('keeps the new one in a cookie for our own pages only, and nothing in the storage', async () => {
    const { cookies, stored, calls, headers, written } = browser({ token: 'old', answer: good })
    await expect(renewToken('old')).resolves.toBe(true)
    expect(calls, 'the refresh token is in a cookie that is sent along').toEqual([null])
    expect(headers[0]).toMatchObject(REFRESH_BY_COOKIE)
    expect([cookies.get('token'), stored.size]).toEqual(['new', 0])
    expect(written.join()).toMatch(/SameSite=Strict.*Secure/)
  })

  it('uses the refresh token that an earlier version kept in the storage, once', async () => {
    const { stored, calls } = browser({ token: 'old', former: 'r1', answer: good })
    await expect(renewToken('old')).resolves.toBe(true)
    await expect(renewToken('new')).resolves.toBe(true)
    expect(calls).toEqual(['r1', null])
    expect(stored.size).toBe(0)
  })

  it('asks once for all calls that found the token expired', async () => {
    const { calls } = browser({ token: 'old', answer: good })
    await expect(Promise.all([renewToken('old'), renewToken('old'), renewToken('old')])).resolves.toEqual([true, true, true])
    expect(calls).toHaveLength(1)
  })

  it('takes the token that another tab got meanwhile', async () => {
    const { calls } = browser({ token: 'newer', answer: good })
    await expect(renewToken('old')).resolves.toBe(true)
    expect(calls).toEqual([])
  })

  it('takes it as well where this tab remembers the cookies of a moment ago, and goes on with it', async () => {
    const { cookies, calls } = browser({ token: 'old', answer: good })
    vi.stubGlobal('cookieStore', { get: (name: string) => Promise.resolve({ name, value: 'new%2Ber' }) })
    await expect(renewToken('old')).resolves.toBe(true)
    expect(calls).toEqual([])
    expect(cookies.get('token')).toBe('new%2Ber')
  })

  it('renews nothing where the browser has no token any more, whatever this tab remembers', async () => {
    const { calls } = browser({ token: 'old', answer: good })
    vi.stubGlobal('cookieStore', { get: () => Promise.resolve(null) })
    await expect(renewToken('old')).resolves.toBe(false)
    expect(calls).toEqual([])
  })

  it('gives up after signing out, when refused and when nobody answers', async () => {
    const { calls } = browser({ answer: good })
    await expect(renewToken('old')).resolves.toBe(false)
    expect(calls).toEqual([])
    const refused = browser({ token: 'old', answer: { status: 401, code: 401 } })
    await expect(renewToken('old')).resolves.toBe(false)
    expect(refused.cookies.get('token')).toBe('old')
    browser({ token: 'old', answer: new Error('down') })
    await expect(renewToken('old')).resolves.toBe(false)
  })
})
