import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renewToken } from './renewal.ts'

/** A browser of two cookies, a storage and a server that answers once for each refresh token. */
function browser({ token, refresh, answer }: { token?: string; refresh?: string; answer?: object | Error }) {
  const cookies = new Map(token ? [['token', token]] : [])
  const stored = new Map(refresh ? [['refresh_token', refresh]] : [])
  const calls: string[] = []
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
  })
  vi.stubGlobal('navigator', { languages: ['en'], locks: { request: (_: string, work: () => Promise<boolean>) => work() } })
  vi.stubGlobal('fetch', (_: string, init: { body: URLSearchParams }) => {
    calls.push(init.body.get('refresh_token') ?? '')
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve({ json: () => Promise.resolve(answer) })
  })
  return { cookies, stored, calls, written }
}

const good = { status: 200, data: { access_token: 'new', refresh_token: 'next' } }

describe('renewing a token', () => {
  beforeEach(() => void vi.unstubAllGlobals())

  it('keeps both new tokens, the cookie for our own pages only', async () => {
    const { cookies, stored, calls, written } = browser({ token: 'old', refresh: 'r1', answer: good })
    await expect(renewToken('old')).resolves.toBe(true)
    expect(calls).toEqual(['r1'])
    expect([cookies.get('token'), stored.get('refresh_token')]).toEqual(['new', 'next'])
    expect(written.join()).toMatch(/SameSite=Strict.*Secure/)
  })

  it('asks once for all calls that found the token expired', async () => {
    const { calls } = browser({ token: 'old', refresh: 'r1', answer: good })
    await expect(Promise.all([renewToken('old'), renewToken('old'), renewToken('old')])).resolves.toEqual([true, true, true])
    expect(calls).toEqual(['r1'])
  })

  it('takes the token that another tab got meanwhile', async () => {
    const { calls } = browser({ token: 'newer', refresh: 'r1', answer: good })
    await expect(renewToken('old')).resolves.toBe(true)
    expect(calls).toEqual([])
  })

  it('gives up without a refresh token, when refused and when nobody answers', async () => {
    browser({ token: 'old', answer: good })
    await expect(renewToken('old')).resolves.toBe(false)
    const refused = browser({ token: 'old', refresh: 'r1', answer: { status: 401, code: 401 } })
    await expect(renewToken('old')).resolves.toBe(false)
    expect(refused.cookies.get('token')).toBe('old')
    browser({ token: 'old', refresh: 'r1', answer: new Error('down') })
    await expect(renewToken('old')).resolves.toBe(false)
  })
})
