/**
 * What the widgets of a page show, wherever it comes from: live, played back, or test values of the designer. Widgets read it and are told what changed;
 * they know no call and no socket.
 */
import type { Reason } from '../../../model/acquisition/quality.ts'
import type { ScreenList, ScreenPoint } from '../../../model/contract/screen/screens.ts'
import type { FigureAnswer } from '../../../model/contract/report/figure.ts'
import type { ScreenVariable, Source } from '../../../model/screens/document.ts'

/** `time` is in milliseconds since 1970, `quality` that of OPC: 192 good, 64 uncertain, 0 bad. */
export interface FeedValue {
  readonly time: number
  readonly value: number | null
  readonly quality: number
  readonly reason: Reason
}

/** What a bound slot comes to. `absent`: there is nothing yet, or its reader may not see it. */
export interface Shown {
  readonly value: number | string | null
  readonly list?: readonly (number | string | null)[]
  readonly quality: 'good' | 'uncertain' | 'bad' | 'absent'
  /** Why it is not good. */
  readonly reason?: Reason
  /** When it was so; of figures and constants absent. */
  readonly time?: number
  readonly stale: boolean
  readonly point?: ScreenPoint
}

export interface Feed {
  /** Milliseconds since 1970: the clock of the server, or the moment that is played back. */
  now(): number
  point(id: string): ScreenPoint | undefined
  value(id: string): FeedValue | undefined
  /** The last values of a point, the oldest first; a fixed ring, so it never grows. */
  ring(id: string): readonly FeedValue[]
  figure(name: string): FigureAnswer | undefined
  /** Why there are no figures of this name, where the server has said so: what waits for them says it as well. */
  figureFailure?(name: string): string | undefined
  /** Rows of a widget that shows a list, by the widget's id. */
  list(widget: string): ScreenList | undefined
  isWithheld(widget: string): boolean
  /** The past is shown: what is withheld then may have none that is kept. */
  readonly isPast?: true
  variable(name: string): unknown
  setVariable(name: string, value: unknown): void
  /** What a source comes to now. */
  read(source: Source | undefined): Shown
  /** What the document declares a variable as: filters draw their control by it. */
  declared?(name: string): ScreenVariable | undefined
  /** What a variable that is a reference can be set to; absent while it is not known, or where there is nothing to choose. */
  choices?(name: string): readonly ScreenChoice[] | undefined
  /** The shift that is on now, where the tenant has shifts. */
  shift?(): ScreenShift | undefined
  /** Pictures, maps and films, where they come from elsewhere than the server (media.ts): test pictures of tests. Undefined while one comes, null where there is none. */
  media?(kind: ScreenMediaKind, id: string): ScreenMedia | null | undefined
  /** Calls when points, figures, lists or variables that are named have changed, or the clock by a second (`clock`); ends with the function it gives back. */
  watch(names: readonly FeedName[], listener: () => void): () => void
}

export interface ScreenChoice {
  readonly value: string
  readonly label: string
}

/** Moments in milliseconds since 1970. */
export interface ScreenShift {
  readonly name: string
  readonly from: number
  readonly to: number
}

export type ScreenMediaKind = 'picture' | 'map' | 'film'
/** `address` is where the browser gets it from; a map comes as it was parsed, with its review number. */
export interface ScreenMedia {
  readonly address?: string
  readonly map?: { readonly shapes: unknown; readonly reviewNumber: string }
}

export type FeedName = `point:${string}` | `figure:${string}` | `list:${string}` | `variable:${string}` | 'clock'

/** Pixels of the display for one of the canvas; lengths are set to real pixels by it, nothing is transformed by CSS. */
export type Scale = number
