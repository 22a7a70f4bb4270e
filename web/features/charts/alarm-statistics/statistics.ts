/** What is shown of the health of alarms. Pure. */
import type { AlarmHealth } from '../../../../model/contract/acquisition/alarms.ts'

/** More than ten in ten minutes are a flood (ISA-18.2, clause 16). */
const FLOOD = 10

/** Stretches of floods, by the first and the last ten minutes of each. */
export function floodsOf(values: readonly number[]): [number, number][] {
  const found: [number, number][] = []
  for (const [at, value] of values.entries()) {
    if (value <= FLOOD) continue
    const last = found.at(-1)
    if (last && last[1] === at - 1) last[1] = at
    else found.push([at, at])
  }
  return found
}

/** A row of 24 hours for each day of the week, from Monday. */
export function weekOf(hours: AlarmHealth['hours']): number[][] {
  const week = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 0))
  for (const { weekday, hour, raised } of hours) {
    const day = week[weekday - 1]
    if (day) day[hour] = raised
  }
  return week
}

/** Shares by priority that ISA-18.2 asks for: about 5, 15 and 80 % of three, and of critical ones fewer than 1 %. */
const TARGETS = { 1: 0.01, 2: 0.05, 3: 0.15, 4: 0.8 } as const
type Priority = keyof typeof TARGETS
const PRIORITIES = [1, 2, 3, 4] as const satisfies readonly Priority[]

/** Each priority with what was raised of it, its share of all and what it should be; shares are from 0 to 1. */
export function sharesOf(priorities: AlarmHealth['priorities']) {
  const all = priorities.reduce((sum, { raised }) => sum + raised, 0)
  return PRIORITIES.map((priority) => {
    const raised = priorities.find((one) => one.priority === priority)?.raised ?? 0
    return { priority, raised, share: all === 0 ? 0 : raised / all, target: TARGETS[priority] }
  })
}

/** A time as people say it. @param seconds From 0 on */
export function durationOf(seconds: number): { unit: 'seconds' | 'minutes' | 'hours'; count: number } {
  if (seconds < 90) return { unit: 'seconds', count: Math.round(seconds) }
  return seconds < 90 * 60 ? { unit: 'minutes', count: Math.round(seconds / 60) } : { unit: 'hours', count: Math.round(seconds / 360) / 10 }
}
