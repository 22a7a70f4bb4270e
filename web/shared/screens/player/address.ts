/** What an address says of a player: the page it begins with, values of variables, and a stretch that is played back. Pure. */
import type { ScreenDocument, ScreenVariable, WidgetAction } from '../../../../model/screens/document.ts'

export interface PlayedStretch {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly until?: number | undefined
  readonly speed: number
}

export const SPEEDS = [1, 2, 5, 10, 30, 60, 120, 300, 600] as const

/** Where a playback has come to: kept for when another page of it is shown. */
export interface Played {
  readonly stretch: () => PlayedStretch
  readonly moveTo: (stretch: PlayedStretch) => void
}

/** Where a playback is, which begins with this stretch. */
export function openPlayed(stretch: PlayedStretch): Played {
  let now = stretch
  return {
    stretch: () => now,
    moveTo(next) {
      now = next
    },
  }
}

/** Before the names of variables: a document may have one that is called `page`. */
const VARIABLE = 'v.'

/** The values that an address gives the variables of the document, as far as they are of their kind. */
export function variablesIn(search: URLSearchParams, { variables }: Pick<ScreenDocument, 'variables'>): Map<string, unknown> {
  return new Map(
    variables.flatMap((variable): [string, unknown][] => {
      const text = search.get(VARIABLE + variable.name)
      const value = text === null ? undefined : valueOf(variable, text)
      return value === undefined ? [] : [[variable.name, value]]
    }),
  )
}

function valueOf({ kind }: ScreenVariable, text: string): unknown {
  if (kind !== 'number') return text
  const value = Number(text)
  return text.trim() !== '' && Number.isFinite(value) ? value : undefined
}

/** The stretch that an address names; undefined where it names none. */
export function stretchIn(search: URLSearchParams): PlayedStretch | undefined {
  const at = momentIn(search.get('at'))
  if (at === undefined) return undefined
  const until = momentIn(search.get('until'))
  const speed = Number(search.get('speed'))
  return {
    at,
    ...(until !== undefined && until > at ? { until } : {}),
    speed: SPEEDS.find((each) => each === speed) ?? 1,
  }
}

const momentIn = (text: string | null): number | undefined => {
  const moment = text === null ? Number.NaN : Date.parse(text)
  return Number.isNaN(moment) ? undefined : moment
}

/** The address of a screen in a player. */
export function playerAddress(
  id: string,
  {
    page,
    variables,
    stretch,
  }: { readonly page?: string; readonly variables?: Iterable<readonly [string, unknown]>; readonly stretch?: PlayedStretch },
): string {
  const search = new URLSearchParams()
  if (page !== undefined) search.set('page', page)
  for (const [name, value] of variables ?? [])
    if ((typeof value === 'string' && value !== '') || typeof value === 'number') search.set(VARIABLE + name, String(value))
  if (stretch) {
    search.set('at', new Date(stretch.at).toISOString())
    if (stretch.until !== undefined) search.set('until', new Date(stretch.until).toISOString())
    search.set('speed', String(stretch.speed))
  }
  const text = search.toString()
  return `/screen/${encodeURIComponent(id)}${text === '' ? '' : `?${text}`}`
}

/** Where an action leads outside of its screen; undefined for another page of it. @param valueOf Of a variable of this screen */
export function addressOf(action: WidgetAction, valueOf: (name: string) => unknown): string | undefined {
  if ('page' in action) return undefined
  if ('address' in action) return action.address
  const set = Object.entries(action.set ?? {}).map(
    ([name, value]) => [name, typeof value === 'object' ? valueOf(value.from) : value] as const,
  )
  return playerAddress(action.screen, { variables: set })
}
