/** A widget as it is put onto a page: its size, and options without which a document would not take it. Pure. */
import type { ScreenDocument, ScreenPage, ScreenWidget } from '../../../../../model/screens/document.ts'
import type { WidgetKind } from '../../../../../model/screens/widgets.ts'
import { freeName } from './edits.ts'
import { settled } from './rects.ts'

/** Kinds as the palette shows them. */
export const KIND_GROUPS = {
  values: ['number', 'gauge', 'liquid', 'bar', 'trend', 'weather', 'clock'],
  figures: ['chart', 'table', 'calendar'],
  lists: ['alarms', 'alarm-banner', 'devices', 'runs', 'run', 'orders', 'yard', 'map', 'plan'],
  mimic: ['symbol', 'pipe'],
  texts: ['text', 'rich-text', 'picture', 'video', 'qr', 'frame'],
  controls: ['filter', 'tabs', 'carousel', 'link'],
} as const satisfies Readonly<Record<string, readonly WidgetKind[]>>
export type KindGroup = keyof typeof KIND_GROUPS

/** Width and height on a canvas of 1920 × 1080. */
const SIZES: Readonly<Record<WidgetKind, readonly [number, number]>> = {
  number: [260, 120],
  gauge: [280, 220],
  liquid: [200, 200],
  bar: [320, 72],
  chart: [560, 320],
  trend: [560, 280],
  table: [520, 360],
  alarms: [520, 320],
  'alarm-banner': [1200, 48],
  devices: [480, 320],
  symbol: [120, 120],
  pipe: [240, 80],
  map: [720, 480],
  plan: [720, 480],
  yard: [720, 480],
  runs: [520, 320],
  run: [420, 320],
  orders: [640, 360],
  calendar: [420, 320],
  clock: [260, 64],
  weather: [220, 120],
  text: [320, 56],
  'rich-text': [420, 220],
  picture: [320, 200],
  video: [480, 270],
  tabs: [480, 48],
  carousel: [160, 32],
  frame: [560, 360],
  filter: [260, 48],
  link: [200, 48],
  qr: [160, 160],
}

/** What a new widget goes by before somebody chooses: figures and variables that the screen has, else names that the check asks about. */
function optionsOf(
  kind: WidgetKind,
  { figures, variables }: ScreenDocument,
  symbol: string | undefined,
): Record<string, unknown> | undefined {
  const figure = figures[0]?.name ?? 'data1'
  switch (kind) {
    case 'chart':
      return { figure, kind: 'line' }
    case 'table':
      return { figure }
    case 'calendar':
      return { figure, day: '', measure: '' }
    case 'symbol':
      return { symbol: symbol ?? 'pump' }
    case 'pipe':
      return {
        points: [
          [0, 0.5],
          [1, 0.5],
        ],
        medium: 'water',
      }
    case 'map':
      return { show: 'sites' }
    case 'plan':
      return { pins: [] }
    case 'weather':
      return { of: 'temperature' }
    case 'rich-text':
      return { lines: [{ text: '', as: 'title' }] }
    case 'tabs':
      return { tabs: [{ group: 'g1', label: '1' }] }
    case 'carousel':
      return { groups: ['g1'], seconds: 10 }
    case 'filter':
      return { variable: variables[0]?.name ?? 'v1' }
    default:
      return undefined
  }
}

export interface NewWidget {
  readonly kind: WidgetKind
  /** Of a symbol: which one. */
  readonly symbol?: string | undefined
  /** On a canvas of 1920 × 1080; absent: as usual for its kind. */
  readonly size?: readonly [width: number, height: number] | undefined
  /** Where its middle goes; absent: into the middle of the canvas, beside what lies there. */
  readonly at?: { readonly x: number; readonly y: number } | undefined
}

/** A new widget of the page, with an id that it has not. */
export function newWidget(document: ScreenDocument, page: ScreenPage, { kind, symbol, size = SIZES[kind], at }: NewWidget): ScreenWidget {
  const { width, height } = document.size
  // On a small canvas, and on a large one, it takes the same share.
  const scale = Math.min(width / 1920, height / 1080)
  const [wide, high] = size.map((side) => Math.max(8, side * scale)) as [number, number]
  const middle = at ?? { x: width / 2, y: height / 2 }
  let [left, top] = [middle.x - wide / 2, middle.y - high / 2]
  const lies = () => page.widgets.some(({ rect }) => rect[0] === Math.round(left) && rect[1] === Math.round(top))
  while (!at && lies()) {
    left += 20
    top += 20
  }
  const options = optionsOf(kind, document, symbol)
  const id = freeName(
    page.widgets.map((widget) => widget.id),
    'w',
  )
  return { id, kind, rect: settled([left, top, wide, high]), ...(options ? { options } : {}) }
}
