/** The options of each kind of widget as the panel asks for them. What is allowed is for model/screens/widgets.ts to say; here is by which control it is chosen. */
import type { WidgetKind, WidgetOptions } from '../../../../../model/screens/widgets.ts'
import { SCREEN_CHART_KINDS, WEATHER } from '../../../../../model/screens/widgets.ts'

/** @property name Of the option, and of its label `screen-design.option-…` */
type Of<Name extends string, As extends object> = { readonly name: Name } & As

/** What can be chosen from a list, by what the list is called in labels. */
export const CHOICES = {
  'chart-kind': SCREEN_CHART_KINDS,
  weather: WEATHER,
  medium: ['water', 'steam', 'air', 'gas', 'oil', 'waste', 'power'],
  'map-show': ['sites', 'devices'],
  'run-state': ['running', 'ended'],
  'clock-format': ['time', 'date', 'date-time', 'shift'],
  'picture-fit': ['contain', 'cover', 'fill'],
  look: ['plain', 'corners', 'line', 'header', 'plate', 'bracket'],
} as const
export type ChoiceName = keyof typeof CHOICES

type Control =
  | { readonly as: 'line' | 'text'; readonly max: number }
  | { readonly as: 'number'; readonly min?: number; readonly max?: number; readonly isWhole?: true }
  | { readonly as: 'tick' | 'figure' | 'columns' | 'limits' | 'symbol' | 'colour' | 'picture' | 'map' | 'film' | 'variable' }
  | { readonly as: 'table-columns' | 'tabs' | 'groups' | 'rich-lines' | 'pins' | 'line-points' }
  /** A column of the figures that the widget shows. */
  | { readonly as: 'column'; readonly of: 'dimension' | 'measure' | 'any'; readonly isNeeded?: true }
  | { readonly as: 'choice'; readonly of: ChoiceName; readonly isNeeded?: true }
  /** A row of a noun, or a variable that stands for one. */
  | { readonly as: 'row'; readonly of: 'sites' | 'devices' | 'device-types' }

export type OptionName = { [Kind in WidgetKind]: keyof WidgetOptions<Kind> & string }[WidgetKind]
export type OptionField = Of<OptionName, Control>

const whole = <Name extends OptionName>(name: Name, min: number, max: number) => ({ name, as: 'number', min, max, isWhole: true }) as const
const tick = <Name extends OptionName>(name: Name) => ({ name, as: 'tick' }) as const
const number = <Name extends OptionName>(name: Name) => ({ name, as: 'number' }) as const

const LABEL = { name: 'label', as: 'line', max: 128 } as const
const TITLE = { name: 'title', as: 'line', max: 128 } as const
const UNIT = { name: 'unit', as: 'line', max: 16 } as const
const DIGITS = whole('digits', 0, 6)
const [MIN, MAX] = [number('min'), number('max')]
const LIMITS = { name: 'limits', as: 'limits' } as const
const FIGURE = { name: 'figure', as: 'figure' } as const
const SITE = { name: 'siteId', as: 'row', of: 'sites' } as const
const DEVICE = { name: 'deviceId', as: 'row', of: 'devices' } as const
const PRIORITY = whole('priority', 1, 4)
const [ROWS, COLUMNS] = [whole('rows', 1, 50), whole('columns', 1, 40)]
const [NAMES, FLIP] = [tick('names'), tick('flip')]

/** What is asked for each kind, in this order: an option that a kind has not does not compile. */
export const OPTION_FIELDS: { readonly [Kind in WidgetKind]: readonly Of<keyof WidgetOptions<Kind> & OptionName, Control>[] } = {
  number: [LABEL, UNIT, DIGITS, FLIP],
  gauge: [LABEL, UNIT, DIGITS, MIN, MAX, LIMITS],
  liquid: [LABEL, UNIT, DIGITS, MAX],
  bar: [LABEL, UNIT, DIGITS, MIN, MAX, LIMITS, tick('upright')],
  chart: [
    TITLE,
    FIGURE,
    { name: 'kind', as: 'choice', of: 'chart-kind', isNeeded: true },
    { name: 'x', as: 'column', of: 'dimension' },
    { name: 'by', as: 'column', of: 'dimension' },
    { name: 'series', as: 'columns' },
    UNIT,
    tick('legend'),
    LIMITS,
  ],
  trend: [TITLE, whole('minutes', 1, 1440), UNIT, DIGITS, MIN, MAX],
  table: [TITLE, FIGURE, { name: 'columns', as: 'table-columns' }, whole('rows', 1, 100), tick('rank'), tick('scroll')],
  alarms: [TITLE, SITE, DEVICE, PRIORITY, ROWS],
  'alarm-banner': [SITE, DEVICE, PRIORITY, tick('sound')],
  devices: [TITLE, SITE, { name: 'deviceTypeId', as: 'row', of: 'device-types' }, COLUMNS, NAMES],
  symbol: [{ name: 'symbol', as: 'symbol' }, LABEL, MAX, FLIP, { name: 'colour', as: 'colour' }],
  pipe: [
    { name: 'medium', as: 'choice', of: 'medium' },
    { name: 'width', as: 'number', min: 1, max: 80 },
    { name: 'points', as: 'line-points' },
  ],
  map: [TITLE, { name: 'map', as: 'map' }, { name: 'show', as: 'choice', of: 'map-show', isNeeded: true }, SITE, NAMES],
  plan: [TITLE, { name: 'picture', as: 'picture' }, { name: 'pins', as: 'pins' }],
  yard: [TITLE, SITE, COLUMNS],
  runs: [TITLE, SITE, { name: 'state', as: 'choice', of: 'run-state' }, ROWS],
  run: [TITLE, SITE, whole('worst', 1, 20), tick('trend')],
  orders: [TITLE, SITE, tick('lanes'), ROWS],
  calendar: [
    TITLE,
    FIGURE,
    { name: 'day', as: 'column', of: 'dimension', isNeeded: true },
    { name: 'measure', as: 'column', of: 'measure', isNeeded: true },
    LIMITS,
  ],
  clock: [LABEL, { name: 'format', as: 'choice', of: 'clock-format' }, tick('seconds')],
  weather: [LABEL, { name: 'of', as: 'choice', of: 'weather', isNeeded: true }, UNIT, DIGITS],
  text: [{ name: 'text', as: 'text', max: 256 }],
  'rich-text': [{ name: 'lines', as: 'rich-lines' }],
  picture: [{ name: 'picture', as: 'picture' }, { name: 'fit', as: 'choice', of: 'picture-fit' }, LABEL],
  video: [{ name: 'file', as: 'film' }, tick('loop'), LABEL],
  tabs: [{ name: 'tabs', as: 'tabs' }],
  carousel: [{ name: 'groups', as: 'groups' }, whole('seconds', 3, 600)],
  frame: [TITLE, { name: 'look', as: 'choice', of: 'look' }],
  filter: [{ name: 'variable', as: 'variable' }, LABEL],
  link: [{ name: 'text', as: 'line', max: 256 }],
  qr: [{ name: 'text', as: 'line', max: 300 }, LABEL],
}

/** The options that all these kinds have, by the same control; those of a kind where there is one. */
export function fieldsInCommon(kinds: readonly WidgetKind[]): readonly OptionField[] {
  const [first, ...others] = [...new Set(kinds)]
  if (first === undefined) return []
  const own: readonly OptionField[] = OPTION_FIELDS[first]
  return own.filter((field) =>
    others.every((kind) => (OPTION_FIELDS[kind] as readonly OptionField[]).some((one) => one.name === field.name && one.as === field.as)),
  )
}
