import { expect, test } from 'vitest'
import { soundsOf } from './pinyin.ts'
import type { Findable } from './search.ts'
import { MAX_PATTERN_LENGTH, isBefore, options, searchOver } from './search.ts'

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

test('what begins so stands before what only has it, and that before what resembles it', () => {
  const chinese = (title: string, path = '/x', groups: string[] = []) =>
    page(
      title,
      path,
      groups,
      [title, ...groups].flatMap((one) => soundsOf(one, false)),
    )
  const pages = searchOver([
    chinese('行政区划', '/regions'),
    chinese('在线用户', '/online'),
    chinese('用户岗位', '/posts'),
    chinese('用户管理', '/users'),
    chinese('审计', '/audit', ['用户']),
  ])
  expect(titles(pages('yh'))).toEqual(['用户岗位', '用户管理', '在线用户', '审计'])
  expect(titles(pages('yhgl'))[0]).toBe('用户管理')
  expect(titles(pages('用户管理'))[0]).toBe('用户管理')
})

test('of pages that match as well as each other the one that was open last stands first', () => {
  const all = [page('Users', '/users'), page('User roles', '/roles'), page('Online users', '/online')]
  expect(titles(searchOver(all, ['/online', '/roles'])('user'))).toEqual(['User roles', 'Users', 'Online users'])
  expect(titles(searchOver(all, ['/users', '/roles'])('user'))[0]).toBe('Users')
})

test('an action that is what was typed stands before pages that only resemble it', () => {
  const action = page('新增用户', '', [], soundsOf('新增用户', false))
  const pages = [page('行政区划', '/regions', [], soundsOf('行政区划', false)), page('用户管理', '/users', [], soundsOf('用户管理', false))]
  expect(isBefore(searchOver([action])('xzyh'), searchOver(pages)('xzyh'), 'xzyh')).toBe(true)
  expect(isBefore(searchOver([action])('yh'), searchOver(pages)('yh'), 'yh')).toBe(false)
  expect(isBefore([], pages, 'yh')).toBe(false)
  expect(isBefore([action], [], 'xz')).toBe(true)
})
