/** The nodes of a model at which an instance can stand, read from its XML in the browser. */

export interface ModelNode {
  readonly id: string
  readonly name: string
  /** The element of BPMN: what stands at one goes to one of the same kind. */
  readonly kind: string
}

const BPMN = 'http://www.omg.org/spec/BPMN/20100524/MODEL'
const STANDS = /(Task|task|Activity|subProcess|transaction|CatchEvent|boundaryEvent)$/

/** Tasks, sub-processes, called processes and events that wait; none where nothing was read yet. */
export function modelNodes(xml: string | undefined): readonly ModelNode[] {
  if (xml === undefined) return []
  const read = new DOMParser().parseFromString(xml, 'application/xml')
  return [...read.getElementsByTagNameNS(BPMN, '*')]
    .filter(({ localName, id }) => id !== '' && STANDS.test(localName))
    .map((element) => ({ id: element.id, name: element.getAttribute('name') ?? element.id, kind: element.localName }))
}

/** The nodes that the other version has not, by their id and kind. */
export function unmatched(from: readonly ModelNode[], to: readonly ModelNode[]): readonly ModelNode[] {
  return from.filter(({ id, kind }) => !to.some((other) => other.id === id && other.kind === kind))
}
