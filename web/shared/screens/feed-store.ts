/**
 * What the widgets of a page are shown, kept by name, each heard by those alone that show it: what a feed of whatever kind (live, played back) stands on. It
 * knows no call and no socket.
 */
import type { PushedValue } from '../../../model/contract/live.ts'
import type { FigureAnswer } from '../../../model/contract/report/figure.ts'
import type { ScreenList, ScreenPageData, ScreenPoint } from '../../../model/contract/screen/screens.ts'
import type { ScreenDocument, ScreenPage } from '../../../model/screens/document.ts'
import type { WidgetOptions } from '../../../model/screens/widgets.ts'
import type { Feed, FeedName, FeedValue, ScreenChoice } from './feed.ts'
import { readSource } from './read-source.ts'
import type { Ring } from './ring.ts'
import { openRing } from './ring.ts'
import { isSame } from './same.ts'

export interface FeedStore extends Feed {
  /**
   * Takes an answer of the server.
   * @param isOnly Values are those of the answer and no others, as of a moment that is gone to; else newer ones stay that came meanwhile
   */
  load(data: ScreenPageData, isOnly?: boolean): void
  /** Takes values as they are pushed; what is older than what there is changes nothing. */
  take(values: readonly PushedValue[]): void
  /** Lists of widgets as they are from now on; those of others stay. */
  takeLists(lists: Readonly<Record<string, ScreenList>>): void
  /** What a variable can be set to. */
  takeChoices(variable: string, choices: readonly ScreenChoice[]): void
  /** Another second. */
  tick(): void
  /** Shows nothing any more: what was shown may not be seen, or is not so. */
  clear(): void
}

interface Options {
  readonly document: Pick<ScreenDocument, 'variables'>
  readonly page: Pick<ScreenPage, 'widgets'>
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Variables with other values than the document gives them. */
  readonly variables: ReadonlyMap<string, unknown>
  readonly onVariable: (name: string, value: unknown) => void
}

/** Minutes of a trend that does not say how many. */
export const USUAL_MINUTES = 30
const MINUTE_MS = 60_000

/** The store of one page, with nothing in it yet. */
export function openFeedStore({ document, page, now, variables, onVariable }: Options): FeedStore {
  const chosen = new Map<string, unknown>(document.variables.map(({ name, default: usual }) => [name, usual]))
  for (const [name, value] of variables) if (chosen.has(name)) chosen.set(name, value)
  const points = new Map<string, ScreenPoint>()
  const values = new Map<string, FeedValue>()
  const figures = new Map<string, FigureAnswer>()
  const lists = new Map<string, ScreenList>()
  const choices = new Map<string, readonly ScreenChoice[]>()
  const windows = windowsOf(page)
  const rings = new Map<string, Ring>()
  let withheld: ReadonlySet<string> = new Set()
  const listeners = new Map<string, Set<() => void>>()

  /** Each listener once, however much of what it names has changed. */
  function notify(names: Iterable<string>): void {
    const due = new Set<() => void>()
    for (const name of names) for (const listener of listeners.get(name) ?? []) due.add(listener)
    for (const listener of due) listener()
  }

  function ringOf(id: string): Ring {
    let ring = rings.get(id)
    if (!ring) rings.set(id, (ring = openRing((windows.get(id) ?? USUAL_MINUTES) * MINUTE_MS)))
    return ring
  }

  function takeValue([id, time, value, quality, reason]: PushedValue): boolean {
    const before = values.get(id)
    if (before && (time < before.time || (time === before.time && value === before.value && quality === before.quality))) return false
    const found = { time, value, quality, reason }
    values.set(id, found)
    if (windows.has(id) || rings.has(id)) ringOf(id).add(found)
    return true
  }

  /** Puts in place of what is kept what was answered. Gives the names of what is otherwise now. */
  function replace<Kept>(kept: Map<string, Kept>, given: readonly (readonly [string, Kept])[], prefix: string): string[] {
    const after = new Map(given)
    const changed = [...new Set([...kept.keys(), ...after.keys()])].filter((name) => !isSame(kept.get(name), after.get(name)))
    for (const name of changed) {
      const value = after.get(name)
      if (value === undefined) kept.delete(name)
      else kept.set(name, value)
    }
    return changed.map((name) => `${prefix}:${name}`)
  }

  const store: FeedStore = {
    now,
    point: (id) => points.get(id),
    value: (id) => values.get(id),
    ring: (id) => rings.get(id)?.values ?? [],
    figure: (name) => figures.get(name),
    list: (widget) => lists.get(widget),
    isWithheld: (widget) => withheld.has(widget),
    variable: (name) => chosen.get(name),
    declared: (name) => document.variables.find((each) => each.name === name),
    choices: (name) => choices.get(name),
    setVariable(name, value) {
      if (!chosen.has(name) || isSame(chosen.get(name), value)) return
      chosen.set(name, value)
      onVariable(name, value)
      notify([`variable:${name}`])
    },
    read: (source) =>
      readSource(source, { now: now(), point: store.point, value: store.value, figure: store.figure, variable: store.variable }),
    watch(names, listener) {
      for (const name of names) {
        const known = listeners.get(name) ?? new Set()
        listeners.set(name, known.add(listener))
      }
      return () => {
        for (const name of names) {
          const left = listeners.get(name)
          left?.delete(listener)
          if (left?.size === 0) listeners.delete(name)
        }
      }
    },
    load(data, isOnly = false) {
      const changed = replace(
        points,
        data.points.map((point) => [point.id, point]),
        'point',
      )
      const before = withheld
      withheld = new Set(data.withheld)
      const known = new Set(data.points.map(({ id }) => id))
      // A point that is not told of any more may not be seen any more, nor what it said.
      for (const id of [...values.keys()]) {
        if (known.has(id) && !isOnly) continue
        values.delete(id)
        rings.delete(id)
        changed.push(`point:${id}`)
      }
      for (const [id, trend] of Object.entries(data.trends)) {
        const pushed = isOnly ? [] : [...(rings.get(id)?.values ?? [])]
        const until = trend.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY
        const asked = trend.map(([time, value, quality]): FeedValue => ({ time, value, quality, reason: 'none' }))
        ringOf(id).begin([...asked, ...pushed.filter(({ time }) => time > until)])
        changed.push(`point:${id}`)
      }
      for (const value of data.values) if (known.has(value[0]) && takeValue(value)) changed.push(`point:${value[0]}`)
      const answered = Object.entries(data.figures).filter((entry): entry is [string, FigureAnswer] => !('error' in entry[1]))
      changed.push(...replace(figures, answered, 'figure'), ...replace(lists, Object.entries(data.lists), 'list'))
      // Whoever may see it now, or may no more, is drawn anew by its list.
      for (const id of new Set([...before, ...withheld])) if (before.has(id) !== withheld.has(id)) changed.push(`list:${id}`)
      notify([...changed, 'clock'])
    },
    take(pushed) {
      const changed: FeedName[] = []
      for (const value of pushed) if (points.has(value[0]) && takeValue(value)) changed.push(`point:${value[0]}`)
      notify(changed)
    },
    takeLists(given) {
      notify(replace(lists, [...lists, ...Object.entries(given)], 'list'))
    },
    takeChoices(variable, given) {
      choices.set(variable, given)
      notify([`variable:${variable}`])
    },
    tick: () => notify(['clock']),
    clear() {
      const names = [
        ...[...points.keys(), ...values.keys()].map((id) => `point:${id}`),
        ...[...figures.keys()].map((name) => `figure:${name}`),
        ...[...lists.keys(), ...withheld].map((id) => `list:${id}`),
      ]
      for (const kept of [points, values, figures, lists, rings]) kept.clear()
      withheld = new Set()
      notify(names)
    },
  }
  return store
}

/** The references that filters of a page choose: the name of the variable, and of the noun. */
export function filteredOf(
  { variables }: Pick<ScreenDocument, 'variables'>,
  { widgets }: Pick<ScreenPage, 'widgets'>,
): readonly { readonly name: string; readonly to: string }[] {
  const named = new Set(widgets.flatMap(({ kind, options }) => (kind === 'filter' ? [options?.['variable']] : [])))
  return variables.flatMap((variable) =>
    variable.kind === 'reference' && named.has(variable.name) ? [{ name: variable.name, to: variable.to }] : [],
  )
}

/** How many minutes the trends of a page show of each point. */
function windowsOf({ widgets }: Pick<ScreenPage, 'widgets'>): Map<string, number> {
  const found = new Map<string, number>()
  for (const { kind, bind, options } of widgets) {
    if (kind !== 'trend') continue
    const { minutes = USUAL_MINUTES } = (options ?? {}) as WidgetOptions<'trend'>
    for (const source of Object.values(bind ?? {}))
      if ('point' in source) found.set(source.point, Math.max(found.get(source.point) ?? 0, minutes))
  }
  return found
}
