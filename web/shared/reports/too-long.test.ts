import { expect, it } from 'vitest'
import en from '../../../model/labels/en/index.ts'
import { translatorOf } from '../../../model/labels/translate.ts'
import { ApiError } from '../../kernel/http/api.ts'
import { tooLongNotice } from './too-long.ts'

const t = translatorOf(en)
const refused = (answer: object) => new ApiError('refused', 422, 422, [], answer)

it('names the buttons to whoever has them, and to nobody else', () => {
  const error = refused({ background: true })
  expect(tooLongNotice(t, error, ['PDF', 'Excel'])).toContain('PDF / Excel')
  expect(tooLongNotice(t, error, [])).toBe(en['reports.too-long'])
})

it('is no word on another failure, which may pass when it is tried again', () => {
  expect(tooLongNotice(t, refused({}), ['PDF'])).toBeUndefined()
  expect(tooLongNotice(t, new ApiError('no network', 0, 0), ['PDF'])).toBeUndefined()
  expect(tooLongNotice(t, undefined, ['PDF'])).toBeUndefined()
})
