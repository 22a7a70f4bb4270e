/** What two versions of a model differ in, element by element: what was added, removed and changed, as data for a page that shows them. */
import type { ProcessModel } from './bpmn/process-model.ts'
import type { ProcessNode, SequenceFlow } from './core/graph.ts'

/** What of an element can differ. */
export const CHANGES = [
  'name',
  'kind',
  'place',
  'trigger',
  'repetition',
  'default',
  'condition',
  'ends',
  'people',
  'settings',
  'service',
  'call',
  'message',
] as const

export interface Change {
  readonly what: (typeof CHANGES)[number]
  /** JSON, as it was and as it is; nothing where it was not there. */
  readonly before?: unknown
  readonly after?: unknown
}

export interface ElementDifference {
  readonly element: string
  /** As it is called now, or was. */
  readonly name?: string | undefined
  readonly sort: 'node' | 'flow' | 'process'
  readonly is: 'added' | 'removed' | 'changed'
  /** Of one that was changed, what of it. */
  readonly changes: readonly Change[]
}

/** The differences from one model to another: of the process as a whole, of its nodes, then of its flows, each in the order in which they are drawn. */
export function differencesOf(before: ProcessModel, after: ProcessModel): readonly ElementDifference[] {
  const process = changesOf({ name: before.name, settings: before.process }, { name: after.name, settings: after.process })
  return [
    ...(process.length > 0
      ? [{ element: after.key, name: after.name, sort: 'process' as const, is: 'changed' as const, changes: process }]
      : []),
    ...partsOf('node', before.definition.nodes, after.definition.nodes, (node, of) => partsOfNode(node, of === 'before' ? before : after)),
    ...partsOf('flow', before.definition.flows, after.definition.flows, partsOfFlow),
  ]
}

type Parts = Readonly<Partial<Record<Change['what'], unknown>>>

function partsOf<Part extends { readonly id: string; readonly name?: string | undefined }>(
  sort: 'node' | 'flow',
  before: readonly Part[],
  after: readonly Part[],
  parts: (part: Part, of: 'before' | 'after') => Parts,
): ElementDifference[] {
  const was = new Map(before.map((part) => [part.id, part]))
  const is = new Set(after.map(({ id }) => id))
  const found: ElementDifference[] = after.flatMap((part): ElementDifference[] => {
    const old = was.get(part.id)
    const changes = old ? changesOf(parts(old, 'before'), parts(part, 'after')) : []
    if (old && changes.length === 0) return []
    return [{ element: part.id, name: part.name ?? old?.name, sort, is: old ? 'changed' : 'added', changes }]
  })
  const gone = before.filter(({ id }) => !is.has(id))
  return [...found, ...gone.map(({ id, name }): ElementDifference => ({ element: id, name, sort, is: 'removed', changes: [] }))]
}

function partsOfNode(
  { id, name, kind, inside, at, interruptsNot, trigger, repetition, otherwise }: ProcessNode,
  model: ProcessModel,
): Parts {
  const { people, ...settings } = model.tasks.get(id) ?? {}
  return {
    name,
    kind,
    place: present({ inside, at, interruptsNot }),
    trigger,
    repetition,
    default: otherwise,
    people,
    settings: present(settings),
    service: model.services.get(id),
    call: model.called.get(id),
    message: present(model.messages.get(id) ?? {}),
  }
}

const partsOfFlow = ({ from, to, condition }: SequenceFlow): Parts => ({ condition, ends: { from, to } })

/** An object with something in it; nothing for one that says nothing. */
const present = (of: Readonly<Record<string, unknown>>): unknown =>
  Object.values(of).every((value) => value === undefined) ? undefined : of

function changesOf(before: Parts, after: Parts): Change[] {
  return CHANGES.flatMap((what) => {
    const [was, is] = [before[what], after[what]]
    if (textOf(was) === textOf(is)) return []
    return [{ what, ...(was === undefined ? {} : { before: was }), ...(is === undefined ? {} : { after: is }) }]
  })
}

/** The same text for the same value, in whatever order its members stand. */
function textOf(value: unknown): string | undefined {
  return JSON.stringify(value, (_name, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  )
}
