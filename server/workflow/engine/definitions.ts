/** Deployed models, ready to be walked. A version never changes, so what was compiled once is kept, as many elements as there is room for. */
import type { TenantId } from '../../../model/brands.ts'
import type { ProcessModel } from '../../../model/workflow/bpmn/process-model.ts'
import { readsApproved } from '../../../model/workflow/check/check-expressions.ts'
import type { ProcessGraph } from '../../../model/workflow/core/graph.ts'
import { compileProcess } from '../../../model/workflow/core/graph.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { DefinitionRules } from '../definition-rules.ts'
import { readBpmn } from '../read-bpmn.ts'

/** The version of a form that instances of a definition are filled in by. */
export interface UsedForm {
  readonly id: string
  readonly version: number
}

export interface Definition {
  readonly id: string
  readonly key: string
  readonly name: string
  readonly category: string | null
  readonly version: number
  readonly modelId: string | null
  readonly form: UsedForm | undefined
  readonly graph: ProcessGraph
  readonly model: ProcessModel
  readonly rules: DefinitionRules
  /** Whether something in the model asks what the last decision of a task was: only then it is kept. */
  readonly readsApproved: boolean
}

export interface Definitions {
  /** The definition, of the tenant of the transaction; nothing where there is none. */
  find(tx: Transaction, id: string): Promise<Definition | undefined>
}

/** Nodes and flows that are kept, of all tenants: about 200 bytes each. */
const MAX_KEPT_ELEMENTS = 200_000

/** Returns the definitions of all tenants; the least used ones are forgotten first. */
export function openDefinitions(): Definitions {
  const kept = new Map<string, Definition>()
  let elements = 0
  const sizeOf = ({ graph }: Definition) => graph.nodes.size + graph.flows.size

  function keep(key: string, definition: Definition): void {
    if (kept.has(key)) return
    kept.set(key, definition)
    elements += sizeOf(definition)
    for (const [oldest, gone] of kept) {
      if (elements <= MAX_KEPT_ELEMENTS || oldest === key) return
      kept.delete(oldest)
      elements -= sizeOf(gone)
    }
  }

  return {
    async find(tx, id) {
      const key = keyOf(tenantOf(tx), id)
      const known = kept.get(key)
      if (known) {
        kept.delete(key)
        kept.set(key, known)
        return known
      }
      const found = await read(tx, id)
      if (found) keep(key, found)
      return found
    },
  }
}

/** An id alone could be another tenant's. */
const keyOf = (tenantId: TenantId, id: string): string => `${tenantId} ${id}`

async function read(tx: Transaction, id: string): Promise<Definition | undefined> {
  const row = await tx.first(
    build
      .selectFrom('process_definitions')
      .select(['key', 'name', 'category', 'definition_version', 'model_id', 'form_id', 'form_version', 'xml', 'rules'])
      .where('id', '=', id),
  )
  if (!row) return undefined
  const bpmn = await readBpmn(new TextEncoder().encode(row.xml))
  // It was read when it was deployed: what cannot be read any more is a fault of ours.
  if ('refused' in bpmn) throw new Error(`the definition ${id} cannot be read: ${bpmn.refused} ${bpmn.detail}`)
  return {
    id,
    key: row.key,
    name: row.name,
    category: row.category,
    version: row.definition_version,
    modelId: row.model_id,
    form: row.form_id === null || row.form_version === null ? undefined : { id: row.form_id, version: row.form_version },
    graph: compileProcess(bpmn.model.definition),
    model: bpmn.model,
    rules: row.rules,
    readsApproved: readsApproved(bpmn.model),
  }
}
