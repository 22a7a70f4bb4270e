/**
 * Dates for the calendars, which show the tenant's clock (clock.ts). A date here is what that clock shows and knows of no zone: it is kept as if it were UTC, so
 * that no hour is missing because the browser's own zone skips it, and "now" is the tenant's. Days and months are named in the language
 * of the console, where it is known here.
 */
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import 'dayjs/locale/zh-tw'
import customParseFormat from 'dayjs/plugin/customParseFormat'
import utc from 'dayjs/plugin/utc'
import { wallNow } from './clock.ts'

interface Parsing {
  parse(this: unknown, given: object): void
  /** What the calendars ask for the present (rc-picker, `generate/dayjs`). */
  tz(): dayjs.Dayjs
}

// The calendars extend it by reading formats as well; a plugin counts once, and this one has to stand below ours.
dayjs.extend(customParseFormat)
dayjs.extend(utc)
dayjs.extend((_options, { prototype }) => {
  const dates = prototype as unknown as Parsing
  const { parse } = dates
  dates.parse = function (given) {
    parse.call(this, { ...given, utc: true })
  }
  dates.tz = () => dayjs(wallNow())
})

export default dayjs
