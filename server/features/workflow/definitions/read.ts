/** What was deployed: as BPMN, and how two versions differ. */
import type { DefinitionDifference } from '../../../../model/contract/workflow/definitions.ts'
import * as contract from '../../../../model/contract/workflow/definitions.ts'
import { processDefinitions } from '../../../../model/index.ts'
import type { ProcessModel } from '../../../../model/workflow/bpmn/process-model.ts'
import { differencesOf } from '../../../../model/workflow/difference.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { drawProcess, withDrawing } from '../../../workflow/index.ts'
import { drawnDefinition } from '../shared/drawn-definition.ts'

export const getProcessResource = implement(contract.getProcessResource, {
  access: 'granted',
  summary: 'The model of a definition, or of what a deployment brought, as BPMN',
  of: processDefinitions,
  reads: true,
  olderShape: 'xml',
  async handle({ input, caller, inTenant }) {
    const row = await inTenant((tx) => deployed(tx, input))
    const view = viewOf(caller, processDefinitions)
    const xml = await withDrawing(row.xml)
    return {
      key: view.sees('key') ? row.key : '',
      name: view.sees('name') ? row.name : '',
      definitionVersion: row.definition_version,
      xml,
      picture: await drawProcess(xml),
    }
  },
})

export const getProcessImage = implement(contract.getProcessImage, {
  access: 'granted',
  summary: 'The diagram of a definition, or of what a deployment brought, as a picture (SVG)',
  of: processDefinitions,
  reads: true,
  async handle({ input, inTenant }) {
    const { xml } = await inTenant((tx) => deployed(tx, input))
    return drawProcess(await withDrawing(xml))
  },
})

/** The definition, or the one that a deployment brought. @throws Failure `row.not-found` */
async function deployed(
  tx: Transaction,
  { deploymentId, processDefinitionId }: { deploymentId?: string | undefined; processDefinitionId?: string | undefined },
) {
  const definitions = build.selectFrom('process_definitions').select(['key', 'name', 'definition_version', 'xml'])
  const chosen =
    processDefinitionId === undefined
      ? definitions.where('deployment_id', '=', deploymentId ?? '')
      : definitions.where('id', '=', processDefinitionId)
  return (await tx.first(chosen.limit(1))) ?? fail('row.not-found')
}

export const queryDefinitionDifference = implement(contract.queryDefinitionDifference, {
  access: 'granted',
  summary: 'How two versions of a process differ, element by element',
  of: processDefinitions,
  handle: ({ input: { from, to }, inTenant }) =>
    inTenant(async (tx) => {
      const seen = await tx.all(build.selectFrom('process_definitions').select(['id', 'key']).where('id', 'in', [from, to]))
      if (seen.length < new Set([from, to]).size) fail('row.not-found')
      if (new Set(seen.map(({ key }) => key.toLowerCase())).size > 1)
        fail('process-definition.others', { field: { name: 'to', label: 'error.process-definition.others' } })
      const [before, after] = await Promise.all([drawnDefinition(tx, from), drawnDefinition(tx, to)])
      return differenceOf(before.model, after.model)
    }),
})

function differenceOf(before: ProcessModel, after: ProcessModel): DefinitionDifference {
  const kinds = new Map([...before.definition.nodes, ...after.definition.nodes].map(({ id, kind }) => [id, kind]))
  const found = differencesOf(before, after).map(({ element, name, sort, is, changes }) => ({
    is,
    row: { element, ...(name === undefined ? {} : { name }), kind: kinds.get(element) ?? sort },
    what: changes.map((change) => change.what),
  }))
  return {
    added: found.filter(({ is }) => is === 'added').map(({ row }) => row),
    removed: found.filter(({ is }) => is === 'removed').map(({ row }) => row),
    changed: found.filter(({ is }) => is === 'changed').map(({ row, what }) => ({ ...row, what })),
  }
}
