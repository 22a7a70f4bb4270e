import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import tw from '../../model/labels/tw/errors.ts'
import { withoutOthers } from './server-texts.ts'

it('leaves out the errors that only the server says, and nothing else', () => {
  const source = readFileSync(new URL('../../model/labels/tw/errors.ts', import.meta.url), 'utf8')
  const keys = (code: string) => [...code.matchAll(/^ {2}'([^']+)': /gm)].map(([, key]) => key)
  const [first = ''] = Object.keys(tw).filter((key) => key.startsWith('error.'))
  expect(keys(source)).toEqual(Object.keys(tw))
  expect(keys(withoutOthers(source, new Set([first])))).toEqual(Object.keys(tw).filter((key) => !key.startsWith('error.') || key === first))
})
