import { expect, test } from 'vitest'
import { PERIODS, rangeOf } from './periods.ts'

/** A Sunday in the last week of February of a leap year. */
const NOW = Date.parse('2028-02-27T13:14:15Z')

test('the periods of a list begin and end with days, weeks with Monday, months with their last day', () => {
  const written = Object.fromEntries(
    PERIODS.map((period) => [
      period,
      rangeOf(period, NOW)
        .map((moment) => new Date(moment).toISOString().slice(0, 19))
        .join(' '),
    ]),
  )
  expect(written).toEqual({
    today: '2028-02-27T00:00:00 2028-02-27T23:59:59',
    yesterday: '2028-02-26T00:00:00 2028-02-26T23:59:59',
    week: '2028-02-21T00:00:00 2028-02-27T23:59:59',
    month: '2028-02-01T00:00:00 2028-02-29T23:59:59',
    'last-7': '2028-02-21T00:00:00 2028-02-27T23:59:59',
    'last-30': '2028-01-29T00:00:00 2028-02-27T23:59:59',
  })
  // On a Monday the week begins today; the month of December ends with its year.
  expect(new Date(rangeOf('week', Date.parse('2028-02-28T00:00:00Z'))[0]).toISOString()).toMatch(/^2028-02-28/)
  expect(new Date(rangeOf('month', Date.parse('2027-12-31T23:59:59Z'))[1]).toISOString()).toMatch(/^2027-12-31T23:59:59/)
})
