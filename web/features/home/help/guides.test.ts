/** The guides are whole in each language; where they lead is asked in tests/unit/guides.test.ts. */
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { GUIDES, guideFor } from '../../../kernel/navigation/help.ts'
import { lineWith } from './guides.ts'
import { blocksOf } from './markdown.tsx'

const folder = new URL('guides/', import.meta.url)
const read = (language: string, guide: string) => readFileSync(new URL(`${language}/${guide}.md`, folder), 'utf8')
const LANGUAGES = ['zh', 'tw', 'en']

test('each guide has a file in each language, and there is no other', () => {
  for (const language of LANGUAGES)
    expect(readdirSync(new URL(`${language}/`, folder)).sort(), language).toEqual(GUIDES.map((guide) => `${guide}.md`).sort())
})

describe.each(GUIDES)('%s', (guide) => {
  test('has the same parts in each language', () => {
    const parts = LANGUAGES.map((language) => blocksOf(read(language, guide)).map(({ kind }) => kind))
    expect(parts[1]).toEqual(parts[0])
    expect(parts[2]).toEqual(parts[0])
  })
})

test('a page has its guide, and another the first one', () => {
  expect(guideFor('/acquisition/alarmrules')).toBe('alarms')
  expect(guideFor('/acquisition/devices')).toBe('connect')
  expect(guideFor('/admin/logsystem')).toBe('backups')
  expect(guideFor('/reports/issuedreport')).toBe('issuing')
  expect(guideFor('/workbench')).toBe('start')
})

test('what is looked for is shown without marks', () => {
  expect(lineWith('# One\n\n- see [Alarms](/a) and **more**', 'ALARMS')).toBe('see Alarms and more')
  expect(lineWith('# One', 'two')).toBeUndefined()
})
