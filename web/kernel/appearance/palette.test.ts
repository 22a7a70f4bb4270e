import { theme } from 'antd'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast, hexOf, parseColour } from './colours.ts'
import { derivePalette } from './derive-palette.ts'
import { THEME_COLOUR, isPalette, ownPalette } from './palette.ts'

/** WCAG 2.2, 1.4.3. */
const READABLE = 4.5
const colours = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

test('contrast is that of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(contrast('#123456', '#123456')).toBe(1)
})

test('a colour survives the way there and back', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      expect(hexOf(parseColour(colour))).toBe(colour)
    }),
  )
})

test('whatever colour is chosen, everything can be read', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      const { light, dark } = derivePalette(colour)
      for (const ground of [light.primary, light.primaryHover, light.primaryActive, dark.primary, dark.primaryHover, dark.primaryActive])
        expect(contrast('#ffffff', ground)).toBeGreaterThanOrEqual(READABLE)
      for (const ground of ['#ffffff', '#f3f5f9', '#f5f8ff', '#edf2f9', light.chosen])
        expect(contrast(light.link, ground)).toBeGreaterThanOrEqual(READABLE)
      for (const ground of ['#0e1319', '#161c25', '#1d2530', '#222c39', dark.chosen])
        expect(contrast(dark.link, ground)).toBeGreaterThanOrEqual(READABLE)
      for (const { chosen, chosenText } of [light, dark]) expect(contrast(chosenText, chosen)).toBeGreaterThanOrEqual(READABLE)
      // The ordinary texts of both themes stand on what is chosen.
      expect(contrast('#1c2531', light.chosen)).toBeGreaterThanOrEqual(READABLE)
      expect(contrast('#e5eaf1', dark.chosen)).toBeGreaterThanOrEqual(READABLE)
    }),
    { numRuns: 300 },
  )
})

test('what the component library makes of it can be read as well', () => {
  fc.assert(
    fc.property(colours, (colour) => {
      for (const [name, algorithm, grounds] of [
        ['light', theme.defaultAlgorithm, ['#ffffff', '#f5f8ff']],
        ['dark', theme.darkAlgorithm, ['#161c25', '#1d2530', '#1a212c']],
      ] as const) {
        const { primary, primaryHover, primaryActive, link, linkHover } = derivePalette(colour)[name]
        const made = theme.getDesignToken({
          algorithm,
          token: {
            colorPrimary: primary,
            colorPrimaryHover: primaryHover,
            colorPrimaryActive: primaryActive,
            colorLink: link,
            colorLinkHover: linkHover,
          },
        })
        for (const ground of [made.colorPrimary, made.colorPrimaryHover, made.colorPrimaryActive])
          expect(contrast('#ffffff', ground)).toBeGreaterThanOrEqual(READABLE)
        for (const ground of grounds) expect(contrast(made.colorLink, ground)).toBeGreaterThanOrEqual(READABLE)
      }
    }),
    { numRuns: 100 },
  )
})

test('the colour of the product has the shades made by hand, another one keeps its hue', () => {
  expect(derivePalette(THEME_COLOUR)).toBe(ownPalette)
  const red = parseColour('#e5484d')
  expect(parseColour(derivePalette('#e5484d').light.primary).hue).toBeCloseTo(red.hue, 1)
})

test('what was kept counts only while it is a palette', () => {
  expect(isPalette(derivePalette('#13a86b'))).toBe(true)
  expect(isPalette({ light: ownPalette.light })).toBe(false)
  expect(isPalette({ light: ownPalette.light, dark: { ...ownPalette.dark, link: 'url(https://elsewhere)' } })).toBe(false)
  expect(isPalette(null)).toBe(false)
})
