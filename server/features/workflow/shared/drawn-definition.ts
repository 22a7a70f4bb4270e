/** Deployed models as they are read for answers: names and kinds of nodes, and what leads where. */
import QuickLRU from 'quick-lru'
import type { ProcessModel } from '../../../../model/workflow/bpmn/process-model.ts'
import type { NodeKind, ProcessNode } from '../../../../model/workflow/core/graph.ts'
import { build } from '../../../kernel/database/sql.ts'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { drawProcess, readBpmn, withDrawing } from '../../../workflow/index.ts'

export interface DrawnDefinition {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly version: number
  /** With a drawing of all that it has. */
  readonly xml: string
  /** The drawing as a picture (SVG), drawn when it is first asked for. */
  picture(): Promise<string>
  readonly formId: string | null
  readonly model: ProcessModel
  node(id: string): ProcessNode | undefined
  /** The name of a node; null where it has none, or is no more in this version. */
  nameOf(node: string): string | null
  kindOf(node: string): NodeKind | 'gone'
}

/** What was deployed never changes. Models of 2,000 elements take a megabyte. */
const known = new QuickLRU<string, DrawnDefinition>({ maxSize: 50 })

/**
 * The definition of an instance that the caller sees, or that the caller sees itself.
 * @throws Failure `row.not-found`
 */
export async function drawnDefinition(tx: Transaction, id: string): Promise<DrawnDefinition> {
  const key = `${tenantOf(tx)} ${id}`
  const before = known.get(key)
  if (before) return before
  // Whoever sees an instance sees what it is an instance of, in whichever organisation that was drawn.
  const row = await tx
    .beyondScope('an instance is shown with its diagram')
    .first(build.selectFrom('process_definitions').select(['key', 'name', 'definition_version', 'xml', 'form_id']).where('id', '=', id))
  const { xml, ...rest } = row ?? fail('row.not-found')
  const read = await readBpmn(new TextEncoder().encode(xml))
  if ('refused' in read) throw new Error(`a deployed definition cannot be read: ${id} ${read.refused}`)
  const nodes = new Map(read.model.definition.nodes.map((node) => [node.id, node]))
  const withAll = await withDrawing(xml)
  let picture: Promise<string> | undefined
  const drawn: DrawnDefinition = {
    id,
    key: rest.key,
    name: rest.name,
    version: rest.definition_version,
    xml: withAll,
    picture: () => (picture ??= drawProcess(withAll)),
    formId: rest.form_id,
    model: read.model,
    node: (node) => nodes.get(node),
    nameOf: (node) => nodes.get(node)?.name ?? null,
    kindOf: (node) => nodes.get(node)?.kind ?? 'gone',
  }
  known.set(key, drawn)
  return drawn
}
