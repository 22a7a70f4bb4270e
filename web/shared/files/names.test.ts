import { expect, it } from 'vitest'
import { freeName, numbered, stemLength } from './names.ts'

it('counts before the ending', () => {
  expect([numbered('报告.pdf', 2), numbered('.gitignore', 2), numbered('folder', 3), numbered('a.tar.gz', 2)]).toEqual([
    '报告 (2).pdf',
    '.gitignore (2)',
    'folder (3)',
    'a.tar (2).gz',
  ])
})

it('finds a name that nobody has, without regard to case', () => {
  expect(freeName('New folder', ['new FOLDER', 'New folder (2)'])).toBe('New folder (3)')
  expect(freeName('New folder', [])).toBe('New folder')
})

it('selects the name without its ending', () => {
  expect([stemLength('a.txt'), stemLength('.env'), stemLength('folder')]).toEqual([1, 4, 6])
})
