/**
 * Who of a bus is asked next. An answer takes milliseconds and silence takes seconds, so those that answer are not kept waiting by those
 * that do not: a unit that has not answered yet, or not last time, is asked when nobody else is due, and now and then in any case.
 */
import type { Breaker } from './breaker.ts'

export interface Schedulable {
  /** When it is to be asked; milliseconds of one clock, as all times here. */
  readonly due: number
  /** Nothing says that it would answer. */
  readonly isDoubtful: boolean
  readonly breaker: Pick<Breaker, 'failures'>
}

/** Of the time in which others wait, doubtful units get one part in so many. */
const SHARE = 5

export interface FairScheduler<Of extends Schedulable> {
  /** Whoever is due and first, or else whoever is due next. Nothing where there is nobody. */
  next(all: Iterable<Of>, now: number): Of | undefined
  /** A doubtful unit has been asked, and that took so long. */
  spent(ms: number, now: number): void
}

/** The scheduler of one bus: units that answer by due time, doubtful ones within a bounded share of the time. */
export function openFairScheduler<Of extends Schedulable>(): FairScheduler<Of> {
  /** From then on doubtful units may be asked though others are due. */
  let allowedFrom = 0
  return {
    next(all, now) {
      let [sure, doubtful, soonest]: (Of | undefined)[] = []
      for (const of of all) {
        if (!soonest || of.due < soonest.due) soonest = of
        if (of.due > now) continue
        if (!of.isDoubtful) {
          if (!sure || of.due < sure.due) sure = of
        } else if (
          !doubtful ||
          of.breaker.failures < doubtful.breaker.failures ||
          (of.breaker.failures === doubtful.breaker.failures && of.due < doubtful.due)
        )
          doubtful = of
      }
      return doubtful && (!sure || now >= allowedFrom) ? doubtful : (sure ?? soonest)
    },
    spent(ms, now) {
      allowedFrom = now + ms * (SHARE - 1)
    },
  }
}
