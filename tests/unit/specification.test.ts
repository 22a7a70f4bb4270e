/** docs/specification.md says which test shows what. What it names is there, so that the table cannot rot. */
import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')
const document = read('docs/specification.md')

/** What a part of the right-hand cell begins with where it names no test. */
const REASONS = /^(Differs|Not there|No test): \S/

interface Row {
  readonly asked: string
  /** Parts of the right-hand cell: references to tests, and reasons. */
  readonly shown: readonly string[]
}

const rows: readonly Row[] = document
  .split('\n')
  .filter((line) => /^\| (?!What is asked|---)/.test(line))
  .map((line) => {
    const [asked = '', shown = '', ...more] = line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|'))
    if (more.length > 0) throw new Error(`a row has two cells: ${line}`)
    return { asked, shown: shown.split('<br>').map((part) => part.trim()) }
  })

/** The titles of the tests of a file and of the groups they stand in. */
function titlesOf(path: string): string[] {
  const calls = read(path).matchAll(/(?:\b(?:test|it|describe)\(|\)\()\s*(['"`])((?:\\.|(?!\1).)*)\1/g)
  return [...calls].map(([, , title = '']) => title.replace(/\\(.)/g, '$1'))
}

/** What is wrong with a part of a cell; nothing where it is right. */
function faultOf(part: string): string | undefined {
  const [, path = '', words = ''] = /^`([^`]+)` › (.+)$/.exec(part) ?? []
  if (!path) return REASONS.test(part) ? undefined : 'is neither `path` › case nor a reason'
  if (!path.endsWith('.test.ts') || !existsSync(new URL(path, root))) return 'there is no such test file'
  return words.length > 7 && titlesOf(path).some((title) => title.includes(words)) ? undefined : 'no test or group of the file is called so'
}

test('every row is shown by a test that is there, or says why not', () => {
  expect(
    rows.flatMap(({ asked, shown }) =>
      shown.flatMap((part) => {
        const fault = faultOf(part)
        return fault ? [`${asked}: ${part}: ${fault}`] : []
      }),
    ),
  ).toEqual([])
})

test('no section is left out', () => {
  const sections = document
    .split(/^## /m)
    .slice(1)
    .map((text) => ({ number: Number(text.split('.')[0]), isFilled: /^\| (?!What is asked)/m.test(text) }))
  expect(sections).toEqual(Array.from({ length: 9 }, (_, at) => ({ number: at + 1, isFilled: true })))
})

test('what is not there, or called otherwise, is noticed', () => {
  const file = '`tests/unit/specification.test.ts`'
  expect(faultOf(`${file} › or called otherwise, is noticed`)).toBeUndefined()
  expect(faultOf('Differs: the reason')).toBeUndefined()
  for (const wrong of [
    `${file} › nothing is called like this`,
    file,
    '`tests/none.test.ts` › what is not there',
    '`docs/specification.md` › What the product does',
    'as everybody knows',
    'Differs: ',
    '',
  ]) {
    expect(faultOf(wrong), wrong).toBeTruthy()
  }
})
