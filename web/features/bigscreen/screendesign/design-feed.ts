/** What the widgets of the canvas show: values that are typed to try them out, and what the preview has brought of the real ones. */
import { QUALITY } from '../../../../model/acquisition/quality.ts'
import type { FigureAnswer } from '../../../../model/contract/report/figure.ts'
import type { ScreenPageData, ScreenPoint } from '../../../../model/contract/screen/screens.ts'
import type { ScreenVariable, ScreenWidget, Source } from '../../../../model/screens/document.ts'
import { slotsOf } from '../../../../model/screens/widgets.ts'
import type { Feed, FeedName, FeedValue } from '../../../shared/screens/feed.ts'
import { readSource } from '../../../shared/screens/read-source.ts'

export const TEST_QUALITIES = ['good', 'uncertain', 'bad', 'stale'] as const
export type TestQuality = (typeof TEST_QUALITIES)[number]
export interface TestValue {
  readonly value: number | string
  readonly quality: TestQuality
}

const REASON = 'none'
const CODES: Readonly<Record<TestQuality, number>> = { ...QUALITY, stale: QUALITY.good }
/** Seconds after which a value that is tried out as stale counts as such. */
const STALE_AFTER = 60
const OLD = 3_600_000
const NONE: readonly FeedValue[] = []

/** By what a slot of a widget goes while a value is tried out in it. */
export const testName = (widget: string, slot: string): string => `test/${widget}/${slot}`

export interface DesignFeed extends Feed {
  /** Other values to try out, by {@link testName}. */
  readonly setTests: (tests: ReadonlyMap<string, TestValue>) => void
  /** What the preview has brought of the page; undefined for none. */
  readonly setData: (data: ScreenPageData | undefined) => void
  readonly setDeclared: (variables: readonly ScreenVariable[]) => void
}

/** A feed of nothing yet. */
export function makeDesignFeed(): DesignFeed {
  let tests: ReadonlyMap<string, TestValue> = new Map()
  let data: ScreenPageData | undefined
  let declared: readonly ScreenVariable[] = []
  let points = new Map<string, ScreenPoint>()
  let values = new Map<string, FeedValue>()
  let rings = new Map<string, readonly FeedValue[]>()
  const chosen = new Map<string, unknown>()
  const listeners = new Map<() => void, readonly FeedName[]>()
  const now = () => data?.asOf ?? Date.now()

  function changed(isOf: (name: FeedName) => boolean): void {
    for (const [listener, names] of listeners) if (names.some(isOf)) listener()
  }

  function tried(id: string): FeedValue | undefined {
    const test = tests.get(id)
    if (!test) return undefined
    return {
      time: test.quality === 'stale' ? now() - OLD : now(),
      value: typeof test.value === 'number' ? test.value : null,
      quality: CODES[test.quality],
      reason: REASON,
    }
  }

  const point = (id: string): ScreenPoint | undefined =>
    tests.has(id) ? { id, pointName: null, deviceName: null, unit: null, digits: null, staleAfter: STALE_AFTER } : points.get(id)
  const value = (id: string) => tried(id) ?? values.get(id)
  const figure = (name: string): FigureAnswer | undefined => {
    const found = data?.figures[name]
    return found && 'rows' in found ? found : undefined
  }
  const variable = (name: string) => chosen.get(name) ?? declared.find((one) => one.name === name)?.default

  return {
    now,
    point,
    value,
    ring: (id) => {
      const ring = rings.get(id)
      if (ring) return ring
      const own = value(id)
      return own ? [own] : NONE
    },
    figure,
    list: (widget) => data?.lists[widget],
    isWithheld: (widget) => data?.withheld.includes(widget) ?? false,
    variable,
    declared: (name) => declared.find((one) => one.name === name),
    setVariable: (name, next) => {
      chosen.set(name, next)
      changed((one) => one === `variable:${name}`)
    },
    read: (source) => readSource(source, { now: now(), point, value, figure, variable }),
    watch: (names, listener) => {
      // The same listener may be given twice: each has an end of its own.
      const own = () => listener()
      listeners.set(own, names)
      return () => void listeners.delete(own)
    },
    setTests: (next) => {
      tests = next
      changed((name) => name.startsWith('point:test/'))
    },
    setData: (next) => {
      data = next
      points = new Map(next?.points.map((one) => [one.id, one]))
      values = new Map(next?.values.map(([id, time, read, quality, reason]) => [id, { time, value: read, quality, reason }]))
      rings = new Map(
        Object.entries(next?.trends ?? {}).map(([id, trend]) => [
          id,
          trend.map(([time, read, quality]) => ({ time, value: read, quality, reason: REASON })),
        ]),
      )
      changed(() => true)
    },
    setDeclared: (variables) => {
      declared = variables
      changed((name) => name.startsWith('variable:'))
    },
  }
}

/** The widget with the slots in which values are tried out bound to these; the same one where there are none. */
export function withTests(widget: ScreenWidget, tests: ReadonlyMap<string, TestValue>): ScreenWidget {
  if (tests.size === 0) return widget
  const tried = Object.keys(slotsOf(widget.kind)).flatMap((slot): [string, Source][] => {
    const test = tests.get(testName(widget.id, slot))
    if (!test) return []
    // A text has no quality: only readings have one.
    if (typeof test.value === 'string') return [[slot, { value: test.value }]]
    const before = widget.bind?.[slot]
    const then = before && 'then' in before ? before.then : undefined
    return [[slot, { point: testName(widget.id, slot), ...(then ? { then } : {}) }]]
  })
  return tried.length === 0 ? widget : { ...widget, bind: { ...widget.bind, ...Object.fromEntries(tried) } }
}
