import { describe, expect, it } from 'vitest'
import { safeRedirect, signInPath } from './redirect.ts'

describe('a redirect', () => {
  it('leads to a path of ours', () => {
    expect(safeRedirect('/admin/sysuser?currentPage=2#x')).toBe('/admin/sysuser?currentPage=2#x')
  })

  it('leads home from everywhere else', () => {
    const refused = [
      null,
      '',
      'admin',
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '\\\\evil.example',
      '/\t/evil.example',
      '\t//evil.example',
      '/\n/evil.example',
      'javascript:alert(1)',
      '/./\\evil',
      '/.//evil.example',
      '/..//evil.example',
      '/a/..//evil.example',
      '/login',
      '/login?redirect=/login',
    ]
    for (const wanted of refused) expect(safeRedirect(wanted), String(wanted)).toBe('/')
  })

  it('keeps the whole address in the way back', () => {
    expect(signInPath('/admin/sysuser?username=a&x=1')).toBe('/login?redirect=%2Fadmin%2Fsysuser%3Fusername%3Da%26x%3D1')
    expect(signInPath('/')).toBe('/login')
  })

  it('leads back to no page that says what is not there or not allowed', () => {
    for (const from of ['/404', '/401', '/404?from=%2Fx', '/401#top']) expect(signInPath(from), from).toBe('/login')
    expect(signInPath('/404s')).toBe('/login?redirect=%2F404s')
  })
})
