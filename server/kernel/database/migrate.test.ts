import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { readMigrations } from './migrate.ts'

describe('the names of migrations', () => {
  const folders: string[] = []
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })))
  const named = (...names: string[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'outstation-migrations-'))
    folders.push(folder)
    for (const name of names) writeFileSync(join(folder, name), 'select 1')
    return () => readMigrations(pathToFileURL(`${folder}/`)).map(({ name }) => name)
  }

  it('are their order', () => expect(named('0002_b.sql', '0001_a.sql', 'README.md')()).toEqual(['0001_a.sql', '0002_b.sql']))

  it('are refused where they would be left out, or do not say which comes first', () => {
    expect(named('0001_a.sql', '0002_two_words.sql')).toThrow('0002_two_words.sql')
    expect(named('0001_a.sql', '0001_b.sql')).toThrow('0001_a.sql and 0001_b.sql')
  })
})
