import { expect, test } from 'vitest'
import type { Anchor, ScreenDocument, ScreenWidget } from '../../../model/screens/document.ts'
import type { Box, Display } from './display.ts'
import { MIN_TEXT, layoutOf, overlap } from './fit.ts'
import type { Layout } from './fit.ts'

const size = { width: 1920, height: 1080 }
const widget = (id: string, rect: ScreenWidget['rect'], anchor: Anchor = 'core', more: Partial<ScreenWidget> = {}): ScreenWidget => ({
  id,
  kind: 'number',
  rect,
  anchor,
  ...more,
})
/** A head over all, two wings of three widgets, a mimic of two in the middle with a trend below it, and a foot. */
const widgets: ScreenWidget[] = [
  widget('head', [0, 0, 1920, 90], 'stretch'),
  ...[0, 1, 2].flatMap((at) => [
    widget(`left-${at}`, [20, 110 + at * 300, 440, 280], 'left'),
    widget(`right-${at}`, [1460, 110 + at * 300, 440, 280], 'right'),
  ]),
  widget('tank', [500, 110, 440, 500]),
  widget('pump', [980, 110, 440, 500]),
  widget('trend', [480, 630, 960, 360], 'stretch'),
  widget('foot', [20, 1020, 1880, 50], 'stretch'),
]

const DISPLAYS: Readonly<Record<string, Display>> = {
  '1366×768': { width: 1366, height: 768, pixelRatio: 1 },
  '1920×1080': { width: 1920, height: 1080, pixelRatio: 1 },
  '3840×2160': { width: 3840, height: 2160, pixelRatio: 1 },
  '3840×2160 at 2': { width: 1920, height: 1080, pixelRatio: 2 },
  '3840×2160 at 1.5': { width: 2560, height: 1440, pixelRatio: 1.5 },
  '3440×1440': { width: 3440, height: 1440, pixelRatio: 1 },
  '7680×2160': { width: 7680, height: 2160, pixelRatio: 1 },
  '1080×1920': { width: 1080, height: 1920, pixelRatio: 1 },
  phone: { width: 390, height: 844, pixelRatio: 3 },
  'phone on its side': { width: 844, height: 390, pixelRatio: 3 },
}
const all = Object.entries(DISPLAYS)

const layout = (display: Display, fit: ScreenDocument['fit'] = 'contain', on = widgets) => layoutOf({ size, fit }, { widgets: on }, display)
const boxOf = (of: Layout, id: string): Box => {
  const { left, top, width, height } = of.places.get(id) as Layout['places'] extends ReadonlyMap<string, infer P> ? P : never
  return [left, top, left + width, top + height]
}
const crowded = (of: Layout, on = widgets) =>
  on.flatMap(({ id: one }, at) =>
    on.slice(at + 1).flatMap(({ id: other }) => (overlap(boxOf(of, one), boxOf(of, other)) ? [[one, other]] : [])),
  )

test.each(all)('on %s no widget lies over another that does not in the document', (_, display) => {
  expect(crowded(layout(display))).toEqual([])
})

test.each(all)('on %s each widget stands within the display, or within what is scrolled', (_, display) => {
  const found = layout(display)
  const wrong = widgets.filter(({ id }) => {
    const [left, top, right, bottom] = boxOf(found, id)
    return left < -0.01 || top < -0.01 || right > found.width + 0.01 || bottom > found.height + 0.01
  })
  expect(wrong.map(({ id }) => id)).toEqual([])
  expect([found.width, found.scrolls || found.height <= display.height + 0.01]).toEqual([display.width, true])
})

test.each(all)('on %s edges lie on pixels of the display', (_, display) => {
  const edges = widgets.flatMap(({ id }) => boxOf(layout(display), id)).map((edge) => edge * display.pixelRatio)
  expect(edges.every((edge) => Math.abs(edge - Math.round(edge)) < 1e-6)).toBe(true)
})

test('usual text can be read on each display but one that is small on its side', () => {
  const scales = Object.fromEntries(all.map(([name, display]) => [name, layout(display)]))
  for (const [name, { scale, isFlow }] of Object.entries(scales)) {
    expect([name, isFlow]).toEqual([name, ['1080×1920', 'phone', 'phone on its side'].includes(name)])
    if (isFlow) expect(scale * 16).toBeGreaterThanOrEqual(MIN_TEXT)
  }
})

test('a display of the form of the canvas shows it as it is, larger or smaller', () => {
  const found = layout(DISPLAYS['3840×2160'] as Display)
  expect([found.scale, boxOf(found, 'trend')]).toEqual([2, [960, 1260, 2880, 1980]])
  expect(boxOf(layout(DISPLAYS['3840×2160 at 2'] as Display), 'trend')).toEqual([480, 630, 1440, 990])
})

test('a wider display has its wings at its edges, the core together in the middle, and what stretches between them', () => {
  const found = layout(DISPLAYS['7680×2160'] as Display)
  const gain = 7680 - 3840
  expect(boxOf(found, 'head')).toEqual([0, 0, 7680, 180])
  expect(boxOf(found, 'left-0')[0]).toBe(40)
  expect(boxOf(found, 'right-0')[2]).toBe(7680 - 40)
  expect([boxOf(found, 'tank')[0], boxOf(found, 'pump')[0]]).toEqual([1000 + gain / 2, 1960 + gain / 2])
  const [from, , to] = boxOf(found, 'trend')
  expect(to - from).toBeGreaterThan(1920 + gain * 0.9)
})

test('without anchors a wider display has bars on both sides', () => {
  const plain = widgets.map(({ anchor: _, ...rest }) => rest)
  const found = layout(DISPLAYS['3440×1440'] as Display, 'contain', plain)
  expect([boxOf(found, 'head')[0], boxOf(found, 'head')[2]]).toEqual([440, 3000])
})

test('anchors by which widgets would come to lie over each other are not heeded', () => {
  const odd = [widget('core', [20, 0, 360, 100]), widget('wing', [400, 0, 200, 100], 'left')]
  const found = layout(DISPLAYS['3440×1440'] as Display, 'contain', odd)
  expect(crowded(found, odd)).toEqual([])
  expect([boxOf(found, 'core')[0], boxOf(found, 'wing')[0]]).toEqual([Math.round(20 / 0.75) + 440, Math.round(400 / 0.75) + 440])
})

test('widgets that lie over each other, or are of one group, stay together on an upright display', () => {
  const on = [
    widget('frame', [0, 0, 600, 400], 'core', { kind: 'frame' }),
    widget('inside', [20, 20, 200, 100]),
    widget('one', [700, 0, 100, 100], 'core', { group: 'g' }),
    widget('other', [1700, 900, 100, 100], 'core', { group: 'g' }),
    widget('ground', [0, 0, 1920, 1080], 'core', { kind: 'picture' }),
  ]
  const found = layout(DISPLAYS['1080×1920'] as Display, 'contain', on)
  const [frame, inside, one, other, ground] = on.map(({ id }) => boxOf(found, id)) as [Box, Box, Box, Box, Box]
  const { scale } = found.places.get('frame') as { scale: number }
  expect([inside[0] - frame[0], inside[1] - frame[1]].map(Math.round)).toEqual([Math.round(20 * scale), Math.round(20 * scale)])
  const factor = (found.places.get('one') as { scale: number }).scale
  expect(Math.abs(other[0] - one[0] - 1000 * factor)).toBeLessThanOrEqual(1)
  expect(ground).toEqual([0, 0, 1080, found.height])
})

test('cover, width and native fill the display, scroll down, or stay as they are', () => {
  const wide = DISPLAYS['3440×1440'] as Display
  const cover = layout(wide, 'cover')
  expect([cover.scrolls, boxOf(cover, 'head')[0], boxOf(cover, 'head')[1] < 0]).toEqual([false, 0, true])
  const byWidth = layout(wide, 'width')
  expect([byWidth.scrolls, Math.round(byWidth.height), boxOf(byWidth, 'head')[1]]).toEqual([true, 1935, 0])
  const native = layout(DISPLAYS['1366×768'] as Display, 'native')
  expect([native.scale, native.scrolls, native.width, native.height]).toEqual([1, true, 1920, 1080])
  expect(boxOf(layout(wide, 'native'), 'head')).toEqual([760, 180, 2680, 270])
})
