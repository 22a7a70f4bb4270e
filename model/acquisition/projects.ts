import { NO_BLANKS, oneOf, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { anyOf, creator, organisation, project } from '../row-scope.ts'

/** What sites belong to: a line under construction, a stage of a network. */
export const projects = resource({
  name: 'projects',
  api: { base: '/acquisition/project', noun: 'Project' },
  table: 'projects',
  scope: 'tenant',
  restorable: true,
  ownedBy: anyOf(organisation('org_id'), project('id'), creator),
  menu: 'projects',
  title: 'projectName',
  order: ['createTime', 'descend'],
  unique: ['projectCode', 'projectName'],
  serverColumns: ['created_by'],
  fields: {
    projectCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    projectName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    projectStatus: oneOf({ of: ['planned', 'active', 'finished'], required: true, filter: 'equals', sort: true }),
    orgId: reference({ to: 'organisations', show: 'org_name', filter: 'subtree' }),
    projectDescription: text({ max: 256 }),
  },
})
