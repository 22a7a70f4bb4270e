import { NO_BLANKS, oneOf, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** What sites belong to: a line under construction, a stage of a network. */
export const projects = resource({
  name: 'projects',
  api: { base: '/acquisition/project', noun: 'Project' },
  table: 'projects',
  scope: 'tenant',
  menu: 'projects',
  title: 'projectName',
  order: ['createTime', 'descend'],
  unique: ['projectCode', 'projectName'],
  fields: {
    projectCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    projectName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    projectStatus: oneOf({ of: ['planned', 'active', 'finished'], required: true, filter: 'equals', sort: true }),
    projectDescription: text({ max: 256 }),
  },
})
