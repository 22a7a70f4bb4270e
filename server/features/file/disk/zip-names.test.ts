import { expect, it } from 'vitest'
import type { Item } from './zip-names.ts'
import { placed, safeName } from './zip-names.ts'

const item = (id: string, original_filename: string, parent_id: string | null = null, is_file = true): Item => ({
  id,
  parent_id,
  original_filename,
  is_file,
})
const paths = (...items: Item[]) => placed(items).map(({ path }) => path)

it.each([
  ['报表 12.5.xlsx', '报表 12.5.xlsx'],
  ['a:b?.txt', 'a_b_.txt'],
  ['end. ', 'end__'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['console.log', 'console.log'],
  ['COM1.tar.gz', '_COM1.tar.gz'],
  ['..', '__'],
  ['...', '___'],
  ['a/../b', 'a_.._b'],
  ['\u0001', '_'],
])('%j lies in an archive as %j', (name, safe) => {
  expect(safeName(name)).toBe(safe)
})

it('everything lies in its folder, and no path is there twice, whatever a system takes for the same', () => {
  expect(
    paths(
      item('f', 'folder', 'elsewhere', false),
      item('a', 'a.txt', 'f'),
      item('b', 'A.TXT', 'other'),
      item('c', 'a.txt', 'third'),
      item('s', 'sub', 'f', false),
      item('d', 'a.txt', 's'),
    ),
  ).toEqual(['folder/', 'folder/a.txt', 'folder/sub/', 'folder/sub/a.txt', 'A.TXT', 'a (2).txt'])
  expect(paths(item('a', 'a?.txt'), item('b', 'a_.txt')), 'made alike by what is replaced').toEqual(['a_.txt', 'a_ (2).txt'])
  expect(paths(item('a', 'caf\u00e9'), item('b', 'cafe\u0301'))).toEqual(['caf\u00e9', 'cafe\u0301 (2)'])
})
