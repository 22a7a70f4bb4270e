/** Cron lines of timers: the one way to the library that reads them (model/workflow/timers.ts asks through a function). */
import { Cron } from 'croner'
import QuickLRU from 'quick-lru'
import type { Cron as CronAfter } from '../../model/workflow/timers.ts'

/** Lines that are kept ready: those that were asked for last. */
const MAX_KEPT = 500
const kept = new QuickLRU<string, Cron | undefined>({ maxSize: MAX_KEPT })

/**
 * The first moment after another one at which a cron line is due: of five fields, of six with seconds, or of seven with years. A line that has a
 * question mark is one of Quartz, which counts the days of the week from 1 for Sunday.
 */
export const cronAfter: CronAfter = (line, after, zone) => read(line, zone)?.nextRun(new Date(after))?.getTime()

function read(line: string, zone: string): Cron | undefined {
  const key = `${zone} ${line}`
  if (!kept.has(key)) kept.set(key, parsed(line, zone))
  return kept.get(key)
}

function parsed(line: string, zone: string): Cron | undefined {
  try {
    return new Cron(line, { timezone: zone, paused: true, alternativeWeekdays: line.includes('?') })
  } catch {
    return undefined
  }
}
