/** A feed of values that somebody gives: for the designer's preview, and for tests. Each change is told to those who watch it. */
import type { FigureAnswer } from '../../../model/contract/report/figure.ts'
import type { ScreenList, ScreenPoint } from '../../../model/contract/screen/screens.ts'
import type { ScreenVariable } from '../../../model/screens/document.ts'
import type { Feed, FeedName, FeedValue, ScreenChoice, ScreenMedia, ScreenShift } from './feed.ts'
import { readSource } from './read-source.ts'

export interface TestValues {
  /** Milliseconds since 1970; the clock stands still. */
  readonly now?: number
  readonly points?: Readonly<Record<string, ScreenPoint>>
  readonly values?: Readonly<Record<string, FeedValue>>
  readonly rings?: Readonly<Record<string, readonly FeedValue[]>>
  readonly figures?: Readonly<Record<string, FigureAnswer>>
  readonly lists?: Readonly<Record<string, ScreenList>>
  /** Ids of widgets. */
  readonly withheld?: readonly string[]
  readonly variables?: Readonly<Record<string, unknown>>
  readonly declared?: readonly ScreenVariable[]
  readonly choices?: Readonly<Record<string, readonly ScreenChoice[]>>
  readonly media?: Readonly<Record<string, ScreenMedia>>
  readonly shift?: ScreenShift
}

export interface TestFeed extends Feed {
  /** Puts other values in place of those of the same name, and tells whoever watches them. */
  readonly change: (values: TestValues) => void
}

const NO_VALUES: readonly FeedValue[] = []

/** What of the values are names that somebody may watch. */
function namesOf({ now, points, values, rings, figures, lists, variables }: TestValues): FeedName[] {
  return [
    ...[points, values, rings].flatMap((all) => Object.keys(all ?? {}).map((id) => `point:${id}` as const)),
    ...Object.keys(figures ?? {}).map((name) => `figure:${name}` as const),
    ...Object.keys(lists ?? {}).map((id) => `list:${id}` as const),
    ...Object.keys(variables ?? {}).map((name) => `variable:${name}` as const),
    ...(now === undefined ? [] : ['clock' as const]),
  ]
}

/** A feed of these values. */
export function createTestFeed(first: TestValues = {}): TestFeed {
  let state = first
  const listeners = new Map<FeedName, Set<() => void>>()
  const announce = (names: Iterable<FeedName>) => {
    const all = new Set<() => void>()
    for (const name of names) for (const listener of listeners.get(name) ?? []) all.add(listener)
    for (const listener of all) listener()
  }
  const reader = {
    get now() {
      return state.now ?? 0
    },
    point: (id: string) => state.points?.[id],
    value: (id: string) => state.values?.[id],
    figure: (name: string) => state.figures?.[name],
    variable: (name: string) => state.variables?.[name],
  }
  return {
    now: () => reader.now,
    point: reader.point,
    value: reader.value,
    ring: (id) => state.rings?.[id] ?? NO_VALUES,
    figure: reader.figure,
    list: (widget) => state.lists?.[widget],
    isWithheld: (widget) => state.withheld?.includes(widget) === true,
    variable: reader.variable,
    setVariable: (name, value) => {
      state = { ...state, variables: { ...state.variables, [name]: value } }
      announce([`variable:${name}`])
    },
    read: (source) => readSource(source, reader),
    declared: (name) => state.declared?.find((variable) => variable.name === name),
    choices: (name) => state.choices?.[name],
    shift: () => state.shift,
    media: (_, id) => state.media?.[id] ?? null,
    watch(names, listener) {
      for (const name of names) {
        const own = listeners.get(name)
        if (own) own.add(listener)
        else listeners.set(name, new Set([listener]))
      }
      return () => {
        for (const name of names) listeners.get(name)?.delete(listener)
      }
    },
    change(values) {
      const merged: Record<string, unknown> = { ...state }
      for (const [name, value] of Object.entries(values)) {
        const before = merged[name]
        const isTable =
          typeof value === 'object' && !Array.isArray(value) && typeof before === 'object' && before !== null && name !== 'shift'
        merged[name] = isTable ? { ...before, ...value } : value
      }
      state = merged as TestValues
      announce(namesOf(values))
      // Whether a widget is withheld is seen with its list.
      if (values.withheld) announce(values.withheld.map((id) => `list:${id}` as const))
    },
  }
}
