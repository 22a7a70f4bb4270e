import { derived, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

/** What somebody noted of a point at a moment: a sensor was cleaned, a door stood open. Trends show it where it happened. */
export const annotations = resource({
  name: 'annotations',
  api: { base: '/acquisition/annotation', noun: 'Annotation' },
  table: 'annotations',
  readsFrom: 'annotation_list',
  scope: 'tenant',
  ownedBy: follows('points', 'point_id'),
  menu: 'annotations',
  title: 'noteText',
  order: ['notedAt', 'descend'],
  serverColumns: ['created_by'],
  fields: {
    notedAt: time({ required: true, filter: 'range', sort: true }),
    pointId: reference({ to: 'points', show: 'point_name', required: true, write: 'once', filter: 'equals' }),
    noteText: text({ max: 500, required: true, filter: 'contains' }),
    notedBy: derived({ from: { noun: 'users', field: 'nickname' } }),
  },
})
