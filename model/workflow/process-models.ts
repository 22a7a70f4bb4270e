import * as z from 'zod/mini'
import { integer, reference, references, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { anyOf, organisation } from '../row-scope.ts'

const BASE = '/activiti/model'

/** The key of a process: the id of the process in BPMN, by which other processes and programs call it. */
export const PROCESS_KEY = z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,63}$/, { error: 'process-key' }))

/** Processes as they are drawn; what runs is what was deployed of one (docs/decisions/0123-processes-as-rows.md). */
export const processModels = resource({
  name: 'process-models',
  api: { base: BASE, noun: 'Model' },
  table: 'process_models',
  scope: 'tenant',
  ownedBy: anyOf(organisation('org_id')),
  menu: 'model',
  title: 'name',
  order: ['createTime', 'descend'],
  unique: ['key'],
  serverColumns: ['xml', 'saved_by', 'saved_at'],
  calls: {
    design: `${BASE}/saveProcessDesign`,
    deploy: `${BASE}/deployModel`,
    copy: `${BASE}/copyModel`,
    check: `${BASE}/checkModel`,
    simulate: `${BASE}/simulateModel`,
    upload: `${BASE}/uploadModel`,
    download: `${BASE}/downloadModel`,
  },
  fields: {
    name: text({ max: 64, required: true, filter: 'contains', sort: true }),
    key: text({ max: 64, format: PROCESS_KEY, required: true, filter: 'contains', sort: true, write: 'once' }),
    category: text({ max: 64, required: true, filter: 'contains', sort: true }),
    orgId: reference({ to: 'organisations', show: 'org_name', required: true, filter: 'subtree' }),
    /** The form that instances are begun with, and that its tasks show. */
    formId: reference({ to: 'forms', show: 'form_description', filter: 'equals' }),
    /** Who may start it: organisations with all below them, and people. Where neither is said, everybody. */
    referGroupId: references({
      to: 'organisations',
      show: 'org_name',
      through: { table: 'process_model_organisations', from: 'model_id', to: 'org_id' },
    }),
    referUserId: references({
      to: 'users',
      show: 'username',
      through: { table: 'process_model_users', from: 'model_id', to: 'user_id' },
    }),
    description: text({ max: 512 }),
    /** Of the newest deployment; 0 before the first. */
    modelVersion: integer({ required: true, sort: true, write: 'never' }),
    deploymentTime: time({ filter: 'range', sort: true, write: 'never' }),
  },
})
