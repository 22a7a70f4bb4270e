import { NO_BLANKS, decimal, reference, text } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { anyOf, creator, organisation, project, site } from '../row-scope.ts'

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Half a position is none. */
const siteRule = ruleOver(['longitude', 'latitude'], ({ longitude, latitude }) => {
  if (isGiven(longitude) === isGiven(latitude)) return undefined
  return { field: isGiven(longitude) ? 'latitude' : 'longitude', code: 'check.position' }
})

/** Where devices stand: a curing room, a yard, a pumping station. Degrees of WGS 84. */
export const sites = resource({
  name: 'sites',
  api: { base: '/acquisition/site', noun: 'Site' },
  table: 'sites',
  scope: 'tenant',
  restorable: true,
  ownedBy: anyOf(organisation('org_id'), project('project_id'), site('id'), creator),
  menu: 'sites',
  title: 'siteName',
  order: ['createTime', 'descend'],
  unique: ['siteCode', 'siteName'],
  rule: siteRule,
  serverColumns: ['created_by'],
  fields: {
    siteCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    siteName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    projectId: reference({ to: 'projects', show: 'project_name', filter: 'equals' }),
    orgId: reference({ to: 'organisations', show: 'org_name', filter: 'subtree' }),
    longitude: decimal({ min: -180, max: 180, filter: 'range', sort: true }),
    latitude: decimal({ min: -90, max: 90, filter: 'range', sort: true }),
    address: text({ max: 128, filter: 'contains' }),
    siteDescription: text({ max: 256 }),
  },
})
