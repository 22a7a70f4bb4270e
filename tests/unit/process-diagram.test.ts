/** The picture of a model: where its diagram says, or in layers; and nothing that anybody wrote is more than text. */
import { describe, expect, it } from 'vitest'
import { SaxesParser } from 'saxes'
import { drawProcess } from '../../server/workflow/index.ts'
import { linesOf } from '../../server/workflow/diagram/text.ts'

const model = (inside: string, diagram = '') =>
  `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" targetNamespace="t"><process id="p" isExecutable="true">${inside}</process>${diagram}</definitions>`

const steps =
  '<startEvent id="s"/><userTask id="a" name="Approve"/><exclusiveGateway id="g" name="Enough?"/><endEvent id="e"/>' +
  '<sequenceFlow id="f1" sourceRef="s" targetRef="a"/><sequenceFlow id="f2" sourceRef="a" targetRef="g"/>' +
  '<sequenceFlow id="f3" sourceRef="g" targetRef="e" name="yes"/><sequenceFlow id="f4" sourceRef="g" targetRef="a"/>'

/** Names of elements and attributes of a picture that is well formed. @throws where it is not */
function partsOf(svg: string): { tags: Set<string>; attributes: Set<string> } {
  const [tags, attributes] = [new Set<string>(), new Set<string>()]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    tags.add(name)
    for (const each of Object.keys(given)) attributes.add(each)
  })
  parser.write(svg).close()
  return { tags, attributes }
}

describe('a model with a diagram', () => {
  it('is drawn where the diagram says, with what was passed and where it is', async () => {
    const shape = (id: string, x: number) =>
      `<bpmndi:BPMNShape id="${id}_di" bpmnElement="${id}"><dc:Bounds x="${x}" y="50" width="100" height="80"/></bpmndi:BPMNShape>`
    const edge = `<bpmndi:BPMNEdge id="f1_di" bpmnElement="f1"><di:waypoint x="200" y="90"/><di:waypoint x="260" y="90"/></bpmndi:BPMNEdge>`
    const diagram = `<bpmndi:BPMNDiagram id="d"><bpmndi:BPMNPlane id="pl" bpmnElement="p">${shape('s', 100)}${shape('a', 260)}${edge}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>`
    const svg = await drawProcess(model(steps, diagram), { states: new Map([['a', 'active']]), flows: new Set(['f1']) })
    expect(svg).toContain('<rect x="260" y="50" width="100" height="80"')
    expect(svg).toContain('data-element="a" stroke="#0958d9"')
    expect(svg).toContain('data-element="f1" points="200,90 260,90" fill="none" stroke="#237804"')
    expect(svg).not.toContain('data-element="g"')
    partsOf(svg)
  })
})

describe('a model without one', () => {
  it('is laid out from left to right, back flows and sub-processes included', async () => {
    const sub =
      '<subProcess id="sub"><startEvent id="ss"/><userTask id="in"/><sequenceFlow id="sf" sourceRef="ss" targetRef="in"/></subProcess>'
    const svg = await drawProcess(model(`${steps}${sub}<boundaryEvent id="b" attachedToRef="a"><timerEventDefinition/></boundaryEvent>`))
    for (const id of ['s', 'a', 'g', 'e', 'sub', 'ss', 'in', 'b', 'f1', 'f2', 'f3', 'f4', 'sf'])
      expect(svg).toContain(`data-element="${id}"`)
    partsOf(svg)
  })

  it('of 1,000 nodes takes no longer than anybody waits', async () => {
    const nodes = Array.from({ length: 1000 }, (_, at) => `<task id="n${at}"/>`).join('')
    const flows = Array.from({ length: 999 }, (_, at) => `<sequenceFlow id="q${at}" sourceRef="n${at}" targetRef="n${at + 1}"/>`).join('')
    const xml = model(nodes + flows)
    const begun = performance.now()
    await drawProcess(xml)
    expect(performance.now() - begun).toBeLessThan(2000)
  })
})

describe('what people wrote', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"/><image href="https://example.com/x.png" onload="alert(1)"/>',
    "' onmouseover='alert(1)",
    ']]><foreignObject/>',
    '&lt;script&gt; & more',
    'javascript:alert(1)',
    'a\u202eb',
  ]
  it.each(hostile)('stays a text: %s', async (name) => {
    const escaped = name.replaceAll(/[&<>"']/g, (each) => `&#${each.charCodeAt(0)};`)
    const svg = await drawProcess(model(steps.replace('Approve', escaped).replace('Enough?', escaped).replace('"yes"', `"${escaped}"`)))
    const { tags, attributes } = partsOf(svg)
    for (const tag of tags)
      expect(['svg', 'defs', 'marker', 'path', 'rect', 'g', 'circle', 'polygon', 'polyline', 'text', 'tspan']).toContain(tag)
    for (const attribute of attributes) expect(attribute).not.toMatch(/^on|href|style/i)
  })

  it('is broken into lines that fit, in any script, and cut where there is no more room', () => {
    expect(linesOf('Approve the request of somebody', 100, 3)).toEqual(['Approve the', 'request of', 'somebody'])
    expect(linesOf('部门经理审批请假申请', 60, 3)).toEqual(['部门经理审', '批请假申请'])
    expect(linesOf('one two three four five six', 50, 2)).toEqual(['one two', expect.stringMatching(/…$/)])
    expect(linesOf('x'.repeat(100), 60, 2)).toHaveLength(2)
  })
})
