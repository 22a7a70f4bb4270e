/** The stretch of time that somebody asks to see again. */
import type { Translate } from '../../../../model/labels/index.ts'
import { fail } from '../../../kernel/errors.ts'

/** Of one call. */
export const MAX_PLAYED_DAYS = 31
const DAY_MS = 86_400_000
/** The clock of a display that follows the server's is off by less, milliseconds. */
const AHEAD = 5000

interface Stretch {
  readonly from: number
  readonly to: number
}

/**
 * The stretch, up to now at most.
 * @param fields What its ends are called by whoever asks
 * @throws Failure `request.invalid` for one that is in the future, too long, or none, naming the field
 */
export function assertPast(
  { from, to }: Stretch,
  now: number,
  t: Translate,
  fields: readonly [from: string, to: string] = ['at', 'until'],
): Stretch {
  const [first, last] = fields
  if (from > now + AHEAD) return refuse(first, t('screen-player.in-future'))
  if (to > now + AHEAD) return refuse(last, t('screen-player.in-future'))
  if (to - from > MAX_PLAYED_DAYS * DAY_MS) return refuse(last, t('screen-player.too-long', { days: MAX_PLAYED_DAYS }))
  if (to <= from) return refuse(last, t('screen-player.ends-before'))
  const end = Math.min(to, now)
  return { from: Math.min(from, end - 1), to: end }
}

const refuse = (field: string, message: string): never => fail('request.invalid', { fields: [{ field, message }] })
