/** The colours of the themes can be read: each text on each ground that it stands on, each shape on the ground. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { THEMES } from '../../../model/screens/document.ts'
import { contrast } from '../../kernel/appearance/colours.ts'

const source = readFileSync(new URL('./themes.css', import.meta.url), 'utf8')

function coloursIn(selector: string): Record<string, string> {
  const from = source.indexOf(`${selector} {`)
  const block = source.slice(from, source.indexOf('}', from))
  return Object.fromEntries([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name = '', value = '']) => [name, value]))
}

describe.each(THEMES)('the theme %s', (theme) => {
  const colours = { ...coloursIn('[data-screen-theme]'), ...coloursIn(`[data-screen-theme='${theme}']`) }
  const grounds = ['sw-ground', 'sw-panel']
  const of = (name: string) => colours[name] ?? `no ${name}`

  it('has texts of at least 4.5 on the ground and on panels', () => {
    const tones = ['good', 'notice', 'warning', 'alarm-1', 'alarm-2', 'alarm-3', 'alarm-4', 'off'].map((tone) => `sw-${tone}`)
    const poor = ['sw-text', 'sw-quiet', ...tones]
      .flatMap((text) => grounds.map((ground) => ({ text, ground, contrast: contrast(of(text), of(ground)) })))
      .filter((pair) => pair.contrast < 4.5)
    expect(poor).toEqual([])
  })

  it('has shapes and lines of charts of at least 3 on the ground', () => {
    const names = ['sw-accent', 'sym-line', ...[1, 2, 3, 4, 5, 6, 7, 8].map((nth) => `chart-${nth}`)]
    const poor = names.map((name) => ({ name, contrast: contrast(of(name), of('sw-ground')) })).filter((pair) => pair.contrast < 3)
    expect(poor).toEqual([])
  })

  it('has marks that are seen upon shapes of each tone', () => {
    const poor = ['good', 'warning', 'alarm-1', 'alarm-2', 'alarm-3', 'off', 'accent']
      .map((tone) => ({ tone, contrast: contrast(of('sw-upon'), of(`sw-${tone}`)) }))
      .filter((pair) => pair.contrast < 4.5)
    expect(poor).toEqual([])
  })
})
