/** Big screens that are as their form says, and costly to read: each bound of theirs is reached. */
import { MAX_PAGES, MAX_RULES, MAX_SCREEN_VARIABLES, MAX_WIDGETS } from '../../model/screens/document.ts'
import { EMPTY_SCREEN } from '../../model/screens/read.ts'

const times = <Value>(count: number, of: (at: number) => Value): Value[] => Array.from({ length: count }, (_, at) => of(at))
const POINT = '01890000-0000-7000-8000-000000000001'

const number = (at: number, more: object = {}) => ({
  id: `w${at}`,
  kind: 'number',
  rect: [0, 0, 9, 9],
  bind: { value: { point: POINT } },
  ...more,
})
const withWidgets = (widgets: readonly object[], more: object = {}) => ({
  ...EMPTY_SCREEN,
  ...more,
  pages: [{ id: 'page-1', title: 'x', widgets }],
})
const devices = { format: 1, subject: 'devices', measures: [{ as: 'n', of: 'count' }], dimensions: [{ field: 'deviceName' }] }

/** By what is costly in them; none is longer than half a megabyte. */
export const costlyScreens: Readonly<Record<string, object>> = {
  'twenty pages of widgets': {
    ...EMPTY_SCREEN,
    pages: times(MAX_PAGES, (at) => ({ id: `page-${at + 1}`, title: 'x', widgets: times(MAX_WIDGETS, (nth) => number(nth)) })),
  },
  'rules and steps': withWidgets(
    times(MAX_WIDGETS, (at) =>
      number(at, {
        bind: { value: { point: POINT, then: times(6, () => ({ map: times(2, (nth) => ({ from: nth, to: nth + 1, text: 'x' })) })) } },
        rules: times(MAX_RULES, (nth) => ({ when: { above: nth, below: nth + 1 }, tone: 'warning' })),
      }),
    ),
  ),
  'unions that fit none': withWidgets(times(MAX_WIDGETS, (at) => number(at, { bind: { value: { figure: 'f', column: 'c', row: -1 } } }))),
  'pins and points': withWidgets(
    times(20, (at) => ({
      id: `w${at}`,
      kind: 'plan',
      rect: [0, 0, 9, 9],
      options: { pins: times(200, () => ({ deviceId: POINT, at: [0, 1] })) },
    })),
  ),
  'sixty documents': withWidgets([], { figures: times(60, (at) => ({ name: `f${at}`, document: devices })) }),
  'variables with choices': withWidgets([], {
    variables: times(MAX_SCREEN_VARIABLES, (at) => ({
      name: `v${at}`,
      kind: 'choice',
      label: 'x',
      of: times(50, (nth) => ({ value: `${nth}`, label: 'x' })),
    })),
  }),
  'options that are no options': withWidgets(
    times(MAX_WIDGETS, (at) => number(at, { options: Object.fromEntries(times(100, (nth) => [`o${nth}`, nth])) })),
  ),
}
