/** The texts of bpmn-js that people can meet, in our languages: a new release that brings another one is noticed here. */
import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import en from '../../model/labels/en/index.ts'
import tw from '../../model/labels/tw/index.ts'
import zh from '../../model/labels/zh/index.ts'
import { DIAGRAM_TEXTS } from '../../web/features/workflow/processdesign/modeler/diagram-texts.ts'
import { REPLACEMENTS } from '../../web/features/workflow/processdesign/modeler/offered.ts'

const LIBRARIES = ['bpmn-js/lib', 'diagram-js/lib', 'diagram-js-direct-editing/lib']

/** The source of the two libraries, without their comments. */
const source = LIBRARIES.flatMap((folder) =>
  readdirSync(`node_modules/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.js'))
    .map((file) => readFileSync(`node_modules/${folder}/${file}`, 'utf8').replaceAll(/\/\*[^]*?\*\//g, '')),
).join('\n')

/** Of what is not offered: pools and lanes, compensation, and the palette that ours stands in place of. */
const NEVER_SHOWN = /lane|pool\/participant|Participant|compensation|^Create |^Activate |^Append task$|^\+ shift|data store/i

describe('the texts of bpmn-js', () => {
  it('are all known that it translates', () => {
    const asked = [...source.matchAll(/\btranslate\(\s*'([^']+)'/g)].map(([, text = '']) => text.trim())
    expect(asked.length).toBeGreaterThan(30)
    expect(asked.filter((text) => !NEVER_SHOWN.test(text) && !Object.hasOwn(DIAGRAM_TEXTS, text))).toEqual([])
  })

  it('are all known that the menu offers', () => {
    const entries = readFileSync('node_modules/bpmn-js/lib/features/popup-menu/PopupEntries.js', 'utf8')
    const labels = [...entries.matchAll(/label: '([^']+)'/g)].map(([, text = '']) => text)
    expect(labels.length).toBeGreaterThan(40)
    const unsupported = /pool|Transaction|Ad-hoc|Cancel|Compensation|Complex|Data (store|object)|Group|Text annotation|^Boundary event$/
    expect(labels.filter((text) => !unsupported.test(text) && !Object.hasOwn(DIAGRAM_TEXTS, text))).toEqual([])
    expect(REPLACEMENTS.has('replace-with-transaction')).toBe(false)
  })

  it('have words in each language', () => {
    const keys = [...new Set(Object.values(DIAGRAM_TEXTS))]
    for (const labels of [en, zh, tw]) expect(keys.filter((key) => !labels[key])).toEqual([])
    expect(keys.filter((key) => /[a-z]{3}/i.test(zh[key].replace(/\{\{\w+\}\}/g, '')))).toEqual([])
  })
})
