import { expect, it } from 'vitest'
import { Failure } from '../kernel/errors.ts'
import type { ReportBounds } from './bounds.ts'
import { JOB_BOUNDS, boundsOfPage, tooManyRows } from './bounds.ts'

const refusalOf = (bounds: ReportBounds): unknown => {
  try {
    return tooManyRows(bounds)
  } catch (error) {
    return error instanceof Failure ? { code: error.code, ...error.details } : error
  }
}

it('what a job may make says so, for pages to tell it from what failed', () => {
  expect(refusalOf(boundsOfPage(500))).toEqual({ code: 'report.as-job', values: { most: 499 }, more: { background: true } })
  expect(refusalOf(JOB_BOUNDS)).toEqual({ code: 'report.too-much', values: { most: 200_000 } })
})
