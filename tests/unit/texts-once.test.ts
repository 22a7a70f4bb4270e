/** A text stands in one file: of two, the later one would be read and the other one corrected in vain. */
import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { languages } from '../../model/labels/index.ts'

it.each(languages)('%s: no key is in two files, or twice in one', (language) => {
  const folder = new URL(`../../model/labels/${language}/`, import.meta.url)
  const keys = readdirSync(folder)
    .filter((file) => file !== 'index.ts')
    .flatMap((file) =>
      [...readFileSync(fileURLToPath(new URL(file, folder)), 'utf8').matchAll(/^ {2}'([^']+)':/gm)].map(([, key]) => key as string),
    )
  expect(keys.length).toBeGreaterThan(1000)
  expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([])
})
