import { integer, oneOf, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

const BASE = '/activiti/process'

/** Processes that can be started: a version of each for each deployment, never changed but for being suspended. */
export const processDefinitions = resource({
  name: 'process-definitions',
  api: { base: BASE, noun: 'ProcessDefinition' },
  table: 'process_definitions',
  scope: 'tenant',
  ownedBy: follows('process_models', 'model_id', { without: 'open' }),
  menu: 'processdefinition',
  title: 'name',
  order: ['createTime', 'descend'],
  serverColumns: ['xml', 'form_version', 'rules'],
  calls: {
    suspend: `${BASE}/suspendProcessDefinition`,
    activate: `${BASE}/activateProcessDefinition`,
    preview: `${BASE}/getProcessResource`,
    difference: `${BASE}/queryDefinitionDifference`,
    migrate: `${BASE}/migrateProcessInstance`,
  },
  fields: {
    name: text({ max: 64, required: true, filter: 'contains', sort: true, write: 'never' }),
    key: text({ max: 64, required: true, filter: 'contains', sort: true, write: 'never' }),
    definitionVersion: integer({ required: true, filter: 'equals', sort: true, write: 'never' }),
    category: text({ max: 64, filter: 'contains', sort: true, write: 'never' }),
    suspended: oneOf({ of: [0, 1], required: true, filter: 'equals', write: 'never' }),
    resourceName: text({ max: 128, required: true, write: 'never' }),
    description: text({ max: 512, write: 'never' }),
    formId: reference({ to: 'forms', show: 'form_description', filter: 'equals', write: 'never' }),
    modelId: reference({ to: 'process-models', show: 'name', filter: 'equals', write: 'never', internal: true }),
    deploymentId: reference({ to: 'process-deployments', show: 'name', required: true, filter: 'equals', write: 'never', internal: true }),
  },
})
