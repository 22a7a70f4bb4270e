import { integer, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

const BASE = '/activiti/deployment'

/** What was deployed, and by whom. Written by the server alone. */
export const processDeployments = resource({
  name: 'process-deployments',
  api: { base: BASE, noun: 'Deployment' },
  table: 'process_deployments',
  scope: 'tenant',
  ownedBy: follows('process_models', 'model_id', { without: 'open' }),
  menu: 'deployment',
  title: 'name',
  order: ['createTime', 'descend'],
  calls: { upload: `${BASE}/deployFile`, download: '/activiti/process/getProcessResource' },
  fields: {
    name: text({ max: 64, required: true, filter: 'contains', sort: true, write: 'never' }),
    key: text({ max: 64, required: true, filter: 'contains', sort: true, write: 'never' }),
    category: text({ max: 64, filter: 'contains', sort: true, write: 'never' }),
    modelId: reference({ to: 'process-models', show: 'name', filter: 'equals', write: 'never' }),
    modelVersion: integer({ required: true, sort: true, write: 'never' }),
    deployedBy: reference({ to: 'users', show: 'username', filter: 'equals', write: 'never' }),
  },
})
