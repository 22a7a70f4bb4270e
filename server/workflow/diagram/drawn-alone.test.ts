/** What those who take part are given of a model draws the same and says nothing else. */
import { expect, it } from 'vitest'
import { readBpmn } from '../read-bpmn.ts'
import { drawnAlone } from './drawn-alone.ts'

const XML = `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:o="urn:outstation:bpmn:1" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="t">
<bpmn:process id="p" name="A &amp; B" isExecutable="true"><bpmn:startEvent id="s"/>
<bpmn:userTask id="a" name="&lt;first&gt;" camunda:assignee="secret-person"><bpmn:documentation>secret words</bpmn:documentation><bpmn:extensionElements><o:settings><![CDATA[{"fields":{"salary":"hidden"}}]]></o:settings></bpmn:extensionElements></bpmn:userTask>
<bpmn:endEvent id="e"/><bpmn:sequenceFlow id="f1" sourceRef="s" targetRef="a"/><bpmn:sequenceFlow id="f2" sourceRef="a" targetRef="e"><bpmn:conditionExpression>= salary &gt; 3</bpmn:conditionExpression></bpmn:sequenceFlow>
<bpmn:textAnnotation id="t"><bpmn:text><![CDATA[a < b]]></bpmn:text></bpmn:textAnnotation></bpmn:process></bpmn:definitions>`

it('settings, conditions, documentation and what other tools say of people are gone', () => {
  expect(drawnAlone(XML)).not.toMatch(/salary|secret|settings|camunda:assignee/)
})
it('what is drawn stays, readable by the one door', async () => {
  const read = await readBpmn(Buffer.from(drawnAlone(XML)))
  expect('refused' in read).toBe(false)
  if ('refused' in read) return
  expect(read.model.name).toBe('A & B')
  expect(read.model.definition.nodes.map(({ id, name }) => [id, name])).toEqual([
    ['s', undefined],
    ['a', '<first>'],
    ['e', undefined],
  ])
  expect(read.model.definition.flows.map(({ id }) => id)).toEqual(['f1', 'f2'])
  expect(read.xml).toContain('a &lt; b')
})
