import { expect, test } from 'vitest'
import { soundsOf } from './pinyin.ts'
import type { Findable } from './search.ts'
import { MAX_PATTERN_LENGTH, options, searchOver } from './search.ts'

const page = (title: string, path: string, groups: string[] = [], pinyin: string[] = []): Findable => ({ title, path, groups, pinyin })
const pages = [
  page('Workbench', '/workbench'),
  page('Users', '/admin/sysuser', ['System']),
  page('Online users', '/admin/onlinesysuser', ['System']),
  page('Roles', '/authority/sysrole', ['Access control']),
]
const titles = (found: Findable[]) => found.map(({ title }) => title)

test('titles count more than paths, and an error of typing is forgiven', () => {
  const search = searchOver(pages)
  expect(titles(search('users'))[0]).toBe('Users')
  expect(titles(search('usres'))).toContain('Users')
  expect(titles(search('sysrole'))[0]).toBe('Roles')
  expect(titles(search('access'))).toEqual(['Roles'])
  expect(search('xyzzy')).toEqual([])
  expect(search('  ')).toEqual([])
})

test('a pattern is cut to 32 characters', () => {
  expect(MAX_PATTERN_LENGTH).toBe(32)
  const search = searchOver([page('a'.repeat(20), '/x')])
  // Of 32 letters 12 are wrong, of 92 there would be 72.
  expect(search(`${'a'.repeat(20)}${'b'.repeat(72)}`)).toHaveLength(1)
  expect(search(`${'a'.repeat(18)}${'b'.repeat(72)}`), '14 of 32').toHaveLength(0)
})

test('of ten letters four may be wrong and five may not: the threshold is 0.4', () => {
  const search = searchOver([page('abcdefghij', '/x')])
  expect(search('abcdefwwww')).toHaveLength(1)
  expect(search('abcdewwwww')).toHaveLength(0)
})

test('the weights are those of the specification', () => {
  expect(options.keys.map(({ name, weight }) => [name, weight])).toEqual([
    ['title', 0.7],
    ['pinyin', 0.3],
    ['path', 0.3],
  ])
})

test('Chinese is found by its sound, whole and by first letters, in both scripts', () => {
  const chinese = (title: string, isTraditional = false) => page(title, '/x', [], soundsOf(title, isTraditional))
  const simplified = searchOver([chinese('用户管理'), chinese('角色管理'), chinese('银行账户')])
  expect(titles(simplified('yonghu'))[0]).toBe('用户管理')
  expect(titles(simplified('jsgl'))[0]).toBe('角色管理')
  expect(titles(simplified('yinhang'))[0], 'a character that sounds otherwise elsewhere').toBe('银行账户')
  const traditional = searchOver([chinese('組織機構', true), chinese('選單管理', true)])
  expect(titles(traditional('zuzhi'))[0]).toBe('組織機構')
  expect(titles(traditional('xdgl'))[0]).toBe('選單管理')
  expect(titles(searchOver([page('用户管理', '/x')])('yonghu')), 'not without its sound').toEqual([])
})
