import { expect, it } from 'vitest'
import { BUILT_IN } from './index.ts'
import { REPORT_CODES } from './asked.ts'
import { WITH_PARAMETERS } from './taking-parameters.ts'

it('names the built-in reports that declare parameters', () =>
  expect(WITH_PARAMETERS).toEqual(REPORT_CODES.filter((code) => BUILT_IN[code].parameters !== undefined)))
