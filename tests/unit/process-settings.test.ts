/** What a node says beyond BPMN: written as one element, read back, and with what other tools wrote beside it. */
import { BpmnModdle } from 'bpmn-moddle'
import { describe, expect, it } from 'vitest'
import type { Element } from '../../model/workflow/bpmn/moddle.ts'
import { elementsAt } from '../../model/workflow/bpmn/moddle.ts'
import { MAX_SETTINGS, taskSettings } from '../../model/workflow/settings.ts'
import { OUTSTATION_MODDLE } from '../../web/shared/workflow/outstation-moddle.ts'
import { newModel } from '../../web/features/workflow/processdesign/modeler/new-model.ts'
import type { Create } from '../../web/features/workflow/processdesign/modeler/settings.ts'
import { readSettings, settingsFor } from '../../web/features/workflow/processdesign/modeler/settings.ts'

const moddle = new BpmnModdle({ outstation: OUTSTATION_MODDLE })
const create: Create = (type, values) => moddle.create(type, values)

/** The node with other settings, as it is read again after it was written. */
async function writtenAndRead(value: object, others: readonly Element[] = []): Promise<{ xml: string; node: Element }> {
  const extensionElements = others.length > 0 ? create('bpmn:ExtensionElements', { values: others }) : undefined
  const written = settingsFor(create('bpmn:UserTask', { id: 'task', extensionElements }), value, taskSettings, create)
  if (!written) throw new Error('refused')
  const node = create('bpmn:UserTask', { id: 'task', extensionElements: written.element })
  const process = create('bpmn:Process', { id: 'process', flowElements: [node] })
  const { xml } = await moddle.toXML(create('bpmn:Definitions', { id: 'all', rootElements: [process] }))
  const { rootElement } = await moddle.fromXML(xml)
  const [read] = elementsAt(elementsAt(rootElement, 'rootElements')[0], 'flowElements')
  if (!read) throw new Error('nothing was read')
  return { xml, node: read }
}

describe('settings', () => {
  it('are one element with the text of JSON, read back as they were', async () => {
    const settings = {
      people: [{ kind: 'user' as const, username: 'a "quoted" <name> & more' }],
      group: { mode: 'ratio' as const, percent: 60 },
    }
    const { xml, node } = await writtenAndRead(settings)
    expect(xml).toContain('xmlns:outstation="urn:outstation:bpmn:1"')
    expect(xml.match(/<outstation:settings>/g)).toHaveLength(1)
    expect(readSettings(node, taskSettings)).toMatchObject(settings)
  })

  it('leave out what is so anyway, and are no element where nothing is left', async () => {
    expect((await writtenAndRead({ whenStarter: 'ask', people: [], whenSame: 'skip-ever' })).xml).toContain('{"whenSame":"skip-ever"}')
    expect((await writtenAndRead({ whenStarter: 'ask', people: [] })).xml).not.toContain('extensionElements')
  })

  it('take nothing away of what other tools wrote, and replace what was said before', async () => {
    const others = [create('outstation:Settings', { body: '{"priority":1}' }), moddle.createAny('other:thing', 'urn:other', { value: '1' })]
    const { xml } = await writtenAndRead({ priority: 2 }, others)
    expect(xml).toContain('other:thing')
    expect(xml).toContain('{"priority":2}')
    expect(xml).not.toContain('{"priority":1}')
  })

  it('are refused where a node cannot say so, or too much', () => {
    const node = create('bpmn:UserTask', { id: 'task' })
    expect(settingsFor(node, { whenStarter: 'never' }, taskSettings, create)).toBeNull()
    const people = Array.from({ length: 20 }, () => ({ kind: 'expression', expression: 'x'.repeat(1900) }))
    expect(JSON.stringify(people).length).toBeGreaterThan(MAX_SETTINGS)
    expect(settingsFor(node, { people }, taskSettings, create)).toBeNull()
  })

  it.each(['{', '[]', '{"people":7}'])('that cannot be understood are none: %s', (body) => {
    const values = [create('outstation:Settings', { body })]
    const node = create('bpmn:UserTask', { extensionElements: create('bpmn:ExtensionElements', { values }) })
    expect(readSettings(node, taskSettings)).toBeUndefined()
  })
})

it('a new model is BPMN, whatever its name is', async () => {
  const { rootElement, warnings } = await moddle.fromXML(newModel('leave', 'A & B <"c">'))
  expect(warnings).toEqual([])
  expect(elementsAt(rootElement, 'rootElements')[0]?.name).toBe('A & B <"c">')
})
