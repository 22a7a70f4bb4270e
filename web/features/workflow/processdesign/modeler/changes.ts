/** Changes of a chosen element. Each returns whether the value is allowed; one that is not is not kept. */
import type * as z from 'zod/mini'
import type { Element } from '../../../../../model/workflow/bpmn/moddle.ts'
import { elementAt, elementsAt } from '../../../../../model/workflow/bpmn/moddle.ts'
import type { DiagramElement } from '../../../../shared/workflow/diagram-parts.ts'
import type { Drawing } from './drawing.ts'
import { readSettings, settingsFor } from './settings.ts'

/** Of a process with pools, the process is no element of the drawing. */
function write(drawing: Drawing, element: DiagramElement, of: Element, values: Readonly<Record<string, unknown>>): void {
  if (element.businessObject === of) drawing.modeling.updateProperties(element, values)
  else drawing.modeling.updateModdleProperties(element, of, values)
}

/** Changes some of the settings of a node. */
export function changeSettings<Value extends object>(
  drawing: Drawing,
  element: DiagramElement,
  of: Element,
  schema: z.ZodMiniType<Value>,
  values: Partial<Value>,
): boolean {
  const written = settingsFor(of, { ...readSettings(of, schema), ...values }, schema, drawing.create)
  if (!written) return false
  write(drawing, element, of, { extensionElements: written.element })
  return true
}

/** An id that is none yet and that XML can have (NCName, as far as models need it). */
export function changeId(drawing: Drawing, element: DiagramElement, id: string): boolean {
  if (!/^[A-Za-z_][\w.-]{0,63}$/.test(id) || drawing.elements.get(id)) return false
  drawing.modeling.updateProperties(element, { id })
  return true
}

/** The name; none where the text is empty. */
export function changeName(drawing: Drawing, element: DiagramElement, of: Element, name: string): true {
  write(drawing, element, of, { name: name === '' ? undefined : name })
  return true
}

/** What is noted about an element, for whoever reads the model. */
export function changeDocumentation(drawing: Drawing, element: DiagramElement, of: Element, text: string): true {
  write(drawing, element, of, { documentation: text === '' ? [] : [drawing.create('bpmn:Documentation', { text })] })
  return true
}

/** An expression as BPMN has it; none where the text is empty. */
export const expressionOf = (drawing: Drawing, body: string): Element | undefined =>
  body.trim() === '' ? undefined : drawing.create('bpmn:FormalExpression', { body: body.trim() })

/** The elements of a kind that stand beside the process: messages, signals, errors, escalations. */
export const rootElements = (drawing: Drawing, type: string): readonly Element[] =>
  elementsAt(definitionsOf(drawing), 'rootElements').filter(({ $type }) => $type === type)

function definitionsOf(drawing: Drawing): Element | undefined {
  const process = drawing.process()
  return elementAt(process, '$parent') ?? elementAt(drawing.canvas.getRootElement().businessObject, '$parent')
}

/** The message, signal, error or escalation with a name; it is made where there is none. */
export function rootElementNamed(
  drawing: Drawing,
  element: DiagramElement,
  type: string,
  name: string,
  code?: string,
): Element | undefined {
  const found = rootElements(drawing, type).find((one) => one.name === name)
  const definitions = definitionsOf(drawing)
  if (found || !definitions) return found
  const taken = new Set(elementsAt(definitions, 'rootElements').map(({ id }) => id))
  const stem = type.slice(5)
  let count = 1
  while (taken.has(`${stem}_${String(count)}`)) count += 1
  const made = drawing.create(type, { id: `${stem}_${String(count)}`, name, ...(code === undefined ? {} : { [code]: name }) })
  drawing.modeling.updateModdleProperties(element, definitions, { rootElements: [...elementsAt(definitions, 'rootElements'), made] })
  return made
}
