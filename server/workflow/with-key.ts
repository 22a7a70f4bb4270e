/** A model under another key. */
import { elementsAt } from '../../model/workflow/bpmn/moddle.ts'
import { openBpmn } from './read-bpmn.ts'

/** The model with `to` as the id of the process that has `from`; what refers to it, refers to it still. As it was where there is no such process. */
export async function withProcessKey(xml: string, from: string, to: string): Promise<string> {
  if (from === to) return xml
  const opened = await openBpmn(new TextEncoder().encode(xml))
  if ('refused' in opened) return xml
  const process = elementsAt(opened.definitions, 'rootElements').find(({ $type, id }) => $type === 'bpmn:Process' && id === from)
  if (!process) return xml
  Object.assign(process, { id: to })
  const { BpmnModdle } = await import('bpmn-moddle')
  return (await new BpmnModdle().toXML(opened.definitions, { format: true })).xml
}
