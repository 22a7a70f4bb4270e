/** What the cells of a file with readings say: a moment, a number, how good it is. */
import type { Millis } from '../../../../../model/brands.ts'
import { millis } from '../../../../../model/brands.ts'
import { QUALITY, REASONS } from '../../../../../model/acquisition/quality.ts'
import type { Reason } from '../../../../../model/acquisition/quality.ts'
import type { LabelKey } from '../../../../../model/labels/index.ts'
import { languages } from '../../../../../model/labels/index.ts'
import { momentOfWall } from '../../../../../model/zone.ts'
import { plain } from '../../../../exchange/index.ts'
import { translatorFor } from '../../../../kernel/http/language.ts'

/** Year first, as ISO 8601 and our languages write it; an order that begins with a day or a month would be guessed at. */
const WRITTEN =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[T\s]+(\d{1,2})[:：](\d{2})(?:[:：](\d{2})(?:[.,](\d{1,9}))?)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/i
const SECONDS = /^\d{9,10}(?:\.\d+)?$/
const MILLISECONDS = /^\d{12,13}(?:\.\d+)?$/

/** The moment; without a zone of its own it is a time of this one. `undefined` for what is no time. */
export function momentIn(text: string, zone: string): Millis | undefined {
  if (MILLISECONDS.test(text)) return millis(Number(text))
  if (SECONDS.test(text)) return millis(Number(text) * 1000)
  const [whole, year, month, day, hour = '0', minute = '0', second = '0', part = '', offset] = WRITTEN.exec(text) ?? []
  if (whole === undefined) return undefined
  const wall = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second)))
  // The 31st of a month of 30 days, or a 25th hour, would silently become another time.
  if (
    wall.getUTCMonth() !== Number(month) - 1 ||
    wall.getUTCDate() !== Number(day) ||
    wall.getUTCHours() !== Number(hour) ||
    wall.getUTCMinutes() !== Number(minute)
  )
    return undefined
  const at = wall.getTime() + Number(`0.${part}`) * 1000
  return millis(offset === undefined ? momentOfWall(zone, at) : at - minutesOf(offset) * 60_000)
}

function minutesOf(offset: string): number {
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})$/.exec(offset) ?? []
  return sign === undefined ? 0 : (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i
const DECIMAL_COMMA = /^[+-]?\d+,\d+$/
const NONE = new Set(['', 'nan', 'null', '-', 'n/a', 'na'])
const TRUTHS: ReadonlyMap<string, number> = new Map([
  ['true', 1],
  ['on', 1],
  ['false', 0],
  ['off', 0],
])

/** `null` where the file says that there is no value, `undefined` for what is no number. */
export function numberIn(text: string): number | null | undefined {
  const word = text.toLowerCase()
  if (NONE.has(word)) return null
  if (NUMBER.test(text)) return millis(Number(text))
  if (DECIMAL_COMMA.test(text)) return Number(text.replace(',', '.'))
  return TRUTHS.get(word)
}

/** Words of every language, as exports write them, and the words of programs. */
const wordsOf = <Member extends string>(members: readonly Member[], label: (member: Member) => LabelKey): ReadonlyMap<string, Member> =>
  new Map(
    members.flatMap((member) => [
      [plain(member), member] as const,
      ...languages.map((language) => [plain(translatorFor(language)(label(member))), member] as const),
    ]),
  )

const qualities = wordsOf(['good', 'uncertain', 'bad'], (quality) => `worth.${quality}`)
const reasons = wordsOf(
  (Object.keys(REASONS) as Reason[]).filter((reason) => reason !== 'none'),
  (reason) => `reason.${reason}` as LabelKey,
)

/** A number of `QUALITY`; `undefined` for what is none. Also as OPC has it: 192 and above good, 64 and above uncertain. */
export function qualityIn(text: string): number | undefined {
  const word = qualities.get(plain(text))
  if (word !== undefined) return QUALITY[word]
  if (!/^\d{1,3}$/.test(text) || Number(text) > 255) return undefined
  return Number(text) >= QUALITY.good ? QUALITY.good : Number(text) >= QUALITY.uncertain ? QUALITY.uncertain : QUALITY.bad
}

/** A number of `REASONS`. What is written there in other words is no error: somebody has entered it. */
export function reasonIn(text: string): number {
  return REASONS[reasons.get(plain(text)) ?? 'manual']
}
