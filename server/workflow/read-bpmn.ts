/** The one door for models of BPMN: bytes that anybody may send, judged before the library that reads them sees a character. */
import { SaxesParser } from 'saxes'
import { fromBpmn } from '../../model/workflow/bpmn/from-bpmn.ts'
import type { Element } from '../../model/workflow/bpmn/moddle.ts'
import type { ProcessModel } from '../../model/workflow/bpmn/process-model.ts'

/** Bytes of a file. */
const MAX_BYTES = 2_097_152
/** Of 831 models of 38 tools the deepest has 14, and the widest element 43 attributes. */
const MAX_DEPTH = 40
const MAX_ATTRIBUTES = 100
/** Characters of one attribute. */
const MAX_ATTRIBUTE = 32_768
/** With what draws it. */
const MAX_TAGS = 40_000
/**
 * Without it. The model itself bounds nodes and flows, each of which comes with up to three elements more (where it leads, its condition, its extension and
 * what stands in that); but the library builds all of them before anybody can count.
 */
const MAX_MEANING = 8000
/** A child of the whole that draws, whatever its vocabulary is called in the file. */
const DRAWS = /(?:^|:)BPMNDiagram$/

/** Of what is left out, so much is told. */
const MAX_BROKEN = 50

/** `encoding`: the file says one that is not known, or is not written in it; `unsafe`: it has a DOCTYPE; `unreadable`: it is no BPMN. */
export interface RefusedBpmn {
  readonly refused: 'too-large' | 'encoding' | 'unsafe' | 'unreadable'
  readonly detail: string
}

export type ReadBpmn = { readonly model: ProcessModel; readonly xml: string } | RefusedBpmn

/** What the reader of BPMN has left out, and of which element, where it knows. */
export interface BpmnWarning {
  readonly message: string
  readonly element: Element | undefined
}

export interface OpenedBpmn {
  /** The elements, those that draw them included. */
  readonly definitions: Element
  readonly xml: string
  readonly warnings: readonly BpmnWarning[]
}

/** The process that a file draws, with its text in one encoding; or why it is not even looked at. */
export async function readBpmn(bytes: Uint8Array): Promise<ReadBpmn> {
  const opened = await openBpmn(bytes)
  if ('refused' in opened) return opened
  const { definitions, xml, warnings } = opened
  // An id that stands twice, or one that leads nowhere, is a warning there, and the element is missing afterwards.
  const broken = warnings.filter(isBroken).slice(0, MAX_BROKEN)
  try {
    const model = fromBpmn(definitions)
    const known = new Set(model.faults.map(({ element }) => element))
    const faults = broken
      .filter(({ element }) => element?.id === undefined || !known.has(element.id))
      .map(({ message, element }) => ({ code: 'reference' as const, element: element?.id ?? '', about: message.slice(0, 200) }))
    return { model: { ...model, faults: [...model.faults, ...faults] }, xml }
  } catch (error) {
    return unreadable(error)
  }
}

/** What draws or explains: nothing runs by it, wherever it leads. */
const EXPLAINING = /^(bpmndi|dc|di|bioc|color):|^bpmn:(Group|Association|TextAnnotation|Lane|Participant|MessageFlow|Data\w+|Category\w*)$/

const isBroken = ({ message, element }: BpmnWarning): boolean =>
  /unresolved reference|duplicate ID|unparsable/i.test(message) && !EXPLAINING.test(element?.$type ?? '')

/** What stands in a file, judged before anything of it is read; or why it is not even looked at. */
export async function openBpmn(bytes: Uint8Array): Promise<OpenedBpmn | RefusedBpmn> {
  if (bytes.byteLength > MAX_BYTES) return { refused: 'too-large', detail: String(bytes.byteLength) }
  const xml = decode(bytes)
  if (xml === undefined) return { refused: 'encoding', detail: '' }
  const refused = judge(xml)
  if (refused) return refused
  const { BpmnModdle } = await import('bpmn-moddle')
  try {
    const { rootElement, warnings } = await new BpmnModdle().fromXML(xml)
    if (rootElement.$type !== 'bpmn:Definitions') return { refused: 'unreadable', detail: rootElement.$type }
    return { definitions: rootElement, xml, warnings: warnings.map(({ message, element }) => ({ message, element })) }
  } catch (error) {
    return unreadable(error)
  }
}

function unreadable(error: unknown): RefusedBpmn {
  return { refused: 'unreadable', detail: (error instanceof Error ? error.message : String(error)).split('\n')[0]?.slice(0, 200) ?? '' }
}

/** The text of the file, by its mark or its declaration (XML 1.0, appendix F); nothing where it is not written in that. */
function decode(bytes: Uint8Array): string | undefined {
  const [first, second] = bytes
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200))
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  const label = isWide
    ? first === 0xff
      ? 'utf-16le'
      : 'utf-16be'
    : (/^[^<]*<\?xml[^>]*encoding=["']([A-Za-z0-9._-]+)["']/.exec(head)?.[1] ?? 'utf-8')
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Why a text is refused; nothing where the reader of BPMN may see it. */
function judge(xml: string): RefusedBpmn | undefined {
  const parser = new SaxesParser({ xmlns: false })
  let depth = 0
  let tags = 0
  let meaning = 0
  let isDrawing = false
  let attributes = 0
  parser.on('doctype', () => stop('unsafe', 'DOCTYPE'))
  parser.on('error', (error) => stop('unreadable', error.message))
  parser.on('opentagstart', () => {
    attributes = 0
  })
  parser.on('attribute', ({ value }) => {
    attributes += 1
    if (attributes > MAX_ATTRIBUTES || value.length > MAX_ATTRIBUTE) stop('too-large', 'attributes')
  })
  parser.on('opentag', ({ name }) => {
    depth += 1
    tags += 1
    if (depth === 2) isDrawing = DRAWS.test(name)
    if (!isDrawing) meaning += 1
    if (depth > MAX_DEPTH || tags > MAX_TAGS || meaning > MAX_MEANING) stop('too-large', depth > MAX_DEPTH ? 'depth' : 'elements')
  })
  parser.on('closetag', () => {
    depth -= 1
  })
  try {
    // In pieces, so that what is refused at its beginning is not read to its end.
    for (let at = 0; at < xml.length; at += 65_536) parser.write(xml.slice(at, at + 65_536))
    parser.close()
    return undefined
  } catch (error) {
    if (error instanceof Stop) return error.refused
    throw error
  }
}

class Stop extends Error {
  readonly refused: RefusedBpmn

  constructor(refused: RefusedBpmn) {
    super(refused.refused)
    this.refused = refused
  }
}

function stop(refused: RefusedBpmn['refused'], detail: string): never {
  throw new Stop({ refused, detail: detail.slice(0, 200) })
}
